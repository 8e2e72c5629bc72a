import type { Read } from "./fast.js";
import type { Leaf } from "./node.js";
import { quoted } from "./text.js";

/** How the value in one place is read and written: data that conversions follow. */
export type Shape =
  | { readonly kind: "none" | "bool" | "string" | "any" | "asset" | "archive" }
  | { readonly kind: "int"; readonly held: "arbitrary" | "int64" | "int32" }
  | { readonly kind: "number"; readonly held: "double" | "exact" }
  | { readonly kind: "resource"; readonly token: string }
  | { readonly kind: "capsule"; readonly name: string }
  | { readonly kind: "nullable" | "list" | "set" | "map"; readonly of: Shape }
  | ObjectShape
  | { readonly kind: "tuple"; readonly of: () => readonly Shape[] }
  | EnumShape
  | UnionShape
  | { readonly kind: "alias"; readonly of: () => Shape };

/** Named attributes. What is inside is asked for late, so that types may contain themselves. */
export interface ObjectShape {
  readonly kind: "object";
  /** What it is called in messages. */
  readonly name: string;
  readonly fields: () => readonly Field[];
  /** What null means where an attribute does not take it. */
  readonly nulls: "value" | "absent";
  /** Reads an object that is already what is wanted. */
  readonly read: Read<unknown>;
}

/** One of these values of a primitive type. */
export interface EnumShape {
  readonly kind: "enum";
  readonly base: Shape;
  readonly values: readonly Leaf[];
}

/** One of several. */
export interface UnionShape {
  readonly kind: "union";
  readonly arms: () => readonly Arm[];
  /** The attribute that names an arm, if there is one. */
  readonly discriminator?: string;
}

/** One arm of a union, and by what the discriminator names it. */
export interface Arm {
  readonly shape: Shape;
  readonly words: readonly string[];
}

/** One attribute of an object. */
export interface Field {
  /** Its name on the wire. */
  readonly name: string;
  /** Its name in the program. */
  readonly property: string;
  readonly shape: Shape;
  readonly presence: "required" | "optional" | "default";
  /** As JSON, if there is one. */
  readonly fallback?: string;
  /** The only value that it has, if there is but one. */
  readonly constant?: Leaf;
  /** Whether its value is secret however it arrives. */
  readonly secret: boolean;
}

const FIELDS = new WeakMap<ObjectShape, readonly Field[]>();

/** The attributes of an object, in declaration order. */
export function fieldsOf(shape: ObjectShape): readonly Field[] {
  let fields = FIELDS.get(shape);
  if (!fields) {
    fields = shape.fields();
    FIELDS.set(shape, fields);
  }
  return fields;
}

/** What an alias stands for. */
export function behind(shape: Shape): Exclude<Shape, { kind: "alias" }> {
  let found = shape;
  while (found.kind === "alias") {
    found = found.of();
  }
  return found;
}

/** A shape in the words of messages. */
export function inWords(shape: Shape): string {
  const found = behind(shape);
  switch (found.kind) {
    case "none":
      return "null";
    case "any":
      return "any value";
    case "resource":
      return "resource reference";
    case "nullable":
      return `${inWords(found.of)} or null`;
    case "object":
      return found.name;
    case "enum":
      return inWords(found.base);
    case "union":
      return found
        .arms()
        .map(({ shape }) => inWords(shape))
        .join(" or ");
    case "bool":
    case "string":
    case "asset":
    case "archive":
    case "int":
    case "number":
    case "capsule":
    case "list":
    case "set":
    case "map":
    case "tuple":
      return found.kind;
  }
}

/** Whether null is a value of it. */
export function takesNull(shape: Shape): boolean {
  const found = behind(shape);
  switch (found.kind) {
    case "none":
    case "any":
    case "nullable":
      return true;
    case "union":
      return found.arms().some(({ shape }) => takesNull(shape));
    default:
      return false;
  }
}

/** What is said where an attribute is missing. */
export function missing(name: string): string {
  return `attribute ${quoted(name)} is required`;
}
