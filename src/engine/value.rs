//! Values: a type and what is held of it.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use super::payload::normalised;
use super::{Marks, Number, Payload, ValueError};
use crate::model::{Attribute, ObjectType, Type};

/// A value: known, null or unknown, perhaps marked, always of a type.
///
/// Cheap to clone. There is no `==`: [`Value::equals`] knows what is unknown,
/// [`Value::raw_equals`] takes everything literally.
///
/// ```
/// use tygen::engine::Value;
/// use tygen::model::Type;
/// let ports = Value::list(Type::Int, [Value::int(80), Value::int(443)])?;
/// assert_eq!(ports.ty().to_string(), "list(int)");
/// assert_eq!(ports.elements().map(|(_, port)| port.as_int().cloned()).last(), Some(Some(443.into())));
/// # Ok::<(), tygen::engine::ValueError>(())
/// ```
#[derive(Clone)]
pub struct Value {
    ty: Type,
    payload: Payload,
}

/// In the notation of vectors, on one line.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({})", self.to_notation())
    }
}

/// Where in its whole an element stands.
#[derive(Clone, Debug)]
pub enum Key {
    /// In a list or tuple, from zero.
    Index(usize),
    /// In a map.
    Key(Arc<str>),
    /// In an object.
    Attribute(Arc<str>),
    /// In a set, where an element is its own key.
    Element,
}

impl Value {
    /// A value of `payload` under `ty`, checked at every depth.
    ///
    /// # Errors
    ///
    /// [`ValueError::NotOfType`] if the payload is not one of that type.
    pub fn new(ty: Type, payload: Payload) -> Result<Value, ValueError> {
        super::check::payload_of(&ty, &payload)?;
        Ok(Value { ty, payload })
    }

    /// A value whose payload is known to be of the type.
    pub(crate) fn trusted(ty: Type, payload: Payload) -> Value {
        Value { ty, payload }
    }

    /// The null of a type.
    pub fn null(ty: Type) -> Value {
        Value { ty, payload: Payload::Null }
    }

    /// The only value of `none`.
    pub fn none() -> Value {
        Value::null(Type::None)
    }

    /// The unknown value of a type.
    pub fn unknown(ty: Type) -> Value {
        Value { ty, payload: Payload::Unknown }
    }

    /// A bool.
    pub fn bool(value: bool) -> Value {
        Value { ty: Type::Bool, payload: Payload::Bool(value) }
    }

    /// An int of any size.
    pub fn int(int: impl Into<BigInt>) -> Value {
        Value { ty: Type::Int, payload: Payload::int(int) }
    }

    /// A number.
    pub fn number(number: Number) -> Value {
        Value { ty: Type::Number, payload: Payload::Number(number) }
    }

    /// A string; it is normalised to form C.
    pub fn string(text: &str) -> Value {
        Value { ty: Type::String, payload: Payload::string(text) }
    }

    /// A list of values that all have the element type.
    ///
    /// # Errors
    ///
    /// [`ValueError::WrongType`] for the first that has another type.
    pub fn list(element: Type, elements: impl IntoIterator<Item = Value>) -> Result<Value, ValueError> {
        let payload = Payload::Sequence(payloads_of(&element, elements)?.into());
        Ok(Value { ty: Type::list(element), payload })
    }

    /// A set of values that all have the element type. Duplicates coalesce, marks move up to the set.
    ///
    /// # Errors
    ///
    /// [`ValueError::WrongType`] for the first that has another type.
    pub fn set(element: Type, elements: impl IntoIterator<Item = Value>) -> Result<Value, ValueError> {
        let payload = Payload::set(payloads_of(&element, elements)?);
        Ok(Value { ty: Type::set(element), payload })
    }

    /// A map of values that all have the element type; of two under one key the last one counts.
    ///
    /// # Errors
    ///
    /// [`ValueError::WrongType`] for the first that has another type.
    pub fn map<K: Into<Arc<str>>>(
        element: Type,
        elements: impl IntoIterator<Item = (K, Value)>,
    ) -> Result<Value, ValueError> {
        let elements = elements
            .into_iter()
            .map(|(key, value)| Ok((key.into(), payload_of(&element, value)?)))
            .collect::<Result<Vec<_>, ValueError>>()?;
        Ok(Value { ty: Type::map(element), payload: Payload::map(elements) })
    }

