import { brand, isBranded } from "./brand.js";
import { rounded } from "./rounding.js";

/** More digits than this, written or written out, are refused: a text must fit in memory. */
export const DIGIT_LIMIT = 100_000;

/** What is said of a number that is longer. */
export const TOO_MANY_DIGITS =
  "a number of more than 100000 digits is not supported";

/**
 * A decimal number with all its digits, where a double would round. Immutable; the text is plain
 * decimal without exponent.
 */
export class ExactNumber {
  readonly "~tygen" = "ExactNumber";
  /** The digits, without trailing zeros: the number is `digits * 10 ** exponent`. */
  readonly digits: bigint;
  /** The power of ten; `Infinity` for an infinity, whose sign is that of the digits. */
  readonly exponent: number;
  /** Whether there is a sign: minus zero has one too. */
  readonly isNegative: boolean;

  /**
   * Reads a number: a double as its shortest decimal, an integer, or a text in the syntax of JSON.
   * Throws a `RangeError` for anything else, NaN among it.
   */
  constructor(value: number | bigint | string) {
    const text = typeof value === "string" ? value : plainText(value);
    const match = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
    const [, whole, fraction = "", power = "0"] = match ?? [];
    const infinite = /^([+-])Inf$/.exec(text);
    if (infinite && typeof value === "number") {
      this.isNegative = infinite[1] === "-";
      this.digits = this.isNegative ? -1n : 1n;
      this.exponent = Infinity;
      return;
    }
    if (whole === undefined) {
      throw new RangeError(`${JSON.stringify(text)} is not a number`);
    }
    const digits = `${whole}${fraction}`;
    const kept = digits.replace(/0+$/, "");
    const isZero = kept === "" || kept === "-";
    const exponent = isZero ? 0 : Number(power) - fraction.length;
    const isLong = digits.replace("-", "").length > DIGIT_LIMIT;
    if (isLong || (!isZero && Math.abs(Number(power)) > DIGIT_LIMIT)) {
      throw new RangeError(TOO_MANY_DIGITS);
    }
    this.isNegative = whole.startsWith("-");
    this.digits = isZero ? 0n : BigInt(kept);
    this.exponent = isZero ? 0 : exponent + digits.length - kept.length;
  }

  /** The nearest double. */
  toNumber(): number {
    if (this.exponent === Infinity) {
      return this.isNegative ? -Infinity : Infinity;
    }
    return Number(
      `${this.isNegative && !this.digits ? "-" : ""}${this.digits}e${this.exponent}`,
    );
  }

  /** Whether both are the same number. */
  equals(other: ExactNumber): boolean {
    return this.digits === other.digits && this.exponent === other.exponent;
  }

  /** Plain decimal, without exponent; `+Inf` and `-Inf`. */
  toString(): string {
    const sign = this.isNegative ? "-" : "";
    if (this.exponent === Infinity) {
      return sign === "" ? "+Inf" : "-Inf";
    }
    const digits = this.digits.toString().replace("-", "");
    if (this.exponent >= 0) {
      return sign + digits + "0".repeat(this.exponent);
    }
    const padded = digits.padStart(1 - this.exponent, "0");
    const point = padded.length + this.exponent;
    return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
  }

  /** A text, since a JSON reader would round a number. */
  toJSON(): string {
    return this.toString();
  }
}

brand(ExactNumber.prototype, "ExactNumber");

/** Whether a value is an exact number, of this or of another copy of the runtime. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isBranded(value, "ExactNumber");
}

/** A number in any of the forms that a program holds numbers in. */
export type Numeric = number | bigint | ExactNumber;

/** Whether a value is a number in one of its forms. */
export function isNumeric(value: unknown): value is Numeric {
  const kind = typeof value;
  return kind === "number" || kind === "bigint" || isExactNumber(value);
}

/** A number with all its digits. */
export function exact(value: Numeric): ExactNumber {
  return typeof value === "object" ? value : new ExactNumber(value);
}

/** The shortest decimal without exponent, of a mantissa of 512 bits. */
export function decimalText(value: Numeric): string {
  return typeof value === "number"
    ? plainText(value)
    : as512(exact(value)).toString();
}

