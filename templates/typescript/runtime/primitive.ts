import { kindOf } from "./kinds.js";
import { Broken, LongNumber, type Leaf } from "./node.js";
import {
  as512,
  decimalText,
  exact,
  isNumeric,
  parseNumber,
  shortForm,
  TOO_MANY_DIGITS,
  wholeOf,
  type Numeric,
} from "./numbers.js";

/** A leaf of the wanted type, what is wrong with the one given, or nothing if the kinds do not go together. */
export type Read = { readonly value: Leaf } | Broken | undefined;

/** A value as a bool. */
export function toBool(value: Leaf): Read {
  if (typeof value === "boolean") {
    return { value };
  }
  if (typeof value !== "string") {
    return undefined;
  }
  if (/^(?:true|1|false|0)$/.test(value)) {
    return { value: value === "true" || value === "1" };
  }
  const lower = value.toLowerCase();
  return new Broken(
    lower === "true" || lower === "false"
      ? `a bool is required; to convert from string, use lowercase "${lower}"`
      : "a bool is required",
  );
}

/** A value as a text. */
export function toText(value: Leaf): Read {
  if (typeof value === "string") {
    return { value: value.normalize() };
  }
  if (typeof value === "boolean") {
    return { value: String(value) };
  }
  return isNumeric(value) && !Number.isNaN(value)
    ? { value: decimalText(value) }
    : numberProblem(value);
}

/** A value as a number that is held in that way. */
export function toNumber(value: Leaf, held: "double" | "exact"): Read {
  const number = numeric(value);
  if (number === undefined || number instanceof Broken) {
    return number;
  }
  if (typeof number === "number" && held === "double") {
    return { value: number };
  }
  const all = as512(exact(number));
  if (held === "exact") {
    return { value: all };
  }
  const near = all.toNumber();
  if (!Number.isFinite(near) && all.exponent !== Infinity) {
    return new Broken("a number within the range of a double is required");
  }
  const isWhole = all.exponent >= 0 && all.exponent !== Infinity;
  if (isWhole && !as512(exact(BigInt(near))).equals(all)) {
    return new Broken("a number that a double holds exactly is required");
  }
  return { value: near };
}

/** A value as an integer that is held in that way. */
export function toInt(
  value: Leaf,
  held: "arbitrary" | "int64" | "int32",
): Read {
  const whole = integer(value);
  if (whole === undefined || whole instanceof Broken) {
    return whole;
  }
  if (held === "int32") {
    return BigInt.asIntN(32, whole) === whole
      ? { value: Number(whole) }
      : new Broken("an integer of 32 bits is required");
  }
  return held === "int64" && BigInt.asIntN(64, whole) !== whole
    ? new Broken("an integer of 64 bits is required")
    : { value: whole };
}

/** A number of any type, in the form that fits it. */
export function anyNumber(value: Leaf): Read {
  return !isNumeric(value) || Number.isNaN(value)
    ? numberProblem(value)
    : { value: shortForm(wholeOf(value) ?? as512(exact(value))) };
}

function integer(value: Leaf): bigint | Broken | undefined {
  if (typeof value === "string") {
    if (!/^[+-]?[0-9]+$/.test(value)) {
      return new Broken("an integer is required");
    }
    const digits = value.replace(/^[+-]/, "");
    if (digits.length > 100_000) {
      return new Broken(TOO_MANY_DIGITS);
    }
    return value.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  }
  if (!isNumeric(value)) {
    return numberProblem(value);
  }
  return wholeOf(value) ?? new Broken("an integer is required");
}

function numeric(value: Leaf): Numeric | Broken | undefined {
  if (typeof value !== "string") {
    return isNumeric(value) && !Number.isNaN(value)
      ? value
      : numberProblem(value);
  }
  try {
    return parseNumber(value) ?? new Broken("a number is required");
  } catch (error) {
    return new Broken(error instanceof Error ? error.message : String(error));
  }
}

/** NaN is of the right kind, and yet no number. */
function numberProblem(value: Leaf): Broken | undefined {
  if (value instanceof LongNumber) {
    return new Broken(TOO_MANY_DIGITS);
  }
  return kindOf(value) === "number"
    ? new Broken("a number is required")
    : undefined;
}
