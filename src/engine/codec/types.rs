//! Types in cty's own JSON form: as the vectors' notation, with `any` called `"dynamic"`.

use serde_json::Value as Json;

use super::json_writer::quote;
use crate::model::{Literal, NotationError, Type};

/// The type in cty's JSON form, on one line without spaces.
///
/// ```
/// use tygen::engine::codec::types;
/// use tygen::model::Type;
/// assert_eq!(types::to_json(&Type::list(Type::Any)), r#"["list","dynamic"]"#);
/// ```
pub fn to_json(ty: &Type) -> String {
    let mut out = String::new();
    write(ty, &mut out);
    out
}

fn write(ty: &Type, out: &mut String) {
    match ty {
        Type::Any => out.push_str("\"dynamic\""),
        Type::List(element) => write_call("list", element, out),
        Type::Set(element) => write_call("set", element, out),
        Type::Map(element) => write_call("map", element, out),
        Type::Promise(element) => write_call("promise", element, out),
        Type::Output(element) => write_call("output", element, out),
        Type::Tuple(types) => write_all("tuple", types, out),
        Type::Union(union) => write_all("union", union.arms(), out),
        Type::Object(object) => {
            out.push_str("[\"object\",{");
            for (at, attribute) in object.sorted().iter().enumerate() {
                comma(at, out);
                quote(&attribute.name, out);
                out.push(':');
                write(&attribute.ty, out);
            }
            out.push('}');
            let optional = object.sorted().iter().filter(|attribute| attribute.optionality.may_be_absent());
            for (at, attribute) in optional.clone().enumerate() {
                out.push_str(if at == 0 { ",[" } else { "," });
                quote(&attribute.name, out);
            }
            out.push_str(if optional.count() > 0 { "]]" } else { "]" });
        }
        Type::Enum(definition) => {
            out.push_str("[\"enum\",");
            write(&definition.base, out);
            out.push_str(",[");
            for (at, value) in definition.values.iter().enumerate() {
                comma(at, out);
                match value {
                    // As text, so that nobody rounds it.
                    Literal::Number(number) => quote(number.as_str(), out),
                    Literal::Null | Literal::Bool(_) | Literal::String(_) | Literal::List(_) | Literal::Object(_) => {
                        out.push_str(&value.to_string())
                    }
                }
            }
            out.push_str("]]");
        }
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Named(_) => out.push_str(&ty.to_json().to_string()),
    }
}

fn comma(at: usize, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
}

fn write_call(word: &str, element: &Type, out: &mut String) {
    out.push_str("[\"");
    out.push_str(word);
    out.push_str("\",");
    write(element, out);
    out.push(']');
}

fn write_all(word: &str, types: &[Type], out: &mut String) {
    out.push_str("[\"");
    out.push_str(word);
    out.push_str("\",[");
    for (at, ty) in types.iter().enumerate() {
        comma(at, out);
        write(ty, out);
    }
    out.push_str("]]");
}

/// Reads a type in cty's JSON form. Nesting beyond 128 levels is an error.
///
/// # Errors
///
/// If it is no JSON or no type.
pub fn from_json(text: &str) -> Result<Type, NotationError> {
    let json: Json = serde_json::from_str(text).map_err(|error| NotationError { message: error.to_string() })?;
    Type::from_json(&renamed(json)?)
}

/// The same type in the vectors' notation.
fn renamed(json: Json) -> Result<Json, NotationError> {
    match json {
        Json::String(word) if word == "dynamic" => Ok(Json::from("any")),
        Json::String(word) if word == "any" => {
            Err(NotationError { message: "there is no type \"any\"; its name is \"dynamic\"".to_owned() })
        }
        Json::Array(parts) => {
            let mut parts = parts.into_iter();
            let (Some(word), Some(first)) = (parts.next(), parts.next()) else {
                return Err(NotationError { message: "a type constructor takes an argument".to_owned() });
            };
            let takes_types = !matches!(word.as_str(), Some("resource" | "capsule" | "named"));
            let first = match first {
                Json::Array(types) if matches!(word.as_str(), Some("tuple" | "union")) => {
                    Json::Array(types.into_iter().map(renamed).collect::<Result<_, _>>()?)
                }
                Json::Object(members) => {
                    Json::Object(members.into_iter().map(|(name, ty)| Ok((name, renamed(ty)?))).collect::<Result<
                        _,
                        NotationError,
                    >>(
                    )?)
                }
                other if takes_types => renamed(other)?,
                other => other,
            };
            Ok([word, first].into_iter().chain(parts).collect())
        }
        other => Ok(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Attribute, ObjectType};

    #[test]
    fn types_come_back() {
        let object: ObjectType =
            [Attribute::required("<é>", Type::Any), Attribute::optional("b", Type::Int)].into_iter().collect();
        for ty in [
            Type::object(object),
            Type::tuple([]),
            Type::union([Type::set(Type::Any), Type::None]),
            Type::enumeration(Type::Number, vec![Literal::int(1)]),
            Type::enumeration(Type::String, vec![Literal::string("dynamic"), Literal::string("any")]),
            Type::Resource("dynamic".into()),
            Type::Capsule("any".into()),
            Type::output(Type::promise(Type::map(Type::Any))),
        ] {
            let json = to_json(&ty);
            assert_eq!(from_json(&json).unwrap(), ty, "{json}");
        }
    }

    #[test]
    fn optional_attributes_are_named_last() {
        let object: ObjectType =
            [Attribute::optional("a", Type::Bool), Attribute::optional("b", Type::Bool)].into_iter().collect();
        assert_eq!(to_json(&Type::object(object)), r#"["object",{"a":"bool","b":"bool"},["a","b"]]"#);
    }

    #[test]
    fn what_is_no_type_is_an_error() {
        for text in ["", "any", "\"any\"", "[]", "[\"list\"]", "[\"list\",\"any\"]", "{}", "[\"tuple\",\"bool\"]", "1"]
        {
            assert!(from_json(text).is_err(), "{text}");
        }
    }
}
