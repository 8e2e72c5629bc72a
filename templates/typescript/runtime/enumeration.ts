import { parseJson } from "./json.js";
import { Broken, type Leaf } from "./node.js";
import { compareNumbers, isNumeric, type Numeric } from "./numbers.js";
import type { Read } from "./primitive.js";
import { quoted } from "./text.js";

/** A value of the base type if it is one of these values, which are written as JSON. */
export function toEnum(read: Read, values: readonly string[]): Read {
  if (!read || read instanceof Broken) {
    return read;
  }
  if (values.some((text) => isSame(read.value, parseJson(text) as Leaf))) {
    return read;
  }
  const last = values.length - 1;
  const list = values.map(shown).reduce(
    (text, value, at) =>
      at === 0 ? value : `${text}${at === last ? " and " : ", "}${value}`,
    "",
  );
  return new Broken(
    values.length === 1 ? `${list} is required` : `one of ${list} is required`,
  );
}

function isSame(left: Leaf, right: Leaf): boolean {
  return isNumeric(left) && isNumeric(right)
    ? compareNumbers(left as Numeric, right) === 0
    : left === right;
}

/** A value as messages have it: a text in quotes. */
function shown(text: string): string {
  const value = parseJson(text);
  return typeof value === "string" ? quoted(value) : text;
}
