#!/bin/sh
# What generated Rust costs to check: 2,000 types of 8 mixed fields in one crate, dependencies not counted.
# Usage: benches/rust-check-cost.sh [NUMBER OF TYPES]
set -eu
count=${1:-2000}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    printf 'tygen: 1\nname: cost\nversion: "1.0.0"\ntypes:\n'
    at=0
    while [ "$at" -lt "$count" ]; do
        # Chains of ten types, as real schemas have them.
        other=$((at / 10 * 10 + (at % 10 + 1) % 10))
        printf '  Type%d:\n    properties:\n      name: string\n      count: int\n      ratio: number\n' "$at"
        printf '      on: optional(bool, true)\n      tags: optional(map(string))\n      items: list(string)\n'
        printf '      other: optional(list(Type%d))\n      note: optional(union(string, none))\n' "$other"
        at=$((at + 1))
    done
} > "$work/cost.yaml"
cargo run --quiet --release --manifest-path "$root/Cargo.toml" -- "$work/cost.yaml" --lang rust --manifest -o "rust=$work/crate"
cd "$work/crate"
printf '\n[workspace]\n' >> Cargo.toml
# The dependencies first: only the crate itself is measured.
mv src real && mkdir src && : > src/lib.rs && cargo check --quiet
rm -r src && mv real src
CARGO_INCREMENTAL=0 /usr/bin/time -f '%e s, %M KB' cargo check --quiet
