//! Values as TypeScript literals: nothing in them can leave its quotes.

use crate::model::{IntRepresentation, Literal, NumberRepresentation, NumberText, Numbers, Type};

/// A string literal, in the quotes that Prettier chooses: double ones unless single ones need fewer
/// escapes.
pub(super) fn string(text: &str) -> String {
    let doubles = text.matches('"').count();
    let singles = text.matches('\'').count();
    let quote = if doubles > singles { '\'' } else { '"' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            sign if sign == quote => out.extend(['\\', sign]),
            hidden if is_hidden(hidden) => {
                let mut units = [0; 2];
                for unit in hidden.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            other => out.push(other),
        }
    }
    out.push(quote);
    out
}

/// What a person cannot see, or what reorders what they see.
fn is_hidden(character: char) -> bool {
    let mut buffer = [0; 4];
    let text: &str = character.encode_utf8(&mut buffer);
    *crate::backend::visible(text) != *text
}

/// The literal of a value of a primitive type, if the language has one that means exactly that
/// value: an exact number, and one that a double does not hold, have none.
pub(super) fn primitive(value: &Literal, ty: &Type, numbers: Numbers) -> Option<String> {
    match value {
        Literal::Bool(value) => (*ty == Type::Bool).then(|| value.to_string()),
        Literal::String(text) => (*ty == Type::String).then(|| string(text)),
        Literal::Number(number) if *ty == Type::Int => match numbers.int {
            IntRepresentation::Arbitrary | IntRepresentation::Int64 => Some(format!("{}n", whole(number)?)),
            IntRepresentation::Int32 => whole(number).filter(|digits| digits.parse::<i32>().is_ok()),
        },
        Literal::Number(number) if *ty == Type::Number => match numbers.number {
            NumberRepresentation::Double => double(number),
            NumberRepresentation::Exact => None,
        },
        Literal::Null => (*ty == Type::None).then(|| "null".to_owned()),
        Literal::Number(_) | Literal::List(_) | Literal::Object(_) => None,
    }
}

/// The digits of a number that is written as an integer. Minus zero is zero.
fn whole(number: &NumberText) -> Option<String> {
    let text = number.as_str();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| if digits == "0" { digits.to_owned() } else { text.to_owned() })
}

/// The shortest text of the double, as Prettier writes it.
fn double(number: &NumberText) -> Option<String> {
    let value: f64 = number.as_str().parse().ok()?;
    let text = format!("{value:?}");
    value.is_finite().then(|| text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_stays_in_its_quotes() {
        assert_eq!(string("a\"b'\\\n\u{2028}`${"), r#""a\"b'\\\n\u2028`${""#);
        assert_eq!(string(r#""a""#), r#"'"a"'"#);
        assert_eq!(string("\u{202e}\u{0}"), r#""\u202e\u0000""#);
    }

    #[test]
    fn numbers_are_exact_or_have_no_literal() {
        let number = |text: &str| Literal::Number(NumberText::new(text).unwrap());
        let numbers = Numbers::default();
        assert_eq!(primitive(&number("12345678901234567890"), &Type::Int, numbers).unwrap(), "12345678901234567890n");
        assert_eq!(primitive(&number("1.50e3"), &Type::Number, numbers).unwrap(), "1500");
        assert_eq!(primitive(&number("1e999"), &Type::Number, numbers), None);
        let exact = Numbers { number: NumberRepresentation::Exact, ..numbers };
        assert_eq!(primitive(&number("0.1"), &Type::Number, exact), None);
    }
}
