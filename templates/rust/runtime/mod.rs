//! What generated types are made of: values that arrive later, arguments that may be such values, the
//! kinds of value that Rust has no type of its own for, and how all of them are read from JSON and
//! written back.

mod asset;
mod attributes;
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
pub mod schema;
mod set;
mod shared;
mod special;
mod tar;
mod union;
mod value;
mod writer;

pub use self::asset::{Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource};
pub use self::codec::{Codec, Root};
pub use self::error::{Error, Path, Problem, Step};
pub use self::hash::Fetch;
pub use self::input::{Arriving, Input, Resolve};
pub use self::json::Json;
pub use self::lifted::{Key, Part};
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

pub use self::codec::{decode, encode, parse, stringify};
pub use self::input::{decode_input, parse_input};
pub use self::lifted::{decode_output, encode_output, parse_output};
pub use self::number::{exact, integer};

#[allow(unused_imports)]
pub(crate) use self::generated::{
    arguments, attributes, declared, elements, enumeration, inner, named, newtype, object, shown,
    tuple, union, variants, write_value,
};

/// What generated code calls, and nobody else.
#[doc(hidden)]
pub mod private {
    pub use super::reader::Form;
    pub use super::writer::With;
    pub use super::writer::{debug, equal};
}
