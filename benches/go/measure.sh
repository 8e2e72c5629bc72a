#!/bin/sh
# Prints what generated Go costs: how long 2,000 types of 8 fields take to compile and how much memory, and how
# fast a document of 100 nested objects is decoded, beside encoding/json and go-cty in the same run.
# TYGEN is the command; by default it is built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tygen=${TYGEN:-"cargo run --quiet --release --manifest-path $root/Cargo.toml --"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOWORK=off GOFLAGS=-mod=mod

echo "2,000 types of 8 fields, and the runtime:"
{
	printf 'tygen: 1\nname: large\nversion: "1.0.0"\nnumbers: { int: int64 }\ntypes:\n'
	awk 'BEGIN { for (i = 0; i < 2000; i++) {
		printf "  Type%d:\n    properties:\n", i
		print "      name: string\n      size: int\n      ratio: optional(number)\n      enabled: optional(bool, true)"
		print "      tags: map(string)\n      names: list(string)\n      secret: { type: optional(string), secret: true }"
		if (i > 0) printf "      inner: optional(Type%d)\n", int(i / 2); else print "      inner: optional(string)"
	} }'
} > "$work/large.yaml"
$tygen "$work/large.yaml" --lang go --output "$work/large" --manifest > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cd "$(dirname "$(find "$work/large" -name go.mod)")"
go build -o "$work/build" "$here/build.go"
# What the standard library costs is paid once for all programs.
go build ./tygen
for run in 1 2 3; do
	# Another line in every file, so that nothing is taken from the cache but the standard library.
	find . -name '*.go' -exec sh -c 'for file; do echo "// run '"$run $$"'" >> "$file"; done' _ {} +
	"$work/build" go build ./...
done

echo "a document of 100 nested objects:"
mkdir "$work/decode"
cp "$root/tests/gocty/go.mod" "$root/tests/gocty/go.sum" "$work/decode"
cp "$here/decode_test.go" "$work/decode"
$tygen "$here/document.yaml" --lang go --output "$work/document" --go-module tygen.dev/tests/gocty/document > "$work/log" 2>&1 ||
	{ cat "$work/log"; exit 1; }
mv "$(dirname "$(dirname "$(find "$work/document" -path '*/tygen/doc.go')")")" "$work/decode/document"
cd "$work/decode"
go test -bench . -benchmem -count 3 .
