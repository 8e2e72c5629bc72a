import { brand, isBranded } from "./brand.js";

/** The largest power of ten, either way, that a number may have: its text must fit in memory. */
const EXPONENT_LIMIT = 100_000;

/**
 * A decimal number with all its digits, where a double would round. Immutable; the text is plain
 * decimal without exponent.
 */
export class ExactNumber {
  readonly "~tygen" = "ExactNumber";
  /** The digits, without trailing zeros: the number is `digits * 10 ** exponent`. */
  readonly digits: bigint;
  readonly exponent: number;

  /**
   * Reads a number: a double as its shortest decimal, an integer, or a text in the syntax of JSON.
   * Throws a `RangeError` for anything else, infinities and NaN among it.
   */
  constructor(value: number | bigint | string) {
    const match = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
      String(value),
    );
    const [, whole, fraction = "", power = "0"] = match ?? [];
    const exponent = Number(power) - fraction.length;
    if (whole === undefined || Math.abs(exponent) > EXPONENT_LIMIT) {
      throw new RangeError(`${JSON.stringify(String(value))} is not a number`);
    }
    const digits = `${whole}${fraction}`;
    const kept = digits.replace(/0+$/, "");
    const isZero = kept === "" || kept === "-";
    this.digits = isZero ? 0n : BigInt(kept);
    this.exponent = isZero ? 0 : exponent + digits.length - kept.length;
  }

  /** The nearest double. */
  toNumber(): number {
    return Number(`${this.digits}e${this.exponent}`);
  }

  /** Whether both are the same number. */
  equals(other: ExactNumber): boolean {
    return this.digits === other.digits && this.exponent === other.exponent;
  }

  /** Plain decimal, without exponent. */
  toString(): string {
    const sign = this.digits < 0n ? "-" : "";
    const digits = this.digits.toString().slice(sign.length);
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
