import { parseJson } from "./json.js";
import { node, type Leaf, type Node } from "./node.js";
import { isNumeric } from "./numbers.js";

/** A value that a schema gives as JSON: it is what it is, whatever it looks like. */
export function readLiteral(text: string): Node {
  return literal(parseJson(text));
}

function literal(value: unknown): Node {
  if (Array.isArray(value)) {
    return node(value.map(literal));
  }
  if (typeof value !== "object" || value === null || isNumeric(value)) {
    return node(value as Leaf);
  }
  const entries: Iterable<[string, unknown]> =
    value instanceof Map ? value.entries() : Object.entries(value);
  const parts = Array.from(entries, ([key, part]) => {
    return [key.normalize(), literal(part)] as const;
  });
  return node(new Map(parts));
}
