import {
  isCapsule,
  isResourceReference,
  ResourceReference,
  toldType,
} from "./references.js";
import {
  Broken,
  isList,
  isMap,
  isMarked,
  joined,
  node,
  UNKNOWN,
  type Leaf,
  type Node,
} from "./node.js";
import { kindOf } from "./kinds.js";
import { toEnum } from "./enumeration.js";
import { convertObject } from "./objects.js";
import {
  anyNumber,
  toBool,
  toInt,
  toNumber,
  toText,
  type Read,
} from "./primitive.js";
import type { Run } from "./run.js";
import { toSet } from "./sets.js";
import { behind, inWords, type Shape } from "./shape.js";
import { convertUnion } from "./unions.js";

/** Stands for what could not be converted; the run knows why. */
export const FAILED: Node = node(undefined);

/**
 * A value as one of a shape, each part with what goes with it. Every problem is noted; the result
 * is to be used only if there was none.
 */
export function convert(
  from: Node,
  shape: Shape,
  run: Run,
  words = inWords(shape),
): Node {
  if (from.value instanceof Broken) {
    run.fail(from.value.message);
    return FAILED;
  }
  if (run.takes === "plain" && (from.value === UNKNOWN || isMarked(from.own))) {
    run.fail(notPlain(from));
    return FAILED;
  }
  if (from.value === UNKNOWN) {
    return from;
  }
  return joined(converted(from, shape, run, words), from.own);
}

function notPlain({ value, own }: Node): string {
  if (value === UNKNOWN) {
    return "the value is not known yet";
  }
  return own.dependencies.size === 0
    ? "a secret is not a plain value"
    : "an output is not a plain value";
}

function converted(from: Node, shape: Shape, run: Run, words: string): Node {
  const wanted = behind(shape);
  const { value } = from;
  switch (wanted.kind) {
    case "any":
      return convertAny(from, run);
    case "nullable":
      return value === null
        ? node(null)
        : converted(from, wanted.of, run, words);
    case "union":
      return convertUnion(from, wanted, run, words);
    case "object":
      return isMap(value)
        ? convertObject(value, wanted, run)
        : refused(from, words, run);
    case "map":
      return isMap(value)
        ? convertMap(value, wanted.of, run)
        : refused(from, words, run);
    case "list":
    case "set": {
      if (!isList(value)) {
        return refused(from, words, run);
      }
      const before = run.problems.length;
      const parts = value.map((part, index) =>
        run.within({ kind: "index", index }, () =>
          convert(part, wanted.of, run),
        ),
      );
      if (run.problems.length > before) {
        return FAILED;
      }
      return node(wanted.kind === "set" ? toSet(parts, wanted.of) : parts);
    }
    case "tuple":
      return isList(value)
        ? convertTuple(value, wanted.of(), run)
        : refused(from, words, run);
    case "none":
    case "bool":
    case "string":
    case "int":
    case "number":
    case "enum":
    case "asset":
    case "archive":
    case "resource":
    case "capsule":
      return isMap(value) || isList(value)
        ? refused(from, words, run, wanted.kind)
        : told(leaf(value, wanted), from, words, run);
  }
}

/** What a value without parts is as one of a shape without parts. */
function leaf(value: Leaf, wanted: Exclude<Shape, { kind: "alias" }>): Read {
  switch (wanted.kind) {
    case "none":
      return value === null ? { value } : undefined;
    case "bool":
      return toBool(value);
    case "string":
      return toText(value);
    case "int":
      return toInt(value, wanted.held);
    case "number":
      return toNumber(value, wanted.held);
    case "enum":
      return toEnum(leaf(value, behind(wanted.base)), wanted.values);
    case "asset":
    case "archive":
      return kindOf(value) === wanted.kind ? { value } : undefined;
    case "resource":
      return toReference(value, wanted.token);
    case "capsule":
      return isCapsule(value) && value.name === wanted.name
        ? { value }
        : new Broken("a capsule has no JSON form");
    default:
      return undefined;
  }
}

function toReference(value: Leaf, token: string): Read {
  if (!isResourceReference(value)) {
    return undefined;
  }
  const found = toldType(value);
  return found === token || found === ""
    ? { value: new ResourceReference(token, value.identity) }
    : new Broken(`a reference to ${token} is required, not to ${found}`);
}

function told(read: Read, from: Node, words: string, run: Run): Node {
  if (!read) {
    return refused(from, words, run);
  }
  if (read instanceof Broken) {
    run.fail(read.message);
    return FAILED;
  }
  return node(read.value);
}

/** Says that the kinds do not go together. */
function refused(from: Node, words: string, run: Run, kind?: string): Node {
  run.fail(
    kind === "capsule"
      ? "a capsule has no JSON form"
      : `${words} required, but have ${kindOf(from.value)}`,
  );
  return FAILED;
}

function convertTuple(
  parts: readonly Node[],
  wanted: readonly Shape[],
  run: Run,
): Node {
  if (parts.length !== wanted.length) {
    run.fail(
      `a tuple of ${wanted.length} elements is required, not of ${parts.length}`,
    );
    return FAILED;
  }
  const converts = (shape: Shape, index: number): Node =>
    run.within({ kind: "index", index }, () =>
      convert(parts[index] ?? FAILED, shape, run),
    );
  return node(wanted.map(converts));
}

/** A value of any type is itself, to the last part. */
function convertAny(from: Node, run: Run): Node {
  const { value } = from;
  const any: Shape = { kind: "any" };
  if (isList(value)) {
    const parts = value.map((part, index) =>
      run.within({ kind: "index", index }, () => convert(part, any, run)),
    );
    return node(parts);
  }
  if (isMap(value)) {
    return convertMap(value, any, run);
  }
  if (kindOf(value) === "number") {
    return told(anyNumber(value as Leaf), from, "any value", run);
  }
  return node(typeof value === "string" ? value.normalize() : value);
}

function convertMap(
  parts: ReadonlyMap<string, Node>,
  of: Shape,
  run: Run,
): Node {
  const converted = [...parts].map(([key, part]) => {
    const step = { kind: "key", key } as const;
    return [key, run.within(step, () => convert(part, of, run))] as const;
  });
  return node(new Map(converted));
}
