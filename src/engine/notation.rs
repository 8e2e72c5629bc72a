//! Values in the notation of vectors (`semantics.md`, section 8): `{"type": T, "value": X}`.
//!
//! X is relative to T: numbers as decimal strings, `{"$unknown": true}`, `{"$marks": […], "value": X}`,
//! and `{"$as": ARM, "value": X}` in the place of a union. Beyond the notation, a value in the place
//! of `any` is written as an arm too, and blobs and references in the form of [`super::wire`].

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::path::{Step, ValuePath};
use super::{Marks, Number, Payload, Value, wire};
use crate::model::{ObjectType, Type};

/// Why JSON is not a value in the notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}{message}", if path.steps().is_empty() { "" } else { ": " })]
pub struct NotationError {
    /// Where.
    pub path: ValuePath,
    /// What is wrong.
    pub message: String,
}

/// An error on its way out, the innermost step first.
struct Failure {
    steps: Vec<Step>,
    message: String,
}

impl From<Failure> for NotationError {
    fn from(failure: Failure) -> Self {
        NotationError { path: ValuePath::from_inside(failure.steps), message: failure.message }
    }
}

fn fail<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { steps: Vec::new(), message: message.into() })
}

fn at<T>(step: Step, result: Result<T, Failure>) -> Result<T, Failure> {
    result.map_err(|mut failure| {
        failure.steps.push(step);
        failure
    })
}

impl Value {
    /// The value in the notation.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// assert_eq!(Value::int(7).to_notation().to_string(), r#"{"type":"int","value":"7"}"#);
    /// ```
    pub fn to_notation(&self) -> Json {
        json!({ "type": self.ty().to_json(), "value": write(self.ty(), self.payload()) })
    }

    /// Reads a value in the notation.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// let json = serde_json::json!({"type": ["list", "int"], "value": ["1", {"$unknown": true}]});
    /// assert_eq!(Value::from_notation(&json)?.to_notation(), json);
    /// # Ok::<(), tygen::engine::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is none; with the place and the offending part.
    pub fn from_notation(json: &Json) -> Result<Value, NotationError> {
        let root = |message: String| NotationError { path: ValuePath::root(), message };
        let (Some(ty), Some(value)) = (json.get("type"), json.get("value")) else {
            return Err(root(format!("a value is an object of type and value, not {json}")));
        };
        // Only what is asked for has optional attributes; those of a value are there.
        let ty = super::convert::required(&Type::from_json(ty).map_err(|error| root(error.message))?);
        let payload = read(&ty, value)?;
        Ok(Value::trusted(ty, payload))
    }

    /// Reads X of the notation, relative to a type.
    ///
    /// # Errors
    ///
    /// If it is not a value of that type.
    pub fn from_notation_of(ty: Type, json: &Json) -> Result<Value, NotationError> {
        let payload = read(&ty, json)?;
        Ok(Value::trusted(ty, payload))
    }
}

fn write(ty: &Type, payload: &Payload) -> Json {
    match payload {
        Payload::Null => Json::Null,
        Payload::Unknown => json!({"$unknown": true}),
        Payload::Bool(value) => json!(value),
        Payload::Int(int) => json!(int.to_string()),
        Payload::Number(number) => json!(text_of(number)),
        Payload::String(text) => json!(&**text),
        Payload::Sequence(elements) => write_sequence(ty.arrived(), elements),
        Payload::Set(elements) => {
            let element_type = ty.arrived().element();
            elements.iter().map(|element| write(element_type, element)).collect()
        }
        Payload::Map(elements) => {
            let element_type = ty.arrived().element();
            let members = elements.iter().map(|(key, element)| (key.to_string(), write(element_type, element)));
            Json::Object(members.collect())
        }
        Payload::Arm(arm) => json!({"$as": arm.ty().to_json(), "value": write(arm.ty(), arm.payload())}),
        Payload::Marked(marked) => {
            let marks: Vec<&str> = marked.marks.iter().collect();
            json!({"$marks": marks, "value": write(ty, &marked.payload)})
        }
        Payload::Asset(asset) => wire::asset_to_json(asset),
        Payload::Archive(archive) => wire::archive_to_json(archive),
        Payload::Resource(reference) => wire::reference_to_json(reference),
        Payload::Capsule(capsule) => json!({"$capsule": &**capsule.ty().name()}),
    }
}

/// A number as text, infinities in the notation's words.
pub(super) fn text_of(number: &Number) -> String {
    match (number.is_infinite(), number.is_negative()) {
        (true, true) => "-inf".to_owned(),
        (true, false) => "inf".to_owned(),
        (false, _) => number.to_string(),
    }
}

fn write_sequence(ty: &Type, elements: &[Payload]) -> Json {
    match ty {
        Type::Object(object) => Json::Object(
            object
                .sorted()
                .iter()
                .zip(elements)
                .map(|(attribute, element)| (attribute.name.to_string(), write(&attribute.ty, element)))
                .collect(),
        ),
        Type::Tuple(types) => types.iter().zip(elements).map(|(ty, element)| write(ty, element)).collect(),
        other => elements.iter().map(|element| write(other.element(), element)).collect(),
    }
}