    /// A tuple of these values.
    pub fn tuple(elements: impl IntoIterator<Item = Value>) -> Value {
        let (types, payloads): (Vec<Type>, Vec<Payload>) = elements.into_iter().map(Value::into_parts).unzip();
        Value { ty: Type::tuple(types), payload: Payload::Sequence(payloads.into()) }
    }

    /// An object of these attributes, in declaration order; of two under one name the last one
    /// counts. Names are normalised to form C.
    pub fn object<K: AsRef<str>>(attributes: impl IntoIterator<Item = (K, Value)>) -> Value {
        let attributes: Vec<(Arc<str>, Value)> =
            attributes.into_iter().map(|(name, value)| (normalised(name.as_ref()), value)).collect();
        let ty: ObjectType =
            attributes.iter().map(|(name, value)| Attribute::required(name.clone(), value.ty.clone())).collect();
        let mut payloads = vec![Payload::Null; ty.len()];
        for (name, value) in attributes {
            if let Some((at, _)) = ty.get(&name) {
                payloads[at] = value.payload;
            }
        }
        Value { ty: Type::object(ty), payload: Payload::Sequence(payloads.into()) }
    }

    /// A value of the union `ty` that takes the arm of exactly the type of `value`.
    ///
    /// # Errors
    ///
    /// [`ValueError::NotOfType`] if that is not an arm of `ty`.
    pub fn of_union(ty: Type, value: Value) -> Result<Value, ValueError> {
        let payload = Payload::arm(value.ty, value.payload);
        Value::new(ty, payload)
    }

    /// The type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// What is held of it.
    pub fn payload(&self) -> &Payload {
        &self.payload
    }

    /// Type and payload.
    pub fn into_parts(self) -> (Type, Payload) {
        (self.ty, self.payload)
    }

    /// Whether it is null, whatever its marks.
    pub fn is_null(&self) -> bool {
        self.payload.is_null()
    }

    /// Whether it is known, whatever its marks; parts of it may still be unknown.
    pub fn is_known(&self) -> bool {
        self.payload.is_known()
    }

    /// Whether it and everything in it is known.
    pub fn is_wholly_known(&self) -> bool {
        self.payload.is_wholly_known()
    }

    /// The outermost marks.
    pub fn marks(&self) -> Marks {
        self.payload.marks().cloned().unwrap_or_default()
    }

    /// The same value with these marks added.
    ///
    /// ```
    /// use tygen::engine::{Marks, Value};
    /// let secret = Value::string("hunter2").with_marks(&Marks::one("sensitive"));
    /// assert!(secret.marks().contains("sensitive"));
    /// ```
    pub fn with_marks(self, marks: &Marks) -> Value {
        Value { ty: self.ty, payload: self.payload.with_marks(marks) }
    }

    /// The value without its outermost marks, and those.
    pub fn unmark(self) -> (Value, Marks) {
        let (payload, marks) = self.payload.unmark();
        (Value { ty: self.ty, payload }, marks)
    }

    /// The value without marks at any depth, and all that there were.
    pub fn unmark_deep(self) -> (Value, Marks) {
        let mut marks = Marks::none();
        let payload = self.payload.unmark_deep(&mut marks);
        (Value { ty: self.ty, payload }, marks)
    }

    /// The bool, if it is a known one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Payload::Bool(value) = self.payload.bare() { Some(*value) } else { None }
    }

    /// The int, if it is a known one.
    pub fn as_int(&self) -> Option<&BigInt> {
        if let Payload::Int(int) = self.payload.bare() { Some(int) } else { None }
    }

    /// The number, if it is a known one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Payload::Number(number) = self.payload.bare() { Some(number) } else { None }
    }

    /// The text, if it is a known string.
    pub fn as_str(&self) -> Option<&str> {
        if let Payload::String(text) = self.payload.bare() { Some(text) } else { None }
    }

    /// The elements of a known list, set, map, tuple or object, in the defined order: lists and
    /// tuples as they are, maps and objects by key, sets as `semantics.md`, section 2 says. Marks of
    /// the whole are on each of them. Of everything else there are none.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = (Key, Value)> + '_ {
        let marks = self.payload.marks();
        let (mut ty, mut payload) = (self.ty.arrived(), self.payload.unmarked());
        while let Payload::Arm(arm) = payload {
            (ty, payload) = (arm.ty.arrived(), &arm.payload);
        }
        let length = match payload {
            Payload::Sequence(elements) | Payload::Set(elements) => elements.len(),
            Payload::Map(elements) => elements.len(),
            _ => 0,
        };
        (0..length).map(move |at| {
            let (key, ty, part) = element_at(ty, payload, at);
            let part = match marks {
                Some(marks) => part.with_marks(marks),
                None => part,
            };
            (key, Value { ty, payload: part })
        })
    }
}

