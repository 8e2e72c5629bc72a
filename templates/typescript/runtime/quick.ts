/** What `JSON.parse` gives, where that is all that the text says. */
export interface Quick {
  readonly value: unknown;
  /** Whether its texts are known to be normalised. */
  readonly texts: "normal" | "unsure";
}

/** Characters that normalisation may change. */
const HIGH = /[^\u0000-\u02ff]/;

/** Half of a surrogate pair, written out or escaped: `JSON.parse` lets it pass. */
const HALF = /\p{Surrogate}|\\u[dD][89a-fA-F]/u;

/**
 * Parses a text in which no fraction can have become a whole number by rounding; `undefined` if that is
 * not certain, or the text is no JSON. Whole numbers beyond the safe ones are left to whoever reads them.
 */
export function quickParse(text: string): Quick | undefined {
  const isUnsure = HIGH.test(text) || text.includes("\\u");
  if ((isUnsure && HALF.test(text)) || mayRound(text)) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, texts: isUnsure ? "unsure" : "normal" };
  } catch {
    return undefined;
  }
}

/** Whether there is a fraction of so many digits that a double may be a whole number. */
function mayRound(text: string): boolean {
  for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
    if (digitsAround(text, at) > 15) {
      return true;
    }
  }
  return (
    isFollowed(text, "e-", 1, /^\de-/) ||
    isFollowed(text, "E-", 1, /^\dE-/) ||
    isFollowed(text, "0e", 0, HUGE) ||
    isFollowed(text, "0E", 0, HUGE)
  );
}

function digitsAround(text: string, point: number): number {
  let [start, end] = [point, point];
  while (isDigit(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  while (isDigit(text.charCodeAt(end + 1))) {
    end += 1;
  }
  return end - start;
}

/** An exponent that may have more than 64 bits. */
const HUGE = /^0[eE][+-]?\d{18}/;

/** Whether the pattern stands so many characters before some place of the text. */
function isFollowed(
  text: string,
  sign: string,
  before: number,
  pattern: RegExp,
): boolean {
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (pattern.test(text.slice(Math.max(0, at - before), at + 24))) {
      return true;
    }
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
