import { SIGNATURE, isSentinel } from "./signatures.js";
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
  return typeof value === "string" &&
    !(value.length === 36 && isSentinel(value))
    ? value
    : miss();
}

export function toDouble(value: unknown): number {
  return typeof value === "number" ? value : miss();
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

/** A value of any type without special values inside. */
export function toAny(value: unknown): Value {
  if (typeof value === "number") {
    return value === 0 ? 0 : value;
  }
  if (Array.isArray(value)) {
    return value.map(toAny);
  }
  if (typeof value === "object" && value !== null) {
    return toMap(value, toAny);
  }
  return value === null || typeof value === "boolean" ? value : toText(value);
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
  const list: T[] = [];
  for (let at = 0; at < value.length; at += 1) {
    list.push(read(value[at]));
  }
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
  const map: { [key: string]: T } = {};
  for (const key of Object.keys(value)) {
    if (key === SIGNATURE || key === "__proto__") {
      return miss();
    }
    map[key] = read((value as { readonly [key: string]: unknown })[key]);
  }
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

/** What reads an object whose attributes are read so. */
export function objectOf<T>(read: (from: Wire<T>) => T): Read<T> {
  return (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? read(value as Wire<T>)
      : miss();
}

/** The attribute with that name on the wire. */
export function at(value: object, name: string): unknown {
  return (value as { readonly [name: string]: unknown })[name];
}
