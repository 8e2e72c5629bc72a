//! Type expressions: the notation of schemas, messages and Terraform's `type` arguments.
//!
//! The syntax is that of Terraform's type constraints (`spec/1-terraform-type-constraints.txt`), which
//! is HCL's expression syntax, extended by the types of `semantics.md`, section 1. An HCL library
//! parses; what is here looks for what it would stumble over, and makes types of what it finds.

mod builtin;
mod lower;
mod scan;
mod value;

use std::ops::Range;

use hcl_edit::expr::Expression;

use crate::diag::Code;
use crate::model::{Literal, Optionality, Type, TypeName};

/// How deeply brackets may nest in one expression.
pub const MAX_DEPTH: usize = 64;
/// How long the text of one expression may be, in bytes.
pub const MAX_LENGTH: usize = 256 * 1024;
/// How many attributes given twice are reported in one expression.
const MAX_REPEATED: usize = 16;

/// Whose notation an expression is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// All types, and names of declared types.
    Tygen,
    /// What Terraform takes as the type of a variable: `string number bool any list set map object
    /// tuple`, and `optional` in objects only.
    Terraform,
}

/// A problem in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionProblem {
    /// What kind of problem.
    pub code: Code,
    /// Where, in bytes of the expression's text.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The declared types that an expression may name.
pub trait Names {
    /// What `Name` (no package) or `package.Name` stands for, if anything.
    fn resolve(&self, package: Option<&str>, name: &str) -> Option<TypeName>;
    /// What could have been meant there: the names of that package's types, or, without a package,
    /// those in scope. An unknown package has none.
    fn candidates(&self, package: Option<&str>) -> Vec<&str>;
    /// The packages whose types can be named.
    fn packages(&self) -> Vec<&str>;
}

/// No declared types at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn resolve(&self, _package: Option<&str>, _name: &str) -> Option<TypeName> {
        None
    }

    fn candidates(&self, _package: Option<&str>) -> Vec<&str> {
        Vec::new()
    }

    fn packages(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// A type, and the values written inside the expression that it has to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExpression {
    /// The type.
    pub ty: Type,
    /// The defaults of optional attributes, which can be checked once all names have a definition.
    pub defaults: Vec<DefaultSite>,
}

/// The type and optionality of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeExpression {
    /// The type.
    pub ty: Type,
    /// Whether the property may be absent.
    pub optionality: Optionality,
    /// The defaults in the expression, the property's own among them.
    pub defaults: Vec<DefaultSite>,
}

/// A default in an expression: `8080` in `object({port = optional(int, 8080)})`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultSite {
    /// The attribute's type.
    pub ty: Type,
    /// The default.
    pub value: Literal,
    /// Where it is, in bytes of the expression's text.
    pub range: Range<usize>,
}

/// The type that the text stands for, or all problems of it.
///
/// Defaults of optional attributes are not looked at: they stand in the answer with their places,
/// since their types may name what is not defined yet.
///
/// ```
/// use tygen::loader::expression::{Dialect, NoNames, parse};
/// let parsed = parse("object({ name = string, port = optional(int, 8080) })", Dialect::Tygen, &NoNames).unwrap();
/// assert_eq!(parsed.ty.to_string(), "object({name = string, port = optional(int, 8080)})");
/// let problems = parse("list(strnig)", Dialect::Tygen, &NoNames).unwrap_err();
/// assert_eq!(problems[0].range, 5..11);
/// assert_eq!(problems[0].help.as_deref(), Some("did you mean `string`?"));
/// ```
///
/// # Errors
///
/// Everything that is wrong, in the order of the text: syntax ([`Code::TypeSyntax`]), names
/// ([`Code::UnknownType`]), what is given twice ([`Code::Duplicate`]), enum values that are not of
/// their type ([`Code::BadValue`]), and text beyond [`MAX_DEPTH`] or [`MAX_LENGTH`] ([`Code::Limit`]).
pub fn parse(text: &str, dialect: Dialect, names: &dyn Names) -> Result<TypeExpression, Vec<ExpressionProblem>> {
    let (ty, defaults) = parse_with(text, dialect, names, |lowering, tree| lowering.ty(tree))?;
    Ok(TypeExpression { ty, defaults })
}

