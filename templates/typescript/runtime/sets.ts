import { isArchive, isAsset } from "./assets.js";
import { kindOf } from "./kinds.js";
import { isList, isMap, joined, summary, type Node } from "./node.js";
import { compareNumbers, decimalText, isNumeric, type Numeric } from "./numbers.js";
import { isResourceReference } from "./references.js";
import { compareTexts, quoted } from "./text.js";

/** The elements of a set: none twice, those of one primitive type in order, null last. */
export function toSet(elements: readonly Node[]): readonly Node[] {
  if (!elements.every((element) => summary(element).known)) {
    return elements;
  }
  const found = new Map<string, Node>();
  for (const element of elements) {
    const key = identity(element.value);
    const earlier = found.get(key);
    found.set(
      key,
      earlier ? joined(earlier, summary(element).own) : element,
    );
  }
  const distinct = [...found.values()];
  const isNull = (element: Node): boolean => element.value === null;
  const rest = distinct.filter((element) => !isNull(element));
  return [...sorted(rest), ...distinct.filter(isNull)];
}

function sorted(elements: Node[]): Node[] {
  const kinds = new Set(elements.map((element) => kindOf(element.value)));
  const [kind] = kinds;
  if (kinds.size !== 1 || !kind) {
    return elements;
  }
  const compare = ORDERS[kind];
  return compare
    ? elements.sort((left, right) => compare(left.value, right.value))
    : elements;
}

type Order = (left: Node["value"], right: Node["value"]) => number;

const ORDERS: { readonly [kind: string]: Order } = {
  string: (left, right) => compareTexts(left as string, right as string),
  number: (left, right) => compareNumbers(left as Numeric, right as Numeric),
  bool: (left, right) => Number(left) - Number(right),
};

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
    const text = decimalText(value);
    return text === "-0" ? "0" : text;
  }
  if (typeof value === "string") {
    return quoted(value);
  }
  if (isAsset(value) || isArchive(value)) {
    return `${value["~tygen"]} ${value.hash ?? JSON.stringify(value.source)}`;
  }
  return isResourceReference(value)
    ? `reference ${quoted(value.identity.urn)}`
    : String(value);
}
