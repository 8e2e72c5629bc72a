//! What generated types are made of: values that arrive later, arguments that may be such values, and
//! the kinds of value that Rust has no type of its own for.

mod asset;
mod error;
mod input;
mod nullable;
mod number;
mod output;
mod promise;
mod reference;
mod shared;
mod value;

pub use self::asset::{Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource};
pub use self::error::{Error, Path, Problem, Step};
pub use self::input::{Input, Resolve};
pub use self::nullable::Nullable;
pub use self::number::{ExactNumber, NotANumber};
pub use self::output::{Content, Output, OutputData};
pub use self::promise::Promise;
pub use self::reference::{Capsule, ResourceReference};
pub use self::value::Value;
pub use num_bigint::BigInt;

pub use self::number::{exact, integer};
