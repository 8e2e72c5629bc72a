import { isList, isMap, isMarked, UNKNOWN, type Node } from "./node.js";
import { Output } from "./output.js";
import { stateOfNode } from "./state.js";

/** A value as an argument: a part with metadata of its own, or not known, is an output. */
export function inputOf(tree: Node): unknown {
  const { value, own } = tree;
  if (value === UNKNOWN || isMarked(own)) {
    return new Output(Promise.resolve(stateOfNode(tree)));
  }
  if (isList(value)) {
    return value.map(inputOf);
  }
  return isMap(value)
    ? Object.fromEntries([...value].map(([key, part]) => [key, inputOf(part)]))
    : value;
}
