import { isArchive, isAsset } from "./assets.js";
import {
  Broken,
  LongNumber,
  isList,
  isMap,
  UNKNOWN,
  type Node,
} from "./node.js";
import { isNumeric } from "./numbers.js";
import { isCapsule, isResourceReference } from "./references.js";

/** What a value is, in the words of messages. */
export type Kind =
  | "null"
  | "bool"
  | "number"
  | "string"
  | "list"
  | "object"
  | "asset"
  | "archive"
  | "resource reference"
  | "capsule"
  | "unknown"
  | "broken";

/** What a value is. */
export function kindOf(value: Node["value"]): Kind {
  if (value === null || value === undefined) {
    return "null";
  }
  if (typeof value === "string") {
    return "string";
  }
  if (typeof value === "boolean") {
    return "bool";
  }
  if (isNumeric(value) || value instanceof LongNumber) {
    return "number";
  }
  if (value === UNKNOWN) {
    return "unknown";
  }
  if (isList(value) || isMap(value)) {
    return isList(value) ? "list" : "object";
  }
  if (value instanceof Broken) {
    return "broken";
  }
  return isAsset(value)
    ? "asset"
    : isArchive(value)
      ? "archive"
      : isResourceReference(value)
        ? "resource reference"
        : isCapsule(value)
          ? "capsule"
          : "broken";
}
