//! Operations on the parts of a value: length, index, has-index, has-element, attribute.
//!
//! They follow go-cty where it answers; where it panics they give an error. A set answers `index` and
//! `has_index` as `spec/2-cty-types.txt` says, by membership.

use super::equality;
use super::{Marks, Number, Payload, Value, ValueError};
use crate::model::Type;

/// What a key says about a list or tuple.
enum Place {
    At(usize),
    /// Negative or not whole.
    Nowhere,
    /// Too large for any list.
    Beyond,
    Unknown,
    Null,
    /// It is no number.
    OtherType,
}

fn place(key: &Value) -> Place {
    let (ty, payload) = key.taken();
    match (ty, payload) {
        (Type::Any, _) | (Type::Number | Type::Int, Payload::Unknown) => Place::Unknown,
        (Type::Number | Type::Int, Payload::Null) => Place::Null,
        (Type::Number, Payload::Number(number)) => match number.to_bigint_exact() {
            Some(int) => whole(&int),
            None => Place::Nowhere,
        },
        (Type::Int, Payload::Int(int)) => whole(int),
        _ => Place::OtherType,
    }
}

fn whole(int: &num_bigint::BigInt) -> Place {
    match usize::try_from(int) {
        Ok(at) => Place::At(at),
        Err(_) if int.sign() == num_bigint::Sign::Minus => Place::Nowhere,
        Err(_) => Place::Beyond,
    }
}

fn key_text(key: &Value) -> String {
    match key.taken().1 {
        Payload::Number(number) => number.to_string(),
        Payload::Int(int) => int.to_string(),
        _ => format!("a value of type {}", key.ty()),
    }
}

impl Value {
    /// Type and payload below marks and the choice of an arm.
    pub(crate) fn taken(&self) -> (&Type, &Payload) {
        let (mut ty, mut payload) = (self.ty(), self.payload().unmarked());
        // Not through a promise or an output: what they hold has not arrived.
        while let (Type::Union(_) | Type::Any, Payload::Arm(arm)) = (ty, payload) {
            (ty, payload) = (arm.ty(), arm.payload());
        }
        (ty, payload)
    }

    /// The number of elements of a list, set, map or tuple, as a number value.
    ///
    /// A tuple's is known even if the tuple is not. A set with unknown elements has an unknown
    /// length unless it has but one: they may coalesce.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// use tygen::model::Type;
    /// let set = Value::set(Type::Int, [Value::int(1), Value::unknown(Type::Int)])?;
    /// assert!(!set.length()?.is_known());
    /// # Ok::<(), tygen::engine::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is null, or has another type.
    pub fn length(&self) -> Result<Value, ValueError> {
        let operation = "length";
        let (ty, payload) = self.taken();
        let number = |length: usize| Value::number(Number::from_i64(i64::try_from(length).unwrap_or(i64::MAX)));
        let result = match (ty, payload) {
            (Type::Tuple(types), _) => number(types.len()),
            (Type::Any, _) | (Type::List(_) | Type::Set(_) | Type::Map(_), Payload::Unknown) => {
                Value::unknown(Type::Number)
            }
            (Type::List(_) | Type::Set(_) | Type::Map(_), Payload::Null) => {
                return Err(ValueError::Null { operation });
            }
            (Type::List(_), Payload::Sequence(elements)) => number(elements.len()),
            (Type::Map(_), Payload::Map(elements)) => number(elements.len()),
            (Type::Set(_), Payload::Set(elements)) => {
                if elements.len() < 2 || payload.is_wholly_known() {
                    number(elements.len())
                } else {
                    Value::unknown(Type::Number)
                }
            }
            _ => return Err(ValueError::NotApplicable { operation, ty: self.ty().clone() }),
        };
        Ok(result.with_marks(&self.marks()))
    }

