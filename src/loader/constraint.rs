//! The text of a Terraform type constraint, with its defaults checked against their types.

use std::ops::Range;

use super::check;
use super::expression::{Dialect, ExpressionProblem, NoNames, parse};
use crate::diag::Code;
use crate::engine::convert::Scope;
use crate::model::{Literal, Type};

/// Reads a type constraint as Terraform does: `list(object({port = optional(number, 80)}))`.
///
/// ```
/// use tygen::loader::constraint::read;
/// assert_eq!(read("map(list(number))").map(|ty| ty.to_string()), Ok("map(list(number))".to_owned()));
/// let problems = read("object({a = optional(number, \"x\")})").unwrap_err();
/// assert_eq!(problems[0].message, "the default does not convert to number: a number is required");
/// ```
///
/// # Errors
///
/// All problems of the text; if there are none, all defaults that do not convert to their types.
pub fn read(text: &str) -> Result<Type, Vec<ExpressionProblem>> {
    let parsed = parse(text, Dialect::Terraform, &NoNames)?;
    let problems: Vec<ExpressionProblem> =
        parsed.defaults.iter().filter_map(|site| wrong_default(&site.value, &site.ty, site.range.clone())).collect();
    if problems.is_empty() { Ok(parsed.ty) } else { Err(problems) }
}

fn wrong_default(value: &Literal, ty: &Type, range: Range<usize>) -> Option<ExpressionProblem> {
    let reasons = check::value(value, ty, Dialect::Terraform, &Scope::default()).err()?;
    let message = format!("the default does not convert to {ty}: {}", reasons.join("; "));
    Some(ExpressionProblem { code: Code::BadValue, range, message, help: None })
}
