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
