//! Types in the JSON form that vectors use (`semantics.md`, sections 1 and 8).

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::{Attribute, Literal, NumberText, ObjectType, Optionality, Shape, Type, TypeName};

/// Why a JSON value is not a type in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// What is wrong, with the offending part.
    pub message: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotationError {}

fn fail<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError { message: message.into() })
}

impl Type {
    /// The type in JSON form.
    ///
    /// Of an object only which attributes are optional is written, not their defaults; of a union
    /// not its discriminator. A reference is `["named", package, name, shape…]`, beyond the notation.
    ///
    /// ```
    /// use tygen::model::Type;
    /// assert_eq!(Type::list(Type::Int).to_json().to_string(), r#"["list","int"]"#);
    /// ```
    pub fn to_json(&self) -> Value {
        match self {
            Type::None => json!("none"),
            Type::Bool => json!("bool"),
            Type::Int => json!("int"),
            Type::Number => json!("number"),
            Type::String => json!("string"),
            Type::Any => json!("any"),
            Type::Asset => json!("asset"),
            Type::Archive => json!("archive"),
            Type::Resource(token) => json!(["resource", &**token]),
            Type::Capsule(name) => json!(["capsule", &**name]),
            Type::List(element) => json!(["list", element.to_json()]),
            Type::Set(element) => json!(["set", element.to_json()]),
            Type::Map(element) => json!(["map", element.to_json()]),
            Type::Tuple(elements) => json!(["tuple", all_to_json(elements)]),
            Type::Object(object) => object_to_json(object),
            Type::Union(union) => json!(["union", all_to_json(union.arms())]),
            Type::Enum(definition) => {
                let values: Vec<Value> = definition.values.iter().map(enum_value_to_json).collect();
                json!(["enum", definition.base.to_json(), values])
            }
            Type::Promise(element) => json!(["promise", element.to_json()]),
            Type::Output(element) => json!(["output", element.to_json()]),
            Type::Named(named) => {
                let mut parts = vec![json!("named"), json!(&*named.name.package), json!(&*named.name.name)];
                parts.extend(named.shapes.iter().map(|shape| json!(shape.word())));
                Value::Array(parts)
            }
        }
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    ///
    /// If the value is not a type in the notation; the message names the offending part.
    pub fn from_json(value: &Value) -> Result<Type, NotationError> {
        match value {
            Value::String(word) => keyword(word),
            Value::Array(parts) => match parts.split_first() {
                Some((Value::String(word), rest)) => constructor(word, rest),
                Some(_) | None => fail(format!("a type constructor is expected, not {value}")),
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
                fail(format!("a type is expected, not {value}"))
            }
        }
    }
}

fn all_to_json(types: &[Type]) -> Vec<Value> {
    types.iter().map(Type::to_json).collect()
}

fn object_to_json(object: &ObjectType) -> Value {
    let attributes: serde_json::Map<String, Value> =
        object.sorted().iter().map(|attribute| (attribute.name.to_string(), attribute.ty.to_json())).collect();
    let optional: Vec<&str> = object
        .sorted()
        .iter()
        .filter(|attribute| attribute.optionality.may_be_absent())
        .map(|attribute| &*attribute.name)
        .collect();
    if optional.is_empty() { json!(["object", attributes]) } else { json!(["object", attributes, optional]) }
}

/// Numbers are written as strings, so that none is rounded on the way.
fn enum_value_to_json(value: &Literal) -> Value {
    match value {
        Literal::Null => Value::Null,
        Literal::Bool(value) => json!(value),
        Literal::Number(number) => json!(number.as_str()),
        Literal::String(text) => json!(&**text),
        Literal::List(items) => items.iter().map(enum_value_to_json).collect(),
        Literal::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (key.to_string(), enum_value_to_json(value))).collect())
        }
    }
}

fn keyword(word: &str) -> Result<Type, NotationError> {
    Ok(match word {
        "none" => Type::None,
        "bool" => Type::Bool,
        "int" => Type::Int,
        "number" => Type::Number,
        "string" => Type::String,
        "any" => Type::Any,
        "asset" => Type::Asset,
        "archive" => Type::Archive,
        _ => return fail(format!("there is no type {word:?}")),
    })
}

