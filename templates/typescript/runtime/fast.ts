import { isSentinel, MAX_DEPTH, SIGNATURE } from "./signatures.js";
import type { Value } from "./value.js";

/** Thrown where a value is not already what is wanted: the conversion that knows all rules has it then. */
export const MISS = Symbol("not what is wanted");

/** An object of which each attribute may be anything. */
export type Wire<T> = { readonly [K in keyof T]?: unknown };

/** An object that is being put together. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Reads a value that is already what is wanted. */
export type Read<T> = (value: unknown) => T;

export function miss(): never {
  throw MISS;
}

/** How deep the value stands that is being read. */
let depth = 0;

/** Whether texts may not be normalised yet. */
let isUnsure = false;

/** Characters that normalisation never changes: all of the first planes of Latin. */
const HIGH = /[^\u0000-\u02ff]/;

/** Whether a text is normalised. */
function isNormal(text: string): boolean {
  return !HIGH.test(text) || text.normalize() === text;
}

/**
 * Reads a value if it is already what is wanted; else `undefined` inside of nothing. `texts` says
 * whether its texts are known to be normalised.
 */
export function attempt<T>(
  read: Read<T>,
  value: unknown,
  texts: "normal" | "unsure",
): { readonly value: T } | undefined {
  depth = 0;
  isUnsure = texts === "unsure";
  try {
    return { value: read(value) };
  } catch (error) {
    if (error === MISS) {
      return undefined;
    }
    throw error;
  }
}

/** Steps into an array or object. */
function enter(): void {
  depth += 1;
  if (depth > MAX_DEPTH) {
    miss();
  }
}

/** What only the conversion that knows all rules can read. */
export function toOpaque(_value?: unknown): never {
  return miss();
}

export function toNull(value: unknown): null {
  return value === null ? null : miss();
}

export function toBool(value: unknown): boolean {
  return typeof value === "boolean" ? value : miss();
}

export function toText(value: unknown): string {
  if (typeof value !== "string") {
    return miss();
  }
  const isOdd =
    (value.length === 36 && isSentinel(value)) ||
    (isUnsure && !isNormal(value));
  return isOdd ? miss() : value;
}

/** A whole number that is not safe may have been rounded. */
export function toDouble(value: unknown): number {
  if (typeof value !== "number") {
    return miss();
  }
  const isExact =
    value % 1 === 0 ? Number.isSafeInteger(value) : value - value === 0;
  return isExact ? value : miss();
}

export function toInt32(value: unknown): number {
  return typeof value === "number" && (value | 0) === value
    ? value | 0
    : miss();
}

export function toInt(value: unknown): bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : miss();
}

export function toExact(_value: unknown): never {
  return miss();
}

/** A value of any type without special values inside. Of a number all digits would count. */
export function toAny(value: unknown): Value {
  if (typeof value === "string") {
    return toText(value);
  }
  if (Array.isArray(value)) {
    return toList(value, toAny);
  }
  if (typeof value === "object" && value !== null) {
    return toMap(value, toAny);
  }
  if (Number.isSafeInteger(value)) {
    return value === 0 ? 0 : (value as number);
  }
  return value === null || typeof value === "boolean" ? value : miss();
}

export function toConstant<const T>(value: unknown, constant: T): T {
  return value === constant ? constant : miss();
}

/** The value, or what stands in for it where it is absent. */
export function or<T, const D>(
  value: unknown,
  read: Read<T>,
  fallback: D,
): T | D {
  return value === undefined ? fallback : read(value);
}

export function toNullable<T>(value: unknown, read: Read<T>): T | null {
  return value === null ? null : read(value);
}

export function toList<T>(value: unknown, read: Read<T>): readonly T[] {
  if (!Array.isArray(value)) {
    return miss();
  }
  enter();
  const list: T[] = [];
  for (let at = 0; at < value.length; at += 1) {
    list.push(read(value[at]));
  }
  depth -= 1;
  return list;
}

/** Only what is in order and has none twice. */
export function toSet<T>(value: unknown, read: Read<T>): readonly T[] {
  const list = toList(value, read);
  if (typeof list[0] === "string" && !isLow(list[0])) {
    return miss();
  }
  for (let at = 1; at < list.length; at += 1) {
    const [before, here] = [list[at - 1], list[at]];
    const isOrdered =
      typeof here === "string"
        ? typeof before === "string" && before < here && isLow(here)
        : typeof here === "number" &&
          typeof before === "number" &&
          before < here;
    if (!isOrdered) {
      return miss();
    }
  }
  return list;
}

/** Whether the order of a text's units is that of its bytes. */
function isLow(text: string): boolean {
  return !/[\ud800-\uffff]/.test(text);
}

export function toMap<T>(
  value: unknown,
  read: Read<T>,
): { readonly [key: string]: T } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return miss();
  }
  enter();
  const map: { [key: string]: T } = {};
  for (const key of Object.keys(value)) {
    if (key === SIGNATURE || key === "__proto__" || !isNormal(key)) {
      return miss();
    }
    map[key] = read((value as { readonly [key: string]: unknown })[key]);
  }
  depth -= 1;
  return map;
}

export function nullableOf<T>(read: Read<T>): Read<T | null> {
  return (value) => toNullable(value, read);
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => toList(value, read);
}

export function setOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => toSet(value, read);
}

export function mapOf<T>(read: Read<T>): Read<{ readonly [key: string]: T }> {
  return (value) => toMap(value, read);
}

/** What reads an object that has attributes of these names, which are read so. */
export function objectOf<T>(
  names: () => Iterable<string>,
  read: (from: Wire<T>) => T,
): Read<T> {
  let known: ReadonlySet<string> | undefined;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return miss();
    }
    enter();
    known ??= new Set(names());
    for (const key in value) {
      if (!known.has(key)) {
        drop(key, (value as { readonly [key: string]: unknown })[key]);
      }
    }
    const object = read(value as Wire<T>);
    depth -= 1;
    return object;
  };
}

/** An attribute that is not declared may be dropped, if it is not another one in disguise. */
function drop(key: string, value: unknown): void {
  if (key === SIGNATURE || HIGH.test(key)) {
    miss();
  }
  if (typeof value === "object" && value !== null) {
    enter();
    Object.values(value).forEach((part) => {
      drop("", part);
    });
    depth -= 1;
  }
}

/** The attribute with that name on the wire. */
export function at(value: object, name: string): unknown {
  return (value as { readonly [name: string]: unknown })[name];
}
