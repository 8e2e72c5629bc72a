import { PathError } from "./errors.js";
import { kindOf } from "./kinds.js";
import {
  Broken,
  joined,
  node,
  UNKNOWN,
  type Leaf,
  type Node,
  type Own,
} from "./node.js";
import { isOutput, type OutputState } from "./output.js";
import { MAX_DEPTH, TOO_DEEP } from "./signatures.js";

/** A value of a program once every promise and output in its arrays and plain objects is there. */
export async function arrive(awaited: unknown, depth = 0): Promise<Node> {
  const value = await awaited;
  if (isOutput(value)) {
    return arriveState(await value["~state"], depth);
  }
  if (!isContainer(value)) {
    return leaf(value);
  }
  if (depth >= MAX_DEPTH) {
    throw tooDeep();
  }
  // All at once: one that fails must not leave the others without somebody who waits.
  const parts = await Promise.all(
    Object.values(value).map((part) => arrive(part, depth + 1)),
  );
  return container(value, parts);
}

/** The same for a value in which nothing is to be waited for. */
export function present(value: unknown, depth = 0): Node {
  if (!isContainer(value)) {
    return leaf(value);
  }
  if (depth >= MAX_DEPTH) {
    throw tooDeep();
  }
  return container(
    value,
    Object.values(value).map((part) => present(part, depth + 1)),
  );
}

async function arriveState(
  state: OutputState<unknown>,
  depth: number,
): Promise<Node> {
  const { secret, dependencies } = state;
  const own: Own = { secret, dependencies };
  if (state.tree) {
    return state.tree;
  }
  return state.known
    ? joined(await arrive(state.value, depth), own)
    : { value: UNKNOWN, own };
}

/** A value without parts; what no schema speaks of is said to be none where it is wanted. */
function leaf(value: unknown): Node {
  if (isOutput(value)) {
    return node(new Broken("an output is not a plain value"));
  }
  const isKnown = kindOf(value as Leaf) !== "broken";
  const what = typeof value === "object" ? "this object" : `a ${typeof value}`;
  return node(
    isKnown ? (value as Leaf) : new Broken(`${what} has no JSON form`),
  );
}

function container(value: object, parts: readonly Node[]): Node {
  if (Array.isArray(value)) {
    return node(parts);
  }
  const entries = Object.keys(value).map(
    (key, at) => [key, parts[at] ?? node(undefined)] as const,
  );
  return node(new Map(entries));
}

function tooDeep(): PathError {
  return new PathError({ path: [], message: TOO_DEEP });
}

/** Whether a value is an array or what braces make, and not an instance of a class. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    Array.isArray(value) || prototype === Object.prototype || prototype === null
  );
}
