//! What a conversion does, as data.

use std::sync::Arc;

use super::super::{CapsuleConversion, Payload};
use super::Primitive;
use crate::model::{Discriminator, EnumType, Literal, ObjectType, Type};

/// What is done to a value. Null, unknown and marks pass through all of them by themselves.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The value stays as it is, of whatever type it is.
    Keep,
    /// One primitive becomes another.
    Primitive(Primitive),
    /// The value becomes one of the base type, and has to be a member.
    Enumeration(Box<Members>),
    /// Part by part, into the type asked for.
    Fixed(Box<Form>),
    /// Part by part, into a type that depends on the parts, because the target says `any`.
    Open(Box<Dynamic>),
    /// The result of a dynamic rule, with each part in the place of an `any` wrapped together with its
    /// type: what stands in a union or in a named type.
    Fitted(Box<Fitted>),
    /// The arm of a union is chosen by the value.
    Choose(Box<Choice>),
    /// The value `none` takes this arm of a union.
    NoneAs(Box<Part>),
    /// The value brings its type: the conversion is planned when it comes.
    FromAny(Box<Type>),
    /// A rule of the plan's table.
    Reference(usize),
    /// A conversion that a capsule type registered.
    Capsule(Box<Registered>),
}

/// A rule and the type that its result has.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The rule.
    pub rule: Rule,
    /// The type asked for, without optional markers.
    pub to: Type,
}

/// An open part in a place whose type is fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The type of what comes.
    pub from: Type,
    /// What is done to it.
    pub part: Part,
}

/// A borrowed [`Part`].
#[derive(Clone, Copy)]
pub(super) struct PartRef<'a> {
    pub rule: &'a Rule,
    pub to: &'a Type,
}

impl Part {
    pub(super) fn borrow(&self) -> PartRef<'_> {
        PartRef { rule: &self.rule, to: &self.to }
    }
}

/// A form whose result type depends on the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Dynamic {
    /// The type asked for, without optional markers.
    pub to: Type,
    /// How the parts make the whole.
    pub form: Form,
}

/// How the parts of a value make the result.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Every element of a list or set by one rule, into a list or set.
    Elements {
        /// What the elements come from.
        source: Source,
        /// What they go into.
        into: Assembly,
        /// What is done to each.
        part: Part,
    },
    /// Every element of a map by one rule, into a map.
    Members(Part),
    /// Each element of a tuple by its own rule, into a tuple, list or set.
    Each {
        /// What they go into.
        into: Assembly,
        /// What is done to each.
        parts: Box<[Part]>,
    },
    /// A list or set of exactly as many elements, into a tuple.
    Exactly {
        /// What the elements come from.
        source: Source,
        /// What is done to each.
        parts: Box<[Part]>,
    },
    /// Each attribute of an object by its own rule, into a map; in the order of the source's
    /// [`ObjectType::sorted`].
    ObjectToMap(Box<[(Arc<str>, Part)]>),
    /// Attributes of an object, into an object; in the order of the target's [`ObjectType::sorted`].
    ObjectToObject(Box<[Field]>),
    /// Elements of a map, into an object; in the order of the target's [`ObjectType::sorted`].
    MapToObject(Box<[Slot]>),
    /// By the arm that the value took.
    Arms(Box<[(Type, Option<Part>)]>),
    /// By way of another type: what comes of the first step is converted as the value that it is.
    Through(Fitted),
    /// Into a promise or output.
    Eventual(Eventual, Fitted),
}

/// What elements come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A list.
    List,
    /// A set: how many there are may not be known.
    Set,
}

/// What elements go into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembly {
    /// A tuple.
    Tuple,
    /// A list.
    List,
    /// A set.
    Set,
}

/// What arrives later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eventual {
    /// A promise.
    Promise,
    /// An output.
    Output,
}

/// An attribute of the result that comes from an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its place in the order of declaration.
    pub rank: usize,
    /// Where its value comes from.
    pub source: FieldSource,
}

/// Where the value of an attribute comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldSource {
    /// From the attribute at this place in the source's [`ObjectType::sorted`].
    Attribute(usize, Part),
    /// From nowhere: the null of this type.
    Absent(Type),
    /// From nowhere: this value.
    Default(DefaultValue),
}

/// An attribute of the result that comes from a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its name, the key in the map.
    pub name: Arc<str>,
    /// Its place in the order of declaration.
    pub rank: usize,
    /// What is done to it; `None`: it must not be there, for its type does not convert.
    pub part: Option<Part>,
    /// What becomes of it if the map does not have it.
    pub absence: Absence,
}

/// What becomes of an attribute that the map does not have.
#[derive(Clone, Debug, PartialEq)]
pub enum Absence {
    /// It must be there.
    Problem,
    /// It is the null of this type.
    Null(Type),
    /// It is this value.
    Default(DefaultValue),
}

/// What stands in for an attribute that is absent.
#[derive(Clone, Debug)]
pub struct DefaultValue {
    /// As declared.
    pub literal: Literal,
    /// The attribute's type.
    pub ty: Type,
    pub(super) payload: Payload,
}

/// Two are equal if literal and type are: the payload follows from them.
impl PartialEq for DefaultValue {
    fn eq(&self, other: &Self) -> bool {
        self.literal == other.literal && self.ty == other.ty
    }
}

/// Membership of an enum.
#[derive(Clone, Debug)]
pub struct Members {
    /// To the base type.
    pub base: Rule,
    /// The enum.
    pub definition: Arc<EnumType>,
    pub(super) values: Box<[Payload]>,
}

/// Two are equal if rule and definition are: the payloads follow from them.
impl PartialEq for Members {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.definition == other.definition
    }
}

/// The arms of a union that a value may take, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The union, for messages.
    pub union: Type,
    /// The arms that there is a conversion to.
    pub arms: Box<[Arm]>,
    /// The attribute that names the arm, if the schema says so.
    pub discriminator: Option<Discriminator>,
    /// The attributes of the source, if it is an object.
    pub attributes: Option<Arc<ObjectType>>,
}

/// An arm of a union that a value may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// As safe as this.
    pub safety: super::Safety,
    /// What is done to the value; the type is that of the arm.
    pub part: Part,
    /// The arm as the union declares it.
    pub declared: Type,
    /// The attributes that the arm keeps, if it is an object.
    pub keeps: Option<Arc<ObjectType>>,
}

/// A conversion that a capsule type registered.
#[derive(Clone, Debug)]
pub struct Registered {
    /// From where.
    pub from: Type,
    /// To where.
    pub to: Type,
    pub(super) conversion: CapsuleConversion,
}

/// Two are equal if the types are: each pair has one conversion in a scope.
impl PartialEq for Registered {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && self.to == other.to
    }
}
