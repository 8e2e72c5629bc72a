#!/bin/sh
# How fast generated Rust decodes, beside serde_json with derived types, in one run.
# Usage: benches/rust-decode.sh
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tygen=${TYGEN:-}
if [ -z "$tygen" ]; then
    cargo build --quiet --release --manifest-path "$root/Cargo.toml"
    tygen=${CARGO_TARGET_DIR:-$root/target}/release/tygen
fi
"$tygen" "$root/benches/rust/document.yaml" --int int64 --lang rust --manifest -o "rust=$work/document"
mkdir -p "$work/src"
cp "$root/benches/rust/decode.rs" "$work/src/main.rs"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "decode"
version = "0.0.0"
edition = "2021"

[dependencies]
document = { path = "document" }
serde = { version = "1", features = ["derive"] }
serde_json = "1"

[workspace]
TOML
cargo run --quiet --release --manifest-path "$work/Cargo.toml"