    /// The element under a key: a number for a list or tuple, a string for a map, an element for a
    /// set. A map gives null where it has nothing.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// let pair = Value::tuple([Value::string("a"), Value::bool(true)]);
    /// assert_eq!(pair.index(&Value::int(1))?.as_bool(), Some(true));
    /// assert!(pair.index(&Value::int(2)).is_err());
    /// # Ok::<(), tygen::engine::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such element, the key has a wrong type, an argument is null that must not be,
    /// or the type has no elements.
    pub fn index(&self, key: &Value) -> Result<Value, ValueError> {
        let operation = "index";
        let marks = self.marks().and(&key.marks());
        let (ty, payload) = self.taken();
        let result = match ty {
            Type::Any => Value::unknown(Type::Any),
            Type::List(element) => index_list(element, payload, key)?,
            Type::Tuple(types) => index_tuple(types, payload, key)?,
            Type::Map(element) => index_map(element, payload, key)?,
            Type::Set(element) => {
                let found = self.has_element(key)?;
                match found.payload().unmarked() {
                    Payload::Bool(true) => Value::trusted((**element).clone(), key.payload().unmarked().clone()),
                    Payload::Unknown => Value::unknown((**element).clone()),
                    _ => return Err(ValueError::NoSuchElement),
                }
            }
            _ => return Err(ValueError::NotApplicable { operation, ty: self.ty().clone() }),
        };
        Ok(result.with_marks(&marks))
    }

    /// Whether [`Self::index`] finds an element under the key.
    ///
    /// # Errors
    ///
    /// If an argument is null that must not be, or the type has no elements.
    pub fn has_index(&self, key: &Value) -> Result<Value, ValueError> {
        let operation = "has_index";
        let marks = self.marks().and(&key.marks());
        let (ty, payload) = self.taken();
        let result = match ty {
            Type::Any => Value::unknown(Type::Bool),
            Type::Set(_) => self.has_element(key)?,
            Type::Map(_) => has_key(operation, payload, key)?,
            Type::Tuple(types) => has_place(operation, &Payload::Null, key, Some(types.len()))?,
            Type::List(_) => has_place(operation, payload, key, None)?,
            _ => return Err(ValueError::NotApplicable { operation, ty: self.ty().clone() }),
        };
        Ok(result.with_marks(&marks))
    }

    /// Whether a set has this element. Not known while the element is not, nor where the set has
    /// unknown elements and no known one is equal.
    ///
    /// # Errors
    ///
    /// If this is null or no set.
    pub fn has_element(&self, element: &Value) -> Result<Value, ValueError> {
        let operation = "has_element";
        let mut marks = self.marks();
        let (ty, payload) = self.taken();
        let element_type = match (ty, payload) {
            (Type::Set(_), Payload::Null) => return Err(ValueError::Null { operation }),
            (Type::Set(element_type), _) => element_type,
            (Type::Any, _) => return Ok(Value::unknown(Type::Bool).with_marks(&marks)),
            _ => return Err(ValueError::NotApplicable { operation, ty: self.ty().clone() }),
        };
        element.payload().collect_marks(&mut marks);
        let result = match payload {
            _ if *element.ty() != Type::Any && element.ty() != &**element_type => Value::bool(false),
            Payload::Set(elements) => {
                let found = equality::any(elements.iter().map(|member| equality::payloads(member, element.payload())));
                found.map_or_else(|| Value::unknown(Type::Bool), Value::bool)
            }
            _ => Value::unknown(Type::Bool),
        };
        Ok(result.with_marks(&marks))
    }

    /// The attribute of an object. The name is normalised to form C first.
    ///
    /// # Errors
    ///
    /// If it is null or no object, or the object has no such attribute.
    pub fn get_attr(&self, name: &str) -> Result<Value, ValueError> {
        let operation = "get_attr";
        let (ty, payload) = self.taken();
        let result = match ty {
            Type::Any => Value::unknown(Type::Any),
            Type::Object(object) => {
                let name = super::payload::normalised(name);
                let Some((at, attribute)) = object.get(&name) else {
                    return Err(ValueError::NoSuchAttribute { name, ty: ty.clone() });
                };
                match payload {
                    Payload::Sequence(elements) => Value::trusted(attribute.ty.clone(), elements[at].clone()),
                    Payload::Unknown => Value::unknown(attribute.ty.clone()),
                    _ => return Err(ValueError::Null { operation }),
                }
            }
            _ => return Err(ValueError::NotApplicable { operation, ty: self.ty().clone() }),
        };
        Ok(result.with_marks(&self.marks()))
    }
}