fn constructor(word: &str, arguments: &[Value]) -> Result<Type, NotationError> {
    Ok(match (word, arguments) {
        ("list", [element]) => Type::list(Type::from_json(element)?),
        ("set", [element]) => Type::set(Type::from_json(element)?),
        ("map", [element]) => Type::map(Type::from_json(element)?),
        ("promise", [element]) => Type::promise(Type::from_json(element)?),
        ("output", [element]) => Type::output(Type::from_json(element)?),
        ("tuple", [Value::Array(elements)]) => Type::tuple(all_from_json(elements)?),
        ("union", [Value::Array(arms)]) => Type::union(all_from_json(arms)?),
        ("resource", [Value::String(token)]) => Type::Resource(token.as_str().into()),
        ("capsule", [Value::String(name)]) => Type::Capsule(name.as_str().into()),
        ("enum", [base, Value::Array(values)]) => enum_from_json(Type::from_json(base)?, values)?,
        ("object", [Value::Object(attributes)]) => object_from_json(attributes, &[])?,
        ("object", [Value::Object(attributes), Value::Array(optional)]) => object_from_json(attributes, optional)?,
        ("named", [Value::String(package), Value::String(name), shapes @ ..]) => {
            let shapes = shapes.iter().map(shape_from_json).collect::<Result<_, _>>()?;
            let name = TypeName::new(package.as_str(), name.as_str());
            Type::Named(std::sync::Arc::new(super::NamedType { name, shapes }))
        }
        _ => {
            return fail(format!("there is no type {}", Value::Array([&[json!(word)], arguments].concat())));
        }
    })
}

fn all_from_json(types: &[Value]) -> Result<Vec<Type>, NotationError> {
    types.iter().map(Type::from_json).collect()
}

fn object_from_json(attributes: &serde_json::Map<String, Value>, optional: &[Value]) -> Result<Type, NotationError> {
    for name in optional {
        if !name.as_str().is_some_and(|name| attributes.contains_key(name)) {
            return fail(format!("{name} is optional but not an attribute"));
        }
    }
    let attributes = attributes
        .iter()
        .map(|(name, ty)| {
            let ty = Type::from_json(ty)?;
            let optional = optional.iter().any(|optional| optional.as_str() == Some(name));
            Ok(if optional { Attribute::optional(&**name, ty) } else { Attribute::required(&**name, ty) })
        })
        .collect::<Result<ObjectType, NotationError>>()?;
    debug_assert!(attributes.attributes().all(|attribute| !matches!(attribute.optionality, Optionality::Default(_))));
    Ok(Type::object(attributes))
}

fn enum_from_json(base: Type, values: &[Value]) -> Result<Type, NotationError> {
    let values = values
        .iter()
        .map(|value| {
            let literal = match (&base, value) {
                (Type::Bool, Value::Bool(value)) => Some(Literal::Bool(*value)),
                (Type::String, Value::String(text)) => Some(Literal::string(text.as_str())),
                (Type::Int | Type::Number, Value::String(text)) => NumberText::new(text).map(Literal::Number),
                (Type::Int | Type::Number, Value::Number(number)) => {
                    NumberText::new(&number.to_string()).map(Literal::Number)
                }
                _ => None,
            };
            literal.ok_or_else(|| NotationError { message: format!("{value} is no value of an enum of {base}") })
        })
        .collect::<Result<_, _>>()?;
    Ok(Type::enumeration(base, values))
}

fn shape_from_json(value: &Value) -> Result<Shape, NotationError> {
    match value.as_str() {
        Some("input") => Ok(Shape::Input),
        Some("output") => Ok(Shape::Output),
        Some("plain") => Ok(Shape::Plain),
        Some("resolved") => Ok(Shape::Resolved),
        Some(_) | None => fail(format!("{value} is no shape")),
    }
}

impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Type::from_json(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