/** A double or an integer as decimal without exponent. */
function plainText(value: number | bigint): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
  }
  if (Object.is(value, -0)) {
    return "-0";
  }
  const text = String(value);
  return text.includes("e") ? new ExactNumber(text).toString() : text;
}

/** The number as a binary float with a mantissa of 512 bits holds it. */
export function as512(value: ExactNumber): ExactNumber {
  const magnitude = value.digits < 0n ? -value.digits : value.digits;
  // Up to 154 digits survive the way there and back.
  if (magnitude < 10n ** 154n) {
    return value;
  }
  const { digits, exponent } = rounded(magnitude, value.exponent);
  return new ExactNumber(`${value.isNegative ? "-" : ""}${digits}e${exponent}`);
}

/** The integer that a number is, if it is whole. */
export function wholeOf(value: Numeric): bigint | undefined {
  if (typeof value === "bigint") {
    return value;
  }
  if (typeof value === "number") {
    return Number.isInteger(value) ? BigInt(value) : undefined;
  }
  const { digits, exponent } = value;
  return exponent >= 0 && exponent !== Infinity
    ? digits * 10n ** BigInt(exponent)
    : undefined;
}

/** The form that a parsed text has of a number: a double if that is all of it, else with all digits. */
export function shortForm(value: Numeric): Numeric {
  if (typeof value === "number") {
    const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isLong ? BigInt(value) : value;
  }
  if (typeof value === "bigint") {
    const near = Number(value);
    return Number.isSafeInteger(near) ? near : value;
  }
  const near = value.toNumber();
  const isWhole = value.exponent >= 0 && value.exponent !== Infinity;
  const same =
    (Number.isFinite(near) || value.exponent === Infinity) &&
    plainText(near) === value.toString();
  if (same && (!isWhole || Number.isSafeInteger(near))) {
    return near;
  }
  return wholeOf(value) ?? value;
}

/** Which of two numbers is the smaller one: negative, zero or positive. */
export function compareNumbers(left: Numeric, right: Numeric): number {
  if (typeof left === "number" && typeof right === "number") {
    return left - right || 0;
  }
  const [a, b] = [exact(left), exact(right)];
  if (a.exponent === Infinity || b.exponent === Infinity) {
    return a.toNumber() === b.toNumber() ? 0 : a.toNumber() - b.toNumber();
  }
  const low = Math.min(a.exponent, b.exponent);
  const x = a.digits * 10n ** BigInt(a.exponent - low);
  const y = b.digits * 10n ** BigInt(b.exponent - low);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A number with digits, a point, and a power of ten (`e`) or of two (`p`). */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:([eEpP])([+-]?\d+))?$/;

/**
 * Reads a text as Go's `big.ParseFloat` does in base 10. `undefined` if it is no number; a
 * `RangeError` if it has too many digits.
 */
export function parseNumber(text: string): ExactNumber | undefined {
  if (/^[+-]?(?:Inf|inf)$/.test(text)) {
    return new ExactNumber(text.startsWith("-") ? -Infinity : Infinity);
  }
  const match = NUMBER.exec(text);
  const [, sign = "", whole = "", fraction = "", letter = "e", power = "0"] =
    match ?? [];
  if (!match || whole + fraction === "") {
    return undefined;
  }
  // An exponent has 64 bits.
  const exponent = BigInt(power);
  if (BigInt.asIntN(64, exponent) !== exponent) {
    return undefined;
  }
  const minus = sign === "-" ? "-" : "";
  const base = new ExactNumber(`${minus}${whole || "0"}.${fraction || "0"}`);
  if (base.digits === 0n) {
    return base;
  }
  const isBinary = letter === "p" || letter === "P";
  const limit = isBinary && exponent > 0n ? 3 * DIGIT_LIMIT : DIGIT_LIMIT;
  if (Math.abs(Number(exponent)) > limit) {
    throw new RangeError(TOO_MANY_DIGITS);
  }
  if (!isBinary) {
    return new ExactNumber(
      `${minus}${whole || "0"}.${fraction || "0"}e${exponent}`,
    );
  }
  const magnitude = base.digits < 0n ? -base.digits : base.digits;
  const near = rounded(magnitude, base.exponent, Number(exponent));
  return new ExactNumber(`${minus}${near.digits}e${near.exponent}`);
}
