//! What generated types are made of: values that arrive later, arguments that may be such values, the
//! kinds of value that Rust has no type of its own for, and how all of them are read from JSON and
//! written back.

mod arguments;
mod asset;
mod canonical;
mod codec;
mod convert;
mod encode;
mod error;
mod generated;
mod hash;
mod input;
mod json;
mod lifted;
mod node;
mod nullable;
mod number;
mod output;
mod primitive;
mod promise;
mod reader;
mod reference;
mod rounding;
/// What generated code says of its types.
pub mod schema;
mod set;
mod shared;
mod special;
mod union;
mod value;
mod writer;

pub use self::asset::{Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource};
pub use self::codec::{decode, encode, parse, stringify, Codec, Declared, Root};
pub use self::error::{Error, Path, Problem, Step};
pub use self::input::{decode_input, parse_input, Input, Resolve};
pub use self::json::Json;
pub use self::lifted::{decode_output, encode_output, parse_output, Key, Part};
pub use self::node::{Marked, Marks, Node};
pub use self::nullable::Nullable;
pub use self::number::{ExactNumber, NotANumber};
pub use self::output::{Content, Later, Output, OutputData};
pub use self::promise::Promise;
pub use self::reader::{Bail, Read, Reader};
pub use self::reference::{Capsule, ResourceReference};
pub use self::schema::Type;
pub use self::value::Value;
pub use self::writer::Writer;
pub use num_bigint::BigInt;

pub use self::number::{exact, integer};

#[allow(unused_imports)]
pub(crate) use self::generated::{
    arguments, arms, declared, enumeration, named, newtype, newtype_arguments, object, plain,
    tuple, tuple_arguments, union, write_attribute, write_value,
};

/// What generated code calls, and nobody else.
#[doc(hidden)]
pub mod private {
    pub use super::arguments::{
        argument, arm, arms, attributes, behind, element, elements, misplaced, taken, Arguments,
    };
    pub use super::codec::{fill, may, need};
    pub use super::input::plain;
    pub use super::writer::node;
}
