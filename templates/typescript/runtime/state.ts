import { joined, node, plain, summary, UNKNOWN, type Node } from "./node.js";
import type { OutputState } from "./output.js";

/** What an output is of a value whose parts have arrived. */
export function stateOfNode<T>(tree: Node): OutputState<T> {
  const { known, own, isMixed } = summary(tree);
  const { secret, dependencies } = own;
  const metadata = { secret, dependencies, ...(isMixed && { tree }) };
  return known
    ? { known, value: plain(tree) as T, ...metadata }
    : { known, ...metadata };
}

/** The part of an output under that key: only what lies on the way there and inside it counts. */
export function stateOfPart<T>(
  state: OutputState<unknown>,
  key: PropertyKey,
): OutputState<T> {
  const { tree } = state;
  if (!tree) {
    return state.known
      ? { ...state, value: partOf(state.value, key) as T }
      : state;
  }
  if (tree.value === UNKNOWN) {
    return stateOfNode(tree);
  }
  const part = partOfNode(tree, key) ?? node(undefined);
  return stateOfNode(joined(part, tree.own));
}

function partOfNode(tree: Node, key: PropertyKey): Node | undefined {
  const { value } = tree;
  if (value instanceof Map) {
    return value.get(String(key)) as Node | undefined;
  }
  return partOf(value, key) as Node | undefined;
}

/** An own property only: the members of prototypes are not parts of a value. */
function partOf(value: unknown, key: PropertyKey): unknown {
  const isContainer = typeof value === "object" && value !== null;
  return isContainer && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}
