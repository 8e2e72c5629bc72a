import { isArchive, isAsset } from "./assets.js";
import { kindOf } from "./kinds.js";
import { isList, isMap, isMixed, type Node } from "./node.js";
import {
  compareNumbers,
  decimalText,
  isNumeric,
  type Numeric,
} from "./numbers.js";
import { isResourceReference } from "./references.js";
import { behind, type Shape } from "./shape.js";
import { compareTexts, quoted } from "./text.js";

/** The elements of a set: none twice, those of a primitive type in order, null last. */
export function toSet(elements: readonly Node[], of: Shape): readonly Node[] {
  if (elements.some(isMixed)) {
    return elements;
  }
  const found = new Map<string, Node>();
  for (const element of elements) {
    const key = identity(element.value);
    const earlier = found.get(key === "-0" ? "0" : key);
    found.set(key === "-0" ? "0" : key, earlier ?? element);
  }
  const distinct = [...found.values()];
  return isOrdered(of)
    ? distinct.sort((left, right) => compare(left.value, right.value))
    : distinct;
}

/** Whether sets of the type have an order of their own. */
function isOrdered(shape: Shape): boolean {
  const of = behind(shape);
  switch (of.kind) {
    case "bool":
    case "int":
    case "number":
    case "string":
      return true;
    case "nullable":
      return isOrdered(of.of);
    case "enum":
      return isOrdered(of.base);
    default:
      return false;
  }
}

/** The order of elements of one primitive type. */
function compare(left: Node["value"], right: Node["value"]): number {
  if (left === null || right === null) {
    return Number(left === null) - Number(right === null);
  }
  switch (kindOf(left)) {
    case "string":
      return compareTexts(left as string, right as string);
    case "number":
      return compareNumbers(left as Numeric, right as Numeric);
    default:
      return Number(left) - Number(right);
  }
}

/** A text that two values share exactly if they are equal. */
function identity(value: Node["value"]): string {
  if (isList(value)) {
    return `[${value.map((part) => identity(part.value)).join(",")}]`;
  }
  if (isMap(value)) {
    const members = [...value].map(
      ([key, part]) => `${quoted(key)}:${identity(part.value)}`,
    );
    return `{${members.sort().join(",")}}`;
  }
  if (isNumeric(value)) {
    return decimalText(value);
  }
  if (typeof value === "string") {
    return quoted(value);
  }
  if (isAsset(value) || isArchive(value)) {
    return `${value["~tygen"]} ${value.hash ?? ""} ${JSON.stringify(value.source)}`;
  }
  return isResourceReference(value)
    ? `reference ${JSON.stringify(value.identity)}`
    : String(value);
}
