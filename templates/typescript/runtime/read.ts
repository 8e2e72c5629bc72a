import { PathError } from "./errors.js";
import { parseJson } from "./json.js";
import {
  Broken,
  LongNumber,
  node,
  UNKNOWN,
  type Leaf,
  type Node,
} from "./node.js";
import { isNumeric } from "./numbers.js";
import { isSentinel, MAX_DEPTH, SIGNATURE, TOO_DEEP } from "./signatures.js";
import { special } from "./special.js";

/** What is said of an integer that a parser may have changed. */
const MAYBE_ROUNDED =
  "the number may have been rounded: give it as text or bigint";

/** Reads a text: numbers with all digits, special values as what they stand for. */
export function readText(text: string): Node {
  return readNode(parseJson(text));
}

/** Reads parsed form that stands inside so many others. */
export function readNode(value: unknown, depth = 0): Node {
  if (typeof value !== "object" || value === null) {
    return node(readLeaf(value));
  }
  if (isNumeric(value) || value instanceof LongNumber) {
    return node(value);
  }
  if (depth >= MAX_DEPTH) {
    throw new PathError({ path: [], message: TOO_DEEP });
  }
  if (Array.isArray(value)) {
    return node(value.map((part) => readNode(part, depth + 1)));
  }
  const members = new Map<string, Node>();
  const entries: Iterable<[string, unknown]> =
    value instanceof Map ? value.entries() : Object.entries(value);
  for (const [key, part] of entries) {
    if (part !== undefined) {
      members.set(key.normalize(), readNode(part, depth + 1));
    }
  }
  return members.has(SIGNATURE) ? special(members, readText) : node(members);
}

function readLeaf(value: unknown): Leaf {
  switch (typeof value) {
    case "string":
      return isSentinel(value) ? UNKNOWN : value;
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? new Broken(MAYBE_ROUNDED)
        : value;
    case "boolean":
    case "bigint":
      return value;
    default:
      return value === null ? null : new Broken(`a ${typeof value} is no JSON`);
  }
}