/// The type and optionality that the text stands for where a property is declared: there, as inside an
/// object, `optional(T)` and `optional(T, default)` speak of the property.
///
/// # Errors
///
/// As for [`parse`].
pub fn parse_attribute(
    text: &str,
    dialect: Dialect,
    names: &dyn Names,
) -> Result<AttributeExpression, Vec<ExpressionProblem>> {
    let ((ty, optionality), defaults) =
        parse_with(text, dialect, names, |lowering, tree| lowering.attribute_type(tree))?;
    Ok(AttributeExpression { ty, optionality, defaults })
}

/// The value that an expression of constants stands for: the default of a Terraform variable.
///
/// ```
/// use tygen::loader::expression::parse_value;
/// assert_eq!(parse_value("{ ports = [80, 443] }").unwrap().to_string(), r#"{"ports": [80, 443]}"#);
/// ```
///
/// # Errors
///
/// As for [`parse`]; and whatever is not a constant ([`Code::BadValue`]).
pub fn parse_value(text: &str) -> Result<Literal, Vec<ExpressionProblem>> {
    if text.len() > MAX_LENGTH {
        let message = format!("the value is longer than {} KiB", MAX_LENGTH / 1024);
        return Err(vec![ExpressionProblem::new(Code::Limit, 0..text.len(), message)]);
    }
    let mut masked = scan::mask(text).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    let tree = syntax_tree(text, &mut masked, &mut problems)?;
    match value::literal(&masked, &tree) {
        Ok(value) if problems.is_empty() => Ok(value),
        Ok(_) => Err(problems),
        Err(found) => {
            problems.extend(found);
            Err(problems)
        }
    }
}

/// Whether a word means something by itself, so that a declared type of that name needs its package.
pub(super) fn is_word(word: &str) -> bool {
    builtin::words(Dialect::Tygen).any(|known| known == word) || word == "discriminator"
}

fn parse_with<T>(
    text: &str,
    dialect: Dialect,
    names: &dyn Names,
    lower: impl FnOnce(&mut lower::Lowering<'_>, &Expression) -> Option<T>,
) -> Result<(T, Vec<DefaultSite>), Vec<ExpressionProblem>> {
    if text.len() > MAX_LENGTH {
        let message = format!("the type is longer than {} KiB", MAX_LENGTH / 1024);
        return Err(vec![
            ExpressionProblem::new(Code::Limit, 0..text.len(), message)
                .with_help("declare parts of it as types of their own, and name them here"),
        ]);
    }
    let mut masked = scan::mask(text).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    let tree = syntax_tree(text, &mut masked, &mut problems)?;
    let mut lowering = lower::Lowering::new(&masked, dialect, names, problems);
    let lowered = lower(&mut lowering, &tree);
    let (mut problems, defaults) = lowering.finish();
    match lowered {
        Some(lowered) if problems.is_empty() => Ok((lowered, defaults)),
        Some(_) | None => {
            problems.sort_by_key(|problem| problem.range.start);
            Err(problems)
        }
    }
}

/// What the HCL library makes of the text. It stops at an attribute that is given twice; here such a
/// one gets another name, so that what is behind it is read too.
fn syntax_tree(
    text: &str,
    masked: &mut scan::Masked<'_>,
    problems: &mut Vec<ExpressionProblem>,
) -> Result<Expression, Vec<ExpressionProblem>> {
    loop {
        let error = match masked.text().parse::<Expression>() {
            Ok(tree) => return Ok(tree),
            Err(error) => error,
        };
        let at = error.location().offset();
        let is_repeated = error.message().contains("redefined object key") && problems.len() < MAX_REPEATED;
        match is_repeated.then(|| masked.rename_key(at)).flatten() {
            Some((name, range)) => problems.push(ExpressionProblem::repeated(&name, range)),
            None => {
                problems.push(scan::syntax_problem(text, masked.origin(at), error.message()));
                return Err(std::mem::take(problems));
            }
        }
    }
}

impl ExpressionProblem {
    fn new(code: Code, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, range, message: message.into(), help: None }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// An attribute or value that was there before.
    fn repeated(name: &str, range: Range<usize>) -> Self {
        Self::new(Code::Duplicate, range, format!("`{name}` is given twice"))
    }
}

#[cfg(test)]
mod tests;
