import { PathError } from "./errors.js";
import { parseJson, type Json } from "./json.js";
import { Broken, joined, node, NOTHING, UNKNOWN, type Node } from "./node.js";
import { isNumeric } from "./numbers.js";
import { isSentinel, MAX_DEPTH, SIGNATURE, TOO_DEEP } from "./signatures.js";
import { special } from "./special.js";

/** What is said of an integer that a parser may have changed. */
const MAYBE_ROUNDED =
  "the number may have been rounded: give it as text or bigint";

/** Reads parsed form: texts normalised, special values as what they stand for. */
export function readNode(value: unknown): Node {
  return read(value, 0);
}

/** Reads a text. */
export function readText(text: string): Node {
  return readNode(parseJson(text));
}

/** Reads a value that stands inside so many others. */
export function read(value: unknown, depth: number): Node {
  if (typeof value === "string") {
    return isSentinel(value) ? node(UNKNOWN) : node(value.normalize());
  }
  if (typeof value === "number") {
    const isRounded =
      Number.isInteger(value) &&
      !Number.isSafeInteger(value);
    return node(isRounded ? new Broken(MAYBE_ROUNDED) : value);
  }
  if (value === null || typeof value === "boolean") {
    return node(value);
  }
  if (isNumeric(value) || value instanceof Broken) {
    return node(value);
  }
  if (typeof value !== "object") {
    return node(new Broken(`a ${typeof value} is not JSON`));
  }
  if (depth >= MAX_DEPTH) {
    throw new PathError({ path: [], message: TOO_DEEP });
  }
  return Array.isArray(value)
    ? node((value as unknown[]).map((part) => read(part, depth + 1)))
    : readObject(value as { readonly [key: string]: Json }, depth);
}

function readObject(
  value: { readonly [key: string]: Json },
  depth: number,
): Node {
  if (Object.hasOwn(value, SIGNATURE)) {
    const found = special(value, (part) => read(part, depth + 1));
    return "node" in found
      ? joined(found.node, found.own ?? NOTHING)
      : node(new Broken(found.problem));
  }
  const parts = new Map<string, Node>();
  for (const [key, part] of Object.entries(value)) {
    if (part !== undefined) {
      parts.set(key.normalize(), read(part, depth + 1));
    }
  }
  return node(parts);
}