/// The element at that place; `at` is less than the number of elements.
fn element_at(ty: &Type, payload: &Payload, at: usize) -> (Key, Type, Payload) {
    let element = |ty: &Type| match ty {
        Type::Tuple(elements) => elements.get(at).cloned().unwrap_or(Type::Any),
        collection => collection.element().clone(),
    };
    match (ty, payload) {
        (Type::Object(object), Payload::Sequence(elements)) => {
            let attribute = &object.sorted()[at];
            (Key::Attribute(attribute.name.clone()), attribute.ty.clone(), elements[at].clone())
        }
        (_, Payload::Sequence(elements)) => (Key::Index(at), element(ty), elements[at].clone()),
        (_, Payload::Set(elements)) => (Key::Element, element(ty), elements[at].clone()),
        (_, Payload::Map(elements)) => (Key::Key(elements[at].0.clone()), element(ty), elements[at].1.clone()),
        _ => (Key::Index(at), Type::Any, Payload::Null),
    }
}

fn payload_of(wanted: &Type, value: Value) -> Result<Payload, ValueError> {
    if value.ty == *wanted {
        Ok(value.payload)
    } else if *wanted == Type::Any {
        Ok(Payload::arm(value.ty, value.payload))
    } else {
        Err(ValueError::WrongType { wanted: wanted.clone(), got: value.ty })
    }
}

fn payloads_of(wanted: &Type, values: impl IntoIterator<Item = Value>) -> Result<Vec<Payload>, ValueError> {
    values.into_iter().map(|value| payload_of(wanted, value)).collect()
}

impl Type {
    /// The type below promises and outputs: that of the payload.
    pub(crate) fn arrived(&self) -> &Type {
        let mut ty = self;
        while let Type::Promise(inner) | Type::Output(inner) = ty {
            ty = inner;
        }
        ty
    }

    /// The type of the elements of a list, set or map; of anything else the type itself.
    pub(crate) fn element(&self) -> &Type {
        if let Type::List(element) | Type::Set(element) | Type::Map(element) = self { element } else { self }
    }

    /// Whether a value of a union or of `any` may take this arm. One of `any` takes every one.
    pub(crate) fn takes_arm(&self, arm: &Type) -> bool {
        match self {
            Type::Any => true,
            Type::Union(union) => union.arms().iter().any(|own| own == arm || *own == Type::Any),
            _ => false,
        }
    }

    /// The type that an enum's values are of; of anything else the type itself.
    pub(crate) fn base(&self) -> &Type {
        if let Type::Enum(definition) = self { &definition.base } else { self }
    }
}

impl Value {
    /// Whether the two are equal, if that is known: a bool, unknown or not, with the marks of both.
    ///
    /// Nulls are equal whatever their types; otherwise values of two types are not. An unknown part
    /// makes the answer unknown, unless a known one already differs.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// use tygen::model::Type;
    /// assert_eq!(Value::int(1).equals(&Value::int(1)).as_bool(), Some(true));
    /// assert!(!Value::int(1).equals(&Value::unknown(Type::Int)).is_known());
    /// ```
    pub fn equals(&self, other: &Value) -> Value {
        let mut marks = Marks::none();
        // Beside a null the parts of the other play no role, and neither do their marks.
        if self.is_null() != other.is_null() {
            marks.extend(&self.marks());
            marks.extend(&other.marks());
        } else {
            self.payload.collect_marks(&mut marks);
            other.payload.collect_marks(&mut marks);
        }
        match super::equality::values(self, other) {
            Some(equal) => Value::bool(equal),
            None => Value::unknown(Type::Bool),
        }
        .with_marks(&marks)
    }

    /// Whether the two are the same: the type, the payload at every depth, unknowns and marks.
    pub fn raw_equals(&self, other: &Value) -> bool {
        self.ty == other.ty && super::equality::raw(&self.payload, &other.payload)
    }
}
