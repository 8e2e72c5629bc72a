import { Broken, type Leaf } from "./node.js";
import { decimalText, isNumeric } from "./numbers.js";
import type { Read } from "./primitive.js";
import { listed, quoted } from "./text.js";

/** A value of the base type if it is one of these values. */
export function toEnum(read: Read, values: readonly Leaf[]): Read {
  if (!read || read instanceof Broken) {
    return read;
  }
  const words = values.map(shown);
  if (words.includes(shown(read.value))) {
    return read;
  }
  return new Broken(
    words.length === 1
      ? `${listed(words)} is required`
      : `one of ${listed(words)} is required`,
  );
}

/** A value as messages have it: a text in quotes, a number in its shortest form. */
function shown(value: Leaf): string {
  return isNumeric(value)
    ? decimalText(value)
    : typeof value === "string"
      ? quoted(value.normalize())
      : String(value);
}
