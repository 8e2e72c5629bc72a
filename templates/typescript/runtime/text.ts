const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\b": "\\b",
  "\f": "\\f",
};

/** A text in double quotes; only `"`, `\` and control characters below U+0020 are escaped. */
export function quoted(text: string): string {
  const inner = text.replace(/["\\\u0000-\u001f]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return ESCAPES[sign] ?? `\\u${code}`;
  });
  return `"${inner}"`;
}

/** Which of two texts comes first in the order of their UTF-8 bytes: negative, zero or positive. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) {
      // A surrogate stands for a character beyond all those of one unit.
      const [high, other] = [isSurrogate(a), isSurrogate(b)];
      return high === other ? a - b : high ? 1 : -1;
    }
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2
    ? last
    : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
