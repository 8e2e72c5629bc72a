//! How values of a schema are read and written: what generated code in every language and the engine
//! both follow (`docs/conversions.md`). Data, made once from the declarations of a hoisted schema.
//!
//! A [`Codec`] is what stands in one place: a primitive in its representation, a container, a name. What
//! a name stands for is a [`Definition`]. Promises and outputs are gone: a codec is of resolved values.
//!
//! ```
//! use tygen::codec::{Codec, Codecs, Root};
//! # let schema = tygen::model::Schema::default().into_hoisted();
//! let codecs = Codecs::of(&schema);
//! for root in codecs.roots() {
//!     println!("{root}: {:?}", codecs.definition(root));
//! }
//! ```

mod lower;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::model::{IntRepresentation, Literal, NullReading, NumberRepresentation, Numbers, Presence, Type, TypeName};

/// How the value in one place is read and written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Codec {
    /// Null.
    None,
    /// True or false.
    Bool,
    /// An integer, held so.
    Int(IntRepresentation),
    /// A number, held so.
    Number(NumberRepresentation),
    /// Text.
    String,
    /// A value of any type.
    Any,
    /// A blob.
    Asset,
    /// A map of blobs.
    Archive,
    /// A reference to a resource with that token.
    Resource(Arc<str>),
    /// What only its maker understands, by name.
    Capsule(Arc<str>),
    /// Null, or what stands inside.
    Nullable(Box<Codec>),
    /// Elements in order.
    List(Box<Codec>),
    /// Elements, none twice.
    Set(Box<Codec>),
    /// Elements by key.
    Map(Box<Codec>),
    /// A declared type.
    Named(TypeName),
}

/// What a declared type stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Named attributes.
    Object(ObjectCodec),
    /// So many elements.
    Tuple(Vec<Codec>),
    /// One of these values of a primitive type, as declared.
    Enum {
        /// How a value is read before it is asked whether it is one of these.
        base: Codec,
        /// The values, none twice.
        values: Vec<Literal>,
    },
    /// One of several.
    Union(UnionCodec),
    /// Another name.
    Alias(Codec),
}

/// How an object is read and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectCodec {
    /// What it is called in messages: the declared name, as the schema writes it; the token of a
    /// resource or function.
    pub name: Arc<str>,
    /// Its attributes, in declaration order.
    pub fields: Vec<FieldCodec>,
    /// What null means where an attribute's type does not take it.
    pub nulls: NullReading,
}

/// One attribute of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldCodec {
    /// Its name on the wire.
    pub name: Arc<str>,
    /// How its value is read.
    pub codec: Codec,
    /// What is so if it is missing.
    pub presence: Presence,
    /// The only value that it may have: then the codec is that of its base type.
    pub constant: Option<Literal>,
    /// Whether its value is secret however it arrives.
    pub secret: bool,
}

/// How the arm of a union is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnionCodec {
    /// The arms in declaration order, two at least.
    pub arms: Vec<Codec>,
    /// What names an arm.
    pub discriminator: Option<DiscriminatorCodec>,
}

/// The attribute that names the arm of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscriminatorCodec {
    /// The attribute's name on the wire.
    pub property: Arc<str>,
    /// From its value to the number of an arm, in declaration order.
    pub mapping: Vec<(Arc<str>, usize)>,
}

/// What has a codec in generated code. As text: `type pkg.Name`, `inputs token`, …
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// A declared type.
    Type(TypeName),
    /// The inputs of a resource of a package.
    ResourceInputs(Arc<str>, Arc<str>),
    /// The outputs of a resource of a package.
    ResourceOutputs(Arc<str>, Arc<str>),
    /// By what a resource of a package is looked up.
    StateInputs(Arc<str>, Arc<str>),
    /// The arguments of a function of a package.
    FunctionInputs(Arc<str>, Arc<str>),
    /// The answer of a function of a package.
    FunctionResult(Arc<str>, Arc<str>),
}

/// All codecs of a schema.
#[derive(Clone, Debug, Default)]
pub struct Codecs {
    types: BTreeMap<TypeName, Definition>,
    roots: IndexMap<Root, Definition>,
}

impl Codecs {
    /// What a declared type stands for.
    pub fn named(&self, name: &TypeName) -> Option<&Definition> {
        self.types.get(name)
    }

    /// What has a codec, in declaration order: types, resources, functions of each package in turn.
    pub fn roots(&self) -> impl Iterator<Item = &Root> {
        self.roots.keys()
    }

    /// What a root stands for.
    pub fn definition(&self, root: &Root) -> Option<&Definition> {
        match root {
            Root::Type(name) => self.types.get(name),
            Root::ResourceInputs(..)
            | Root::ResourceOutputs(..)
            | Root::StateInputs(..)
            | Root::FunctionInputs(..)
            | Root::FunctionResult(..) => self.roots.get(root),
        }
    }

    /// The codec with aliases looked through.
    pub fn behind<'a>(&'a self, mut codec: &'a Codec) -> &'a Codec {
        // An alias of itself is no schema that loads; the bound is for models made by hand.
        for _ in 0..=self.types.len() {
            match codec {
                Codec::Named(name) => match self.types.get(name) {
                    Some(Definition::Alias(inner)) => codec = inner,
                    Some(
                        Definition::Object(_) | Definition::Tuple(_) | Definition::Enum { .. } | Definition::Union(_),
                    )
                    | None => return codec,
                },
                other => return other,
            }
        }
        codec
    }

    /// Whether null is a value of the codec.
    pub fn takes_null(&self, codec: &Codec) -> bool {
        match self.behind(codec) {
            Codec::None | Codec::Any | Codec::Nullable(_) => true,
            Codec::Named(name) => match self.named(name) {
                Some(Definition::Union(union)) => union.arms.iter().any(|arm| self.takes_null(arm)),
                Some(Definition::Object(_) | Definition::Tuple(_) | Definition::Enum { .. } | Definition::Alias(_))
                | None => false,
            },
            Codec::Bool
            | Codec::Int(_)
            | Codec::Number(_)
            | Codec::String
            | Codec::Asset
            | Codec::Archive
            | Codec::Resource(_)
            | Codec::Capsule(_)
            | Codec::List(_)
            | Codec::Set(_)
            | Codec::Map(_) => false,
        }
    }

    /// What is so if an attribute is missing. A default of null where null is no value leaves it absent.
    pub fn presence<'p>(&self, presence: &'p Presence, codec: &Codec) -> &'p Presence {
        match presence {
            Presence::Default(Literal::Null) if !self.takes_null(codec) => &Presence::Optional,
            Presence::Required | Presence::Optional | Presence::Default(_) => presence,
        }
    }
}

impl Codec {
    /// What stands where a type of a hoisted schema stands, with numbers held so.
    pub fn of(ty: &Type, numbers: Numbers) -> Self {
        lower::codec(ty, numbers)
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Root::Type(name) => write!(f, "type {}.{}", name.package, name.name),
            Root::ResourceInputs(package, token) => write!(f, "inputs {package} {token}"),
            Root::ResourceOutputs(package, token) => write!(f, "outputs {package} {token}"),
            Root::StateInputs(package, token) => write!(f, "state {package} {token}"),
            Root::FunctionInputs(package, token) => write!(f, "arguments {package} {token}"),
            Root::FunctionResult(package, token) => write!(f, "result {package} {token}"),
        }
    }
}
