import type { Archive, Asset } from "./assets.js";
import type { Numeric } from "./numbers.js";
import type { Capsule, ResourceReference } from "./references.js";

/** Stands for a value that is not known yet. */
export const UNKNOWN: symbol = Symbol.for("tygen.unknown");

/** Text or another place from which no value could be read, and why. */
export class Broken {
  constructor(readonly message: string) {}
}

/** A number that is too long to be read, which matters only where a number is wanted. */
export class LongNumber {}

/** A value without parts. `undefined` is an attribute that is not there. */
export type Leaf =
  | null
  | undefined
  | boolean
  | string
  | Numeric
  | Asset
  | Archive
  | ResourceReference
  | Capsule
  | symbol
  | LongNumber
  | Broken;

/** What goes with a part itself, and not with what is inside. */
export interface Own {
  readonly secret: boolean;
  readonly dependencies: ReadonlySet<string>;
}

/** A value of which each part may have metadata of its own: elements, attributes or one leaf. */
export interface Node {
  readonly value: Leaf | readonly Node[] | ReadonlyMap<string, Node>;
  readonly own: Own;
}

/** No resources. */
export const NO_DEPENDENCIES: ReadonlySet<string> = new Set();

/** What goes with a plain value. */
export const NOTHING: Own = { secret: false, dependencies: NO_DEPENDENCIES };

/** A part that is plain itself. */
export function node(value: Node["value"]): Node {
  return { value, own: NOTHING };
}

/** Whether there are named parts. */
export function isMap(
  value: Node["value"],
): value is ReadonlyMap<string, Node> {
  return value instanceof Map;
}

/** Whether there are numbered parts. */
export function isList(value: Node["value"]): value is readonly Node[] {
  return Array.isArray(value);
}

/** Whether there is anything to say of a part itself. */
export function isMarked(own: Own): boolean {
  return own.secret || own.dependencies.size > 0;
}

/** What goes with a value that is computed of two. */
export function united(first: Own, second: Own): Own {
  if (!isMarked(second)) {
    return first;
  }
  return {
    secret: first.secret || second.secret,
    dependencies: unitedSets(first.dependencies, second.dependencies),
  };
}

function unitedSets(
  first: ReadonlySet<string>,
  second: ReadonlySet<string>,
): ReadonlySet<string> {
  if (second.size === 0) {
    return first;
  }
  return first.size === 0 ? second : new Set([...first, ...second]);
}

/** The same part, with all that goes with something else too. */
export function joined(part: Node, own: Own): Node {
  return isMarked(own) && !(part.value instanceof Broken)
    ? { value: part.value, own: united(own, part.own) }
    : part;
}

/** The parts of a value, in order. */
export function partsOf(whole: Node): Iterable<Node> {
  const { value } = whole;
  return isList(value) ? value : isMap(value) ? value.values() : [];
}

/** Whether the value or a part of it has metadata, or is not known. */
export function isMixed(whole: Node): boolean {
  const { known, own } = summary(whole);
  return !known || isMarked(own);
}

/** What the whole value is to somebody who uses all of it. */
export interface Summary {
  readonly known: boolean;
  readonly own: Own;
  /** Whether a part inside has metadata of its own, or is not known. */
  readonly isMixed: boolean;
}

/** Unknown if any part is, secret if any part is, dependent on what its parts depend on. */
export function summary(whole: Node): Summary {
  let known = whole.value !== UNKNOWN;
  let own = whole.own;
  let isMixed = false;
  for (const part of partsOf(whole)) {
    const inner = summary(part);
    isMixed ||= inner.isMixed || !inner.known || isMarked(inner.own);
    known &&= inner.known;
    own = united(own, inner.own);
  }
  return { known, own, isMixed };
}

/** The plain value, which must be known to the last part. */
export function plain(whole: Node): unknown {
  const { value } = whole;
  if (isList(value)) {
    return value.map(plain);
  }
  if (isMap(value)) {
    const entries = [...value].map(
      ([key, part]) => [key, plain(part)] as const,
    );
    return Object.fromEntries(entries);
  }
  return value;
}