fn read(ty: &Type, json: &Json) -> Result<Payload, Failure> {
    match json {
        Json::Null => return Ok(Payload::Null),
        Json::Object(members) => {
            if let Some(special) = read_special(ty, members) {
                return special;
            }
        }
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {}
    }
    match (ty, json) {
        (Type::Promise(inner) | Type::Output(inner), _) => read(inner, json),
        (Type::Bool, Json::Bool(value)) => Ok(Payload::Bool(*value)),
        (Type::Int | Type::Number, Json::String(text)) => read_number(ty, text),
        (Type::Int | Type::Number, Json::Number(number)) => read_number(ty, &number.to_string()),
        (Type::String, Json::String(text)) => Ok(Payload::string(text)),
        (Type::List(element), Json::Array(items)) => Ok(Payload::Sequence(read_all(element, items)?.into())),
        (Type::Set(element), Json::Array(items)) => Ok(Payload::set(read_all(element, items)?)),
        (Type::Map(element), Json::Object(members)) => read_map(element, members),
        (Type::Tuple(types), Json::Array(items)) => read_tuple(types, items),
        (Type::Object(object), Json::Object(members)) => read_object(object, members),
        (Type::Enum(definition), _) => {
            let payload = read(&definition.base, json)?;
            if definition.values.iter().any(|literal| super::check::literal_is(literal, payload.unmarked())) {
                Ok(payload)
            } else {
                fail(format!("{json} is not a value of {ty}"))
            }
        }
        (Type::Asset, Json::Object(members)) => special(wire::asset_from_json(members), Payload::Asset),
        (Type::Archive, Json::Object(members)) => special(wire::archive_from_json(members), Payload::Archive),
        (Type::Resource(_), Json::Object(members)) => special(wire::reference_from_json(members), Payload::Resource),
        (Type::Any | Type::Union(_), _) => fail(format!("a value of {ty} says which type it took: $as, not {json}")),
        _ => fail(format!("a value of {ty} is expected, not {json}")),
    }
}

fn special<T>(read: Result<T, String>, payload: fn(Arc<T>) -> Payload) -> Result<Payload, Failure> {
    read.map(|value| payload(Arc::new(value))).or_else(fail)
}

/// The forms that start with a dollar; `None` if it is none of them.
fn read_special(ty: &Type, members: &Map<String, Json>) -> Option<Result<Payload, Failure>> {
    match (members.len(), members.get("$unknown"), members.get("$marks"), members.get("$as"), members.get("value")) {
        (1, Some(Json::Bool(true)), None, None, None) => Some(Ok(Payload::Unknown)),
        (2, None, Some(Json::Array(marks)), None, Some(value)) => Some(read_marked(ty, marks, value)),
        (2, None, None, Some(arm), Some(value)) => Some(read_arm(ty, arm, value)),
        _ => None,
    }
}

fn read_marked(ty: &Type, marks: &[Json], value: &Json) -> Result<Payload, Failure> {
    let marks = marks.iter().map(|mark| mark.as_str().map(Arc::<str>::from)).collect::<Option<Marks>>();
    match marks {
        Some(marks) => Ok(read(ty, value)?.with_marks(&marks)),
        None => fail("$marks is a list of strings"),
    }
}

fn read_arm(ty: &Type, arm: &Json, value: &Json) -> Result<Payload, Failure> {
    let arm = Type::from_json(arm).or_else(|error| fail(error.message))?;
    if !ty.arrived().takes_arm(&arm) {
        return fail(format!("{arm} is not an arm of {ty}"));
    }
    let payload = read(&arm, value)?;
    Ok(Payload::arm(arm, payload))
}

fn read_number(ty: &Type, text: &str) -> Result<Payload, Failure> {
    if *ty == Type::Int {
        let int = super::number::parse_int(text, &super::number::Limits::default());
        return int.map(Payload::int).or_else(|error| fail(format!("{text:?}: {error}")));
    }
    Number::parse(text).map(Payload::Number).or_else(|error| fail(format!("{text:?}: {error}")))
}

fn read_all(element: &Type, items: &[Json]) -> Result<Vec<Payload>, Failure> {
    items.iter().enumerate().map(|(index, item)| at(Step::Index(index), read(element, item))).collect()
}

fn read_map(element: &Type, members: &Map<String, Json>) -> Result<Payload, Failure> {
    let members = members
        .iter()
        .map(|(key, item)| {
            let key: Arc<str> = key.as_str().into();
            Ok((key.clone(), at(Step::Key(key), read(element, item))?))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(Payload::map(members))
}

fn read_tuple(types: &[Type], items: &[Json]) -> Result<Payload, Failure> {
    if types.len() != items.len() {
        return fail(format!("{} elements are expected, not {}", types.len(), items.len()));
    }
    let elements = types.iter().zip(items).enumerate();
    let elements = elements.map(|(index, (ty, item))| at(Step::Index(index), read(ty, item)));
    Ok(Payload::Sequence(elements.collect::<Result<_, Failure>>()?))
}

fn read_object(object: &ObjectType, members: &Map<String, Json>) -> Result<Payload, Failure> {
    if let Some(extra) = members.keys().find(|name| object.get(name).is_none()) {
        return fail(format!("there is no attribute {extra:?}"));
    }
    let attributes = object.sorted().iter().map(|attribute| match members.get(&*attribute.name) {
        Some(item) => at(Step::Attribute(attribute.name.clone()), read(&attribute.ty, item)),
        None => fail(format!("the attribute {:?} is missing", attribute.name)),
    });
    Ok(Payload::Sequence(attributes.collect::<Result<_, Failure>>()?))
}

impl Serialize for Value {
    /// In the notation.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_notation().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::from_notation(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
