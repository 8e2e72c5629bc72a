//! Values that cross a boundary as JSON (`wire.md`, `docs/conversions.md`): how generated code must read and
//! write them, worked out from [codecs](crate::codec) by an interpreter that is simple rather than fast.
//! `tygen verify` asks it.
//!
//! ```
//! use tygen::codec::{Codecs, Root};
//! use tygen::engine::wire::Judge;
//! use tygen::model::{Definition, Package, Place, Presence, Property, Schema, Type, TypeDeclaration, TypeName};
//!
//! let name = TypeName { package: "p".into(), name: "Port".into() };
//! let mut number = Property::new("number", Type::Int);
//! number.presence = Presence::Required;
//! let declaration = TypeDeclaration {
//!     name: name.clone(),
//!     place: Place::alone("", "Port"),
//!     documentation: Default::default(),
//!     definition: Definition::Object(vec![number]),
//!     numbers: None,
//!     origin: Default::default(),
//! };
//! let mut package = Package { name: "p".into(), ..Package::default() };
//! package.types.insert("Port".into(), declaration);
//! let mut schema = Schema::default();
//! schema.packages.insert("p".into(), package);
//!
//! let codecs = Codecs::of(&schema.hoist());
//! let judge = Judge::new(&codecs);
//! let port = Root::Type(name);
//! assert_eq!(judge.decode(&port, r#"{"number": "8e1"}"#), Err(vec![".number: an integer is required".to_owned()]));
//! assert_eq!(judge.decode(&port, r#"{"number": 8e1}"#), Ok(r#"{"number":80}"#.to_owned()));
//! ```

mod decode;
mod judge;
mod node;
mod number;
mod read;
mod safety;
mod signed;
mod special;
mod union;
mod write;

pub use judge::{Answer, Judge, same};
pub use signed::{
    ARCHIVE, ASSET, OUTPUT, RESOURCE, SECRET, SIGNATURE, UNKNOWN, archive_from_json, archive_to_json, asset_from_json,
    asset_to_json, hash_of_text, reference_from_json, reference_to_json,
};

/// Bytes in base64.
pub const BYTES: &str = "803fd3297a5875dc03ca845dda5d2a98";
/// A double as the digits of its bits.
pub const DOUBLE: &str = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";

/// The strings that stand for a value not known yet: [`UNKNOWN`], and those for other kinds.
pub const UNKNOWNS: [&str; 7] = [
    UNKNOWN,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// How deep arrays and objects may be nested.
pub const MAX_DEPTH: usize = 256;

/// How many arms of unions may be tried on one value.
pub const MAX_ATTEMPTS: usize = 1 << 20;
