//! Values inside expressions: defaults and the values of enums.

use std::sync::Arc;

use hcl_edit::expr::{Expression, ObjectKey, UnaryOperator};
use hcl_edit::{Span, expr::Object};

use super::ExpressionProblem;
use super::scan::Masked;
use crate::diag::Code;
use crate::model::{Literal, NumberText};

/// The value that an expression of constants stands for.
///
/// # Errors
///
/// A problem for everything in it that is not a constant, and for keys given twice.
pub(super) fn literal(masked: &Masked<'_>, expression: &Expression) -> Result<Literal, Vec<ExpressionProblem>> {
    let range = masked.range(expression.span());
    let problem = |message: &str| Err(vec![ExpressionProblem::new(Code::BadValue, range.clone(), message)]);
    match expression {
        Expression::Null(_) => Ok(Literal::Null),
        Expression::Bool(value) => Ok(Literal::Bool(*value.value())),
        Expression::String(value) => Ok(Literal::string(value.as_str())),
        Expression::Number(_) => number(masked, expression)
            .map_or_else(|| problem("this is not a number"), |number| Ok(Literal::Number(number))),
        Expression::UnaryOp(operation) if *operation.operator.value() == UnaryOperator::Neg => {
            match literal(masked, &operation.expr)? {
                Literal::Number(number) => Ok(Literal::Number(negated(&number))),
                _ => problem("only a number can be negated"),
            }
        }
        Expression::Parenthesis(inner) => literal(masked, inner.inner()),
        Expression::Array(items) => all(items.iter().map(|item| literal(masked, item))).map(Literal::List),
        Expression::Object(members) => object(masked, members),
        Expression::Variable(name) => problem(&format!("`{}` is not a value; text stands in quotes", name.as_str())),
        Expression::StringTemplate(_)
        | Expression::HeredocTemplate(_)
        | Expression::Conditional(_)
        | Expression::FuncCall(_)
        | Expression::Traversal(_)
        | Expression::UnaryOp(_)
        | Expression::BinaryOp(_)
        | Expression::ForExpr(_) => problem("a constant is needed here, and nothing that is computed"),
    }
}

fn object(masked: &Masked<'_>, members: &Object) -> Result<Literal, Vec<ExpressionProblem>> {
    let mut seen: Vec<(Arc<str>, Literal)> = Vec::new();
    let mut problems = Vec::new();
    for (key, value) in members {
        let name = match key_name(key) {
            Some(name) => name,
            None => {
                let range = masked.range(key.span());
                problems.push(ExpressionProblem::new(Code::BadValue, range, "a key is a name or a string"));
                continue;
            }
        };
        if seen.iter().any(|(other, _)| **other == *name) {
            problems.push(ExpressionProblem::repeated(&name, masked.range(key.span())));
        }
        match literal(masked, value.expr()) {
            Ok(value) => seen.push((name.into(), value)),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(Literal::Object(seen)) } else { Err(problems) }
}

/// The name that an object key stands for, if it is a constant.
pub(super) fn key_name(key: &ObjectKey) -> Option<String> {
    match key {
        ObjectKey::Ident(name) => Some(name.as_str().to_owned()),
        ObjectKey::Expression(Expression::String(text)) => Some(text.as_str().to_owned()),
        // The words that are not names elsewhere are names before `=`.
        ObjectKey::Expression(Expression::Null(_)) => Some("null".to_owned()),
        ObjectKey::Expression(Expression::Bool(value)) => Some(value.to_string()),
        ObjectKey::Expression(_) => None,
    }
}

/// The number, digit for digit as in the source. HCL allows leading zeros and a space after the sign.
fn number(masked: &Masked<'_>, expression: &Expression) -> Option<NumberText> {
    let text = masked.source(expression.span()?);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text),
    };
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    let zeros = digits[..whole].bytes().take_while(|byte| *byte == b'0').count().min(whole.saturating_sub(1));
    NumberText::new(&format!("{sign}{}", &digits[zeros..]))
}

fn negated(number: &NumberText) -> NumberText {
    let text = match number.as_str().strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{}", number.as_str()),
    };
    NumberText::new(&text).unwrap_or_else(|| number.clone())
}

/// All values, or all problems.
pub(super) fn all<T>(
    results: impl Iterator<Item = Result<T, Vec<ExpressionProblem>>>,
) -> Result<Vec<T>, Vec<ExpressionProblem>> {
    let (mut values, mut problems) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}
