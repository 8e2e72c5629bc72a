//! tygen's own format, described in `docs/schema-format.md`.

mod raw;

pub use raw::json_schema;
