import { PathError } from "./errors.js";
import { LongNumber } from "./node.js";
import {
  DIGIT_LIMIT,
  ExactNumber,
  isExactNumber,
  shortForm,
} from "./numbers.js";
import { MAX_DEPTH, TOO_DEEP } from "./signatures.js";

/** JSON in parsed form; a number that no double holds is a `bigint` or has all its digits. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | ExactNumber
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A number that may have lost digits in `JSON.parse`: a long one, or one with an exponent. */
const INEXACT = /(?:^|[[:,\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/;

/** Half of a surrogate pair, written out or escaped: `JSON.parse` lets it pass. */
const BROKEN_TEXT = /\p{Surrogate}|\\u[dD][89a-fA-F]/u;

/** A key that `JSON.parse` puts before the others. */
const INTEGER_KEY = /"\d+"\s*:/;

const READ_OTHERWISE = [INEXACT, BROKEN_TEXT, INTEGER_KEY];

/**
 * Reads a text of JSON, no number of which is rounded and no attribute out of its order: where
 * `JSON.parse` would do that, an object is a `Map`.
 */
export function parseJson(text: string): unknown {
  if (!READ_OTHERWISE.some((pattern) => pattern.test(text))) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw notJson(error instanceof Error ? error.message : String(error));
    }
  }
  return new Reader(text).document();
}

/** Writes parsed form as text. */
export function writeJson(value: Json): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (typeof value !== "object" || value === null || isExactNumber(value)) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return `[${(value as readonly Json[]).map(writeJson).join(",")}]`;
  }
  const members = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}:${writeJson(part as Json)}`,
  );
  return `{${members.join(",")}}`;
}

function notJson(why: string): PathError {
  return new PathError({ path: [], message: `the text is not JSON: ${why}` });
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS = { true: true, false: false, null: null } as const;

/** Stands for a number that is too long. */
const TOO_LONG = new LongNumber();

/** A reader of JSON that keeps all digits. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.value(1);
    this.space();
    return this.at === this.text.length ? value : this.fail();
  }

  private value(depth: number): unknown {
    this.space();
    const sign = this.text[this.at];
    if (depth > MAX_DEPTH + 1) {
      throw new PathError({ path: [], message: TOO_DEEP });
    }
    switch (sign) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  private scalar(): unknown {
    for (const [word, value] of Object.entries(WORDS)) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const text = this.match(NUMBER);
    if (/^-?\d+$/.test(text)) {
      const isLong = text.replace("-", "").length > DIGIT_LIMIT;
      return text === "-0" ? -0 : isLong ? TOO_LONG : shortForm(BigInt(text));
    }
    try {
      const exponent = BigInt(/[eE]\+?(-?\d+)$/.exec(text)?.[1] ?? 0);
      const isHuge = BigInt.asIntN(64, exponent) !== exponent;
      return isHuge ? TOO_LONG : shortForm(new ExactNumber(text));
    } catch {
      return TOO_LONG;
    }
  }

  private string(): string {
    const value = JSON.parse(this.match(STRING)) as string;
    return /\p{Surrogate}/u.test(value) ? this.fail() : value;
  }

  private array(depth: number): unknown {
    const elements: unknown[] = [];
    this.at += 1;
    this.space();
    if (!this.takes("]")) {
      do {
        elements.push(this.value(depth + 1));
      } while (this.takes(","));
      this.expect("]");
    }
    return elements;
  }

  private object(depth: number): unknown {
    const members = new Map<string, unknown>();
    this.at += 1;
    this.space();
    if (!this.takes("}")) {
      do {
        this.space();
        const key = this.string();
        this.expect(":");
        members.set(key, this.value(depth + 1));
      } while (this.takes(","));
      this.expect("}");
    }
    return members;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private takes(sign: string): boolean {
    this.space();
    const found = this.text[this.at] === sign;
    this.at += found ? 1 : 0;
    return found;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) {
      this.fail();
    }
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? this.fail();
    this.at += found.length;
    return found;
  }

  private fail(): never {
    const found = this.text[this.at];
    throw notJson(
      found === undefined
        ? "it ends too early"
        : `unexpected ${JSON.stringify(found)} at position ${this.at}`,
    );
  }
}
