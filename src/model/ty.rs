//! The closed sum of all types.

use std::fmt;
use std::sync::Arc;

use super::{Literal, ObjectType, UnionType};

/// A type. Cheap to clone: compound types share their parts.
///
/// Equality is that of the type system: objects are compared by structure whatever the order of
/// their attributes, unions as sets of arms, resources, capsules and named types by name.
///
/// ```
/// use tygen::model::Type;
/// let ports = Type::list(Type::union([Type::Int, Type::String]));
/// assert_eq!(ports, Type::list(Type::union([Type::String, Type::Int])));
/// assert_eq!(ports.to_string(), "list(union(int, string))");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The type of the null value alone (HCL2 extended types).
    None,
    /// `true` or `false`.
    Bool,
    /// An integer of any size (HCL2 extended types).
    Int,
    /// An arbitrary-precision binary float (cty).
    Number,
    /// Unicode text, NFC-normalised when a value is made (cty).
    String,
    /// The dynamic pseudo-type: a placeholder for a type that is not known yet (cty).
    Any,
    /// A blob (Pulumi).
    Asset,
    /// A map of blobs (Pulumi).
    Archive,
    /// A reference to a resource, by the resource's token (Pulumi).
    Resource(Arc<str>),
    /// An opaque value, by the capsule's name (cty).
    Capsule(Arc<str>),
    /// A sequence of values of one type.
    List(Arc<Type>),
    /// Unique values of one type.
    Set(Arc<Type>),
    /// Values of one type under string keys.
    Map(Arc<Type>),
    /// A fixed number of values, each of its own type.
    Tuple(Arc<[Type]>),
    /// Named attributes, each of its own type.
    Object(Arc<ObjectType>),
    /// A value of one of several types.
    Union(Arc<UnionType>),
    /// One of a fixed set of values of a primitive type (Pulumi).
    Enum(Arc<EnumType>),
    /// A value that arrives later.
    Promise(Arc<Type>),
    /// A value that arrives later, with dependencies, and may be unknown or secret (Pulumi).
    Output(Arc<Type>),
    /// A declared type, by name; may be recursive.
    Named(Arc<NamedType>),
}

/// One of a fixed set of values. Two enums are equal if base and values are; a declared enum is
/// nominal because it is reached through [`Type::Named`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumType {
    /// The type of every value: bool, int, number or string.
    pub base: Type,
    /// The values in declaration order, each of the base type, none twice.
    pub values: Vec<Literal>,
}

/// The name of a declared type: unique in a [`super::Schema`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeName {
    /// The package that declares it.
    pub package: Arc<str>,
    /// The name there, as the schema writes it (for Pulumi, the token).
    pub name: Arc<str>,
}

/// A reference to a declared type, in the shapes that were asked of it.
///
/// The shape of a reference is a reference in that shape, so that recursion ends
/// (`semantics.md`, section 6). An empty list means the type as declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedType {
    /// Whose definition it stands for.
    pub name: TypeName,
    /// The shapes taken of that definition, first applied first.
    pub shapes: Vec<Shape>,
}

/// The type functions of the Pulumi type system, and `resolved`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Every part may be plain or an output.
    Input,
    /// Every part is an output.
    Output,
    /// One layer of promise or output taken off wherever one is met.
    Plain,
    /// No promise or output at any depth.
    Resolved,
}

impl Type {
    /// `list(element)`.
    pub fn list(element: Type) -> Type {
        Type::List(Arc::new(element))
    }

    /// `set(element)`.
    pub fn set(element: Type) -> Type {
        Type::Set(Arc::new(element))
    }

    /// `map(element)`.
    pub fn map(element: Type) -> Type {
        Type::Map(Arc::new(element))
    }

    /// `tuple([elements])`.
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Type {
        Type::Tuple(elements.into_iter().collect())
    }

    /// An object type with these attributes.
    pub fn object(object: ObjectType) -> Type {
        Type::Object(Arc::new(object))
    }

    /// The union of these types: flattened, without duplicates; a union of one type is that type.
    pub fn union(arms: impl IntoIterator<Item = Type>) -> Type {
        UnionType::of(arms, None)
    }

    /// `union(ty, none)`.
    pub fn nullable(ty: Type) -> Type {
        Type::union([ty, Type::None])
    }

    /// `enum(base, values)`.
    pub fn enumeration(base: Type, values: Vec<Literal>) -> Type {
        Type::Enum(Arc::new(EnumType { base, values }))
    }

    /// `promise(element)`.
    pub fn promise(element: Type) -> Type {
        Type::Promise(Arc::new(element))
    }

    /// `output(element)`.
    pub fn output(element: Type) -> Type {
        Type::Output(Arc::new(element))
    }

    /// `input(element)`: shorthand for `union(element, output(element))`.
    pub fn input(element: Type) -> Type {
        Type::union([element.clone(), Type::output(element)])
    }

    /// A reference to a declared type, as declared.
    pub fn named(name: TypeName) -> Type {
        Type::Named(Arc::new(NamedType { name, shapes: Vec::new() }))
    }
}

impl TypeName {
    /// The type `name` of `package`.
    pub fn new(package: impl Into<Arc<str>>, name: impl Into<Arc<str>>) -> Self {
        Self { package: package.into(), name: name.into() }
    }
}

impl fmt::Debug for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.package, self.name)
    }
}

impl Shape {
    /// The word for it on the command line and in vectors.
    pub fn word(self) -> &'static str {
        match self {
            Shape::Input => "input",
            Shape::Output => "output",
            Shape::Plain => "plain",
            Shape::Resolved => "resolved",
        }
    }
}
