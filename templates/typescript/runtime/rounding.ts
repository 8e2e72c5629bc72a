/** How many bits the mantissa of a number has. */
const BITS = 512;

/** A positive number: `digits * 10 ** exponent`. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * The shortest decimal of `digits * 10 ** tens * 2 ** twos`, rounded to a mantissa of 512 bits, to
 * nearest, ties to even. The number is not zero.
 */
export function rounded(digits: bigint, tens: number, twos = 0): Decimal {
  let numerator = digits;
  let denominator = 1n;
  if (tens >= 0) {
    numerator *= 5n ** BigInt(tens);
  } else {
    denominator = 5n ** BigInt(-tens);
  }
  let exponent = tens + twos;
  const shift = BITS + 2 - (bits(numerator) - bits(denominator));
  if (shift > 0) {
    numerator <<= BigInt(shift);
  } else {
    denominator <<= BigInt(-shift);
  }
  exponent -= shift;
  const quotient = numerator / denominator;
  const isInexact = quotient * denominator !== numerator;
  const dropped = bits(quotient) - BITS;
  const kept = quotient >> BigInt(dropped);
  const rest = quotient - (kept << BigInt(dropped));
  const half = 1n << BigInt(dropped - 1);
  const isUp =
    rest > half || (rest === half && (isInexact || (kept & 1n) === 1n));
  return shortest(isUp ? kept + 1n : kept, exponent + dropped);
}

function bits(value: bigint): number {
  const hex = value.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex[0] ?? "0", 16)) + 28;
}

/** The shortest digits between the neighbours that are half a unit of the last bit away. */
function shortest(mantissa: bigint, twos: number): Decimal {
  const exponent = twos - 1;
  const isInclusive = (mantissa & 1n) === 0n;
  const scale =
    exponent >= 0 ? 1n << BigInt(exponent) : 5n ** BigInt(-exponent);
  const middle = mantissa << 1n;
  const upper = ((middle + 1n) * scale).toString();
  const lower = ((middle - 1n) * scale).toString().padStart(upper.length, "0");
  const number = (middle * scale).toString().padStart(upper.length, "0");
  const tens = Math.min(exponent, 0);
  const [lowerEnd, upperEnd] = [lastDigit(lower), lastDigit(upper)];
  for (let at = 0; at < number.length; at += 1) {
    const digit = Number(number[at]);
    const low = Number(lower[at]);
    const high = Number(upper[at]);
    const isDown = low !== digit || (isInclusive && at === lowerEnd);
    const isUp =
      digit !== high && (isInclusive || digit + 1 < high || at < upperEnd);
    if (isDown || isUp) {
      const cut = number.slice(at + 1);
      const half = "5".padEnd(cut.length, "0");
      const isNearer = cut > half || (cut === half && digit % 2 === 1);
      const raise = isUp && (!isDown || isNearer);
      const kept = BigInt(number.slice(0, at + 1)) + (raise ? 1n : 0n);
      return { digits: kept, exponent: tens + cut.length };
    }
  }
  return { digits: BigInt(number), exponent: tens };
}

/** The place of the last digit that is not zero. */
function lastDigit(text: string): number {
  return text.replace(/0+$/, "").length - 1;
}
