//! Capsules: values of the host program, opaque to the engine, with the behaviour it registered.
//!
//! Follows `spec/2-cty-types.txt`, "Capsule Types": without behaviour two capsules are equal if they
//! hold the same object.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::{Value, ValueError};
use crate::model::Type;

/// What a capsule type can do beyond being carried. Every method has a default.
pub trait CapsuleBehaviour: fmt::Debug + Send + Sync {
    /// Whether two contents are equal; `None` means: not known yet. By default as [`Self::raw_equals`].
    fn equals(&self, left: &Arc<dyn Any + Send + Sync>, right: &Arc<dyn Any + Send + Sync>) -> Option<bool> {
        Some(self.raw_equals(left, right))
    }

    /// Whether two contents are the same, the unknown included. By default: the same object.
    fn raw_equals(&self, left: &Arc<dyn Any + Send + Sync>, right: &Arc<dyn Any + Send + Sync>) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(left), Arc::as_ptr(right))
    }

    /// A text that is the same for equal contents; it makes large sets fast. By default the same for all.
    fn hash_key(&self, _content: &Arc<dyn Any + Send + Sync>) -> String {
        String::new()
    }

    /// The conversion of this type to `target`, if there is one.
    fn conversion_to(&self, _target: &Type) -> Option<CapsuleConversion> {
        None
    }

    /// The conversion of `source` to this type, if there is one.
    fn conversion_from(&self, _source: &Type) -> Option<CapsuleConversion> {
        None
    }
}

/// Converts one value; the message of an error is for people.
pub type CapsuleFunction = Arc<dyn Fn(&Value) -> Result<Value, String> + Send + Sync>;

/// A conversion that a capsule type registered. `apply` gets a known, unmarked value that is not null.
#[derive(Clone)]
pub struct CapsuleConversion {
    /// Whether it succeeds for every value.
    pub safe: bool,
    /// Converts one value; the message of an error is for people.
    pub apply: CapsuleFunction,
}

impl fmt::Debug for CapsuleConversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CapsuleConversion").field("safe", &self.safe).finish_non_exhaustive()
    }
}

/// A capsule type: its name and its behaviour.
#[derive(Clone, Debug)]
pub struct CapsuleType {
    name: Arc<str>,
    behaviour: Arc<dyn CapsuleBehaviour>,
}

/// Behaviour for capsules that are only carried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carried;

impl CapsuleBehaviour for Carried {}

impl CapsuleType {
    /// A capsule type whose values are only carried and compared by identity.
    pub fn carried(name: impl Into<Arc<str>>) -> Self {
        Self::new(name, Carried)
    }

    /// A capsule type with behaviour.
    pub fn new(name: impl Into<Arc<str>>, behaviour: impl CapsuleBehaviour + 'static) -> Self {
        Self { name: name.into(), behaviour: Arc::new(behaviour) }
    }

    /// Its name, by which it is compared.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Its behaviour.
    pub fn behaviour(&self) -> &dyn CapsuleBehaviour {
        &*self.behaviour
    }

    /// It as a type: `capsule("name")`.
    pub fn ty(&self) -> Type {
        Type::Capsule(self.name.clone())
    }

    /// A value of this type that holds `content`.
    pub fn value<T: Any + Send + Sync>(&self, content: Arc<T>) -> Value {
        let capsule = Capsule { ty: self.clone(), content };
        Value::trusted(self.ty(), super::Payload::Capsule(Arc::new(capsule)))
    }
}

/// A capsule: an object of the host program and the type that says how it behaves.
#[derive(Clone)]
pub struct Capsule {
    ty: CapsuleType,
    content: Arc<dyn Any + Send + Sync>,
}

impl Capsule {
    /// Its type.
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// The object, if it is a `T`.
    pub fn content<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.content.clone().downcast().ok()
    }

    /// Equality as the type registered it; `None` means: not known yet.
    pub fn equals(&self, other: &Capsule) -> Option<bool> {
        if self.ty.name == other.ty.name {
            self.ty.behaviour.equals(&self.content, &other.content)
        } else {
            Some(false)
        }
    }

    /// Raw equality as the type registered it.
    pub fn raw_equals(&self, other: &Capsule) -> bool {
        self.ty.name == other.ty.name && self.ty.behaviour.raw_equals(&self.content, &other.content)
    }

    /// The same for equal capsules.
    pub fn hash_key(&self) -> String {
        self.ty.behaviour.hash_key(&self.content)
    }
}

impl fmt::Debug for Capsule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "capsule({:?})", self.ty.name)
    }
}

/// The capsule types that a program registered, by name: what planning a conversion asks.
#[derive(Clone, Debug, Default)]
pub struct Capsules(BTreeMap<Arc<str>, CapsuleType>);

impl Capsules {
    /// None registered.
    pub fn none() -> Self {
        Self::default()
    }

    /// Registers a type.
    ///
    /// # Errors
    ///
    /// If another type of that name is registered already.
    pub fn register(&mut self, ty: CapsuleType) -> Result<(), ValueError> {
        if self.0.contains_key(ty.name()) {
            return Err(ValueError::CapsuleRegistered { name: ty.name().clone() });
        }
        self.0.insert(ty.name().clone(), ty);
        Ok(())
    }

    /// The type of that name.
    pub fn get(&self, name: &str) -> Option<&CapsuleType> {
        self.0.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that are equal whatever their case, and not known to be if one is empty.
    #[derive(Debug)]
    struct Caseless;

    fn text(content: &Arc<dyn Any + Send + Sync>) -> String {
        content.downcast_ref::<String>().cloned().unwrap_or_default().to_lowercase()
    }

    impl CapsuleBehaviour for Caseless {
        fn equals(&self, left: &Arc<dyn Any + Send + Sync>, right: &Arc<dyn Any + Send + Sync>) -> Option<bool> {
            let (left, right) = (text(left), text(right));
            if left.is_empty() || right.is_empty() { None } else { Some(left == right) }
        }

        fn raw_equals(&self, left: &Arc<dyn Any + Send + Sync>, right: &Arc<dyn Any + Send + Sync>) -> bool {
            text(left) == text(right)
        }

        fn hash_key(&self, content: &Arc<dyn Any + Send + Sync>) -> String {
            text(content)
        }
    }

    #[test]
    fn carried_capsules_are_equal_if_they_hold_one_object() {
        let ty = CapsuleType::carried("thing");
        let object = Arc::new(1);
        let (one, same, other) = (ty.value(object.clone()), ty.value(object), ty.value(Arc::new(1)));
        assert_eq!(one.equals(&same).as_bool(), Some(true));
        assert_eq!(one.equals(&other).as_bool(), Some(false));
        assert!(one.raw_equals(&same) && !one.raw_equals(&other));
    }

    #[test]
    fn registered_behaviour_counts_in_equality_and_in_sets() {
        let ty = CapsuleType::new("text", Caseless);
        let make = |text: &str| ty.value(Arc::new(text.to_owned()));
        assert_eq!(make("A").equals(&make("a")).as_bool(), Some(true));
        assert!(!make("A").equals(&make("")).is_known());
        assert!(make("").raw_equals(&make("")));
        let set = Value::set(ty.ty(), [make("A"), make("a"), make("b")]).unwrap();
        assert_eq!(set.elements().len(), 2);
    }

    #[test]
    fn a_name_is_registered_once() {
        let mut capsules = Capsules::none();
        capsules.register(CapsuleType::carried("x")).unwrap();
        assert!(capsules.register(CapsuleType::new("x", Caseless)).is_err());
        assert!(capsules.get("x").is_some() && capsules.get("y").is_none());
    }
}
