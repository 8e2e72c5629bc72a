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

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  const binary = escaped.replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/** The text of bytes in UTF-8; nothing if they are none. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  const hex = Array.from(
    bytes,
    (byte) => `%${byte.toString(16).padStart(2, "0")}`,
  );
  try {
    return decodeURIComponent(hex.join(""));
  } catch {
    return undefined;
  }
}

const BASE64 =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of a text in base64, padded; nothing if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/={1,2}$/, "");
  const values = Array.from(digits, (sign) => BASE64.indexOf(sign));
  const length = Math.floor((digits.length * 3) / 4);
  const isPadded = text.length % 4 === 0 && digits.length % 4 !== 1;
  if (!isPadded || values.includes(-1)) {
    return undefined;
  }
  const bits = values.map((value) => value.toString(2).padStart(6, "0"));
  const all = bits.join("");
  if (all.slice(length * 8).includes("1")) {
    return undefined;
  }
  return Uint8Array.from({ length }, (_, at) =>
    Number.parseInt(all.slice(at * 8, at * 8 + 8), 2),
  );
}
