//! The format's JSON Schema in the repository is the one that the code describes.

use std::path::Path;

#[test]
fn the_json_schema_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/tygen.schema.json");
    let fresh = serde_json::to_string_pretty(&tygen::loader::native::json_schema()).unwrap() + "\n";
    if std::env::var_os("TYGEN_UPDATE").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == fresh, "schemas/tygen.schema.json is stale: run `TYGEN_UPDATE=1 cargo test --test json_schema`");
}