/// Where in a list of that length the key points, or why nowhere.
fn within(key: &Value, length: usize) -> Result<usize, ValueError> {
    match place(key) {
        Place::At(at) if at < length => Ok(at),
        Place::At(_) | Place::Beyond => Err(ValueError::OutOfRange { index: key_text(key), length }),
        Place::Null => Err(ValueError::Null { operation: "index" }),
        Place::Nowhere | Place::OtherType | Place::Unknown => Err(ValueError::NotAnIndex { key: key_text(key) }),
    }
}

fn index_list(element: &Type, payload: &Payload, key: &Value) -> Result<Value, ValueError> {
    match (place(key), payload) {
        (Place::OtherType, _) => Err(ValueError::WrongType { wanted: Type::Number, got: key.ty().clone() }),
        (Place::Unknown, _) | (_, Payload::Unknown) => Ok(Value::unknown(element.clone())),
        (_, Payload::Sequence(elements)) => {
            Ok(Value::trusted(element.clone(), elements[within(key, elements.len())?].clone()))
        }
        _ => Err(ValueError::Null { operation: "index" }),
    }
}

fn index_tuple(types: &[Type], payload: &Payload, key: &Value) -> Result<Value, ValueError> {
    match place(key) {
        Place::OtherType => return Err(ValueError::WrongType { wanted: Type::Number, got: key.ty().clone() }),
        // Which of the types it will be is not known either.
        Place::Unknown => return Ok(Value::unknown(Type::Any)),
        Place::At(_) | Place::Beyond | Place::Nowhere | Place::Null => {}
    }
    let at = within(key, types.len())?;
    match payload {
        Payload::Unknown => Ok(Value::unknown(types[at].clone())),
        Payload::Sequence(elements) => Ok(Value::trusted(types[at].clone(), elements[at].clone())),
        _ => Err(ValueError::Null { operation: "index" }),
    }
}

fn index_map(element: &Type, payload: &Payload, key: &Value) -> Result<Value, ValueError> {
    let operation = "index";
    match (key.taken(), payload) {
        ((Type::Any, _), _) => Ok(Value::unknown(element.clone())),
        ((Type::String, Payload::Unknown), _) | ((Type::String, _), Payload::Unknown) => {
            Ok(Value::unknown(element.clone()))
        }
        ((Type::String, Payload::String(key)), Payload::Map(elements)) => {
            let found = elements.binary_search_by(|(candidate, _)| candidate.cmp(key));
            Ok(match found {
                Ok(at) => Value::trusted(element.clone(), elements[at].1.clone()),
                Err(_) => Value::null(element.clone()),
            })
        }
        ((Type::String, _), _) => Err(ValueError::Null { operation }),
        _ => Err(ValueError::WrongType { wanted: Type::String, got: key.ty().clone() }),
    }
}

fn has_key(operation: &'static str, payload: &Payload, key: &Value) -> Result<Value, ValueError> {
    match (key.taken(), payload) {
        ((Type::Any, _), _) => Ok(Value::unknown(Type::Bool)),
        ((Type::String, Payload::Unknown), _) | ((Type::String, _), Payload::Unknown) => Ok(Value::unknown(Type::Bool)),
        ((Type::String, Payload::String(key)), Payload::Map(elements)) => {
            Ok(Value::bool(elements.binary_search_by(|(candidate, _)| candidate.cmp(key)).is_ok()))
        }
        ((Type::String, _), _) => Err(ValueError::Null { operation }),
        _ => Ok(Value::bool(false)),
    }
}

