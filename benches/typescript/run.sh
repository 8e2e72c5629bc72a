#!/bin/sh
# Decoding beside zod and ajv, and what generated types cost to compile.
# Run in this folder, after `npm ci` here and `cargo build --release` in the project.
set -eu
tygen="${TYGEN:-../../target/release/tygen}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

"$tygen" service.yaml --lang ts --manifest -o "ts=$work/service" > /dev/null
node node_modules/typescript/bin/tsc -p "$work/service"
node decode.mjs "$work/service/dist"

node many.mjs > "$work/many.yaml"
"$tygen" "$work/many.yaml" --lang ts --manifest -o "ts=$work/many" > /dev/null
echo
echo "tsc of 2,000 types of 8 fields:"
node node_modules/typescript/bin/tsc -p "$work/many" --noEmit --extendedDiagnostics |
  grep -E "^(Lines of TypeScript|Memory used|Check time|Total time)"
