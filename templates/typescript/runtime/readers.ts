import * as fast from "./fast.js";
import type { Read } from "./fast.js";
import type { Leaf } from "./node.js";
import { behind, type Shape, type UnionShape } from "./shape.js";

/** What reads a value that is already one of the shape; types that are declared later are asked for late. */
export function readerOf(shape: Shape): Read<unknown> {
  switch (shape.kind) {
    case "object":
      return shape.read;
    case "none":
      return fast.toNull;
    case "bool":
      return fast.toBool;
    case "string":
      return fast.toText;
    case "any":
      return fast.toAny;
    case "int":
      return shape.held === "int32" ? fast.toInt32 : fast.toInt;
    case "number":
      return shape.held === "double" ? fast.toDouble : fast.toExact;
    case "nullable":
      return fast.nullableOf(readerOf(shape.of));
    case "list":
      return fast.listOf(readerOf(shape.of));
    case "set":
      return fast.setOf(readerOf(shape.of));
    case "map":
      return fast.mapOf(readerOf(shape.of));
    case "enum":
      return oneOf(readerOf(shape.base), shape.values);
    case "alias":
      return late(() => readerOf(shape.of()));
    case "tuple":
      return late(() => tupleOf(shape.of().map(readerOf)));
    case "union":
      return late(() => unionOf(shape));
    case "asset":
    case "archive":
    case "resource":
    case "capsule":
      return fast.toOpaque;
  }
}

function late(make: () => Read<unknown>): Read<unknown> {
  let read: Read<unknown> | undefined;
  return (value) => (read ??= make())(value);
}

function oneOf(base: Read<unknown>, values: readonly Leaf[]): Read<unknown> {
  const known = new Set<unknown>(values);
  return (value) => {
    const found = base(value);
    return known.has(found) && found !== 0 ? found : fast.miss();
  };
}

function tupleOf(reads: readonly Read<unknown>[]): Read<unknown> {
  return (value) =>
    Array.isArray(value) && value.length === reads.length
      ? reads.map((read, at) => read(value[at]))
      : fast.miss();
}

/** The arm that the discriminator names; another union is for the conversion that knows all rules. */
function unionOf(shape: UnionShape): Read<unknown> {
  const { discriminator } = shape;
  if (discriminator === undefined) {
    return exactly(shape);
  }
  const arms = new Map<unknown, Read<unknown>>();
  for (const { words, shape: arm } of shape.arms()) {
    for (const word of words) {
      arms.set(word, readerOf(arm));
    }
  }
  return (value) => {
    const isObject = typeof value === "object" && value !== null;
    const word = isObject
      ? (value as Readonly<Record<string, unknown>>)[discriminator]
      : undefined;
    return (arms.get(word) ?? fast.toOpaque)(value);
  };
}

/** The arm of exactly the type of a value without parts. */
function exactly(shape: UnionShape): Read<unknown> {
  const reads = new Map<string, Read<unknown>>();
  for (const arm of shape.arms()) {
    const { kind } = behind(arm.shape);
    const type = kind === "bool" ? "boolean" : kind;
    if (type === "boolean" || type === "string" || type === "number") {
      reads.set(type, reads.get(type) ?? readerOf(behind(arm.shape)));
    }
  }
  const hasInt = shape.arms().some((arm) => behind(arm.shape).kind === "int");
  if (hasInt) {
    reads.delete("number");
  }
  return (value) => (reads.get(typeof value) ?? fast.toOpaque)(value);
}