/// Whether a list, or a tuple of that length, has an element there.
fn has_place(
    operation: &'static str,
    payload: &Payload,
    key: &Value,
    tuple: Option<usize>,
) -> Result<Value, ValueError> {
    let place = place(key);
    match place {
        Place::Unknown => return Ok(Value::unknown(Type::Bool)),
        Place::OtherType => return Ok(Value::bool(false)),
        Place::At(_) | Place::Nowhere | Place::Beyond | Place::Null => {}
    }
    let length = match (tuple, payload) {
        (None, Payload::Unknown) => return Ok(Value::unknown(Type::Bool)),
        (Some(length), _) => Some(length),
        (None, Payload::Sequence(elements)) => Some(elements.len()),
        (None, _) => None,
    };
    match (place, length) {
        // No list has an element there, not even one that is null.
        (Place::Nowhere | Place::Beyond | Place::Unknown | Place::OtherType, _) => Ok(Value::bool(false)),
        (Place::At(at), Some(length)) => Ok(Value::bool(at < length)),
        (Place::Null, _) | (Place::At(_), None) => Err(ValueError::Null { operation }),
    }
}

impl Marks {
    /// The marks of several values together.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a Value>) -> Marks {
        values.into_iter().fold(Marks::none(), |marks, value| marks.and(&value.marks()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Value {
        Value::number(Number::parse(text).unwrap())
    }

    #[test]
    fn an_index_is_a_whole_number_that_is_not_negative() {
        let list = Value::list(Type::Bool, [Value::bool(true)]).unwrap();
        assert_eq!(list.index(&number("0")).unwrap().as_bool(), Some(true));
        assert_eq!(list.index(&Value::int(0)).unwrap().as_bool(), Some(true));
        for key in [number("1"), number("-1"), number("0.5"), number("1e30"), number("inf"), Value::string("0")] {
            assert!(list.index(&key).is_err(), "{key:?}");
            assert_eq!(list.has_index(&key).unwrap().as_bool(), Some(false), "{key:?}");
        }
        assert!(list.index(&Value::null(Type::Number)).is_err());
        assert!(!list.index(&Value::unknown(Type::Number)).unwrap().is_known());
    }

    #[test]
    fn a_set_is_asked_for_its_elements() {
        let set = Value::set(Type::Int, [Value::int(1), Value::unknown(Type::Int)]).unwrap();
        assert_eq!(set.has_index(&Value::int(1)).unwrap().as_bool(), Some(true));
        assert!(!set.has_index(&Value::int(2)).unwrap().is_known());
        assert_eq!(set.has_index(&Value::string("1")).unwrap().as_bool(), Some(false));
        assert_eq!(set.index(&Value::int(1)).unwrap().as_int(), Some(&1.into()));
        let known = Value::set(Type::Int, [Value::int(1)]).unwrap();
        assert_eq!(known.index(&Value::int(2)).unwrap_err(), ValueError::NoSuchElement);
    }

    #[test]
    fn attributes_are_found_by_their_normal_form() {
        let object = Value::object([("é", Value::int(1))]).with_marks(&Marks::one("m"));
        let found = object.get_attr("e\u{301}").unwrap();
        assert_eq!(found.as_int(), Some(&1.into()));
        assert!(found.marks().contains("m"));
        assert!(object.get_attr("x").is_err());
        assert!(Value::null(object.ty().clone()).get_attr("é").is_err());
        assert!(!Value::unknown(object.ty().clone()).get_attr("é").unwrap().is_known());
    }

    #[test]
    fn the_arm_that_was_taken_answers_but_not_what_has_yet_to_arrive() {
        let list = Value::list(Type::Bool, [Value::bool(true)]).unwrap();
        let union = Type::union([list.ty().clone(), Type::None]);
        let taken = Value::of_union(union, list.clone()).unwrap();
        assert_eq!(taken.index(&Value::int(0)).unwrap().as_bool(), Some(true));
        let promise = Value::new(Type::promise(list.ty().clone()), list.payload().clone()).unwrap();
        assert!(promise.index(&Value::int(0)).is_err());
        assert!(promise.length().is_err());
    }
}
