import { ShapeCodec, type Codec, type HasShape } from "./codec.js";
import { objectOf, type Wire } from "./fast.js";
import { parseJson } from "./json.js";
import type { Leaf } from "./node.js";
import { ExactNumber } from "./numbers.js";
import {
  fieldsOf,
  type Arm,
  type Field,
  type ObjectShape,
  type Shape,
} from "./shape.js";

export type { Codec } from "./codec.js";
export * from "./fast.js";

const primitive = <
  Kind extends "none" | "bool" | "string" | "any" | "asset" | "archive",
>(
  kind: Kind,
): HasShape => ({ shape: { kind } });

/** Values of primitive types. */
export const none = primitive("none");
export const bool = primitive("bool");
export const string = primitive("string");
export const any = primitive("any");
export const asset = primitive("asset");
export const archive = primitive("archive");
export const int: HasShape = { shape: { kind: "int", held: "arbitrary" } };
export const int64: HasShape = { shape: { kind: "int", held: "int64" } };
export const int32: HasShape = { shape: { kind: "int", held: "int32" } };
export const double: HasShape = { shape: { kind: "number", held: "double" } };
export const exact: HasShape = { shape: { kind: "number", held: "exact" } };

/** A reference to a resource with that token. */
export function resource(token: string): HasShape {
  return { shape: { kind: "resource", token } };
}

/** A value that only its maker understands. */
export function capsule(name: string): HasShape {
  return { shape: { kind: "capsule", name } };
}

/** Null, or what stands inside. */
export function nullable(of: HasShape): HasShape {
  return { shape: { kind: "nullable", of: of.shape } };
}

/** Elements in order. */
export function list(of: HasShape): HasShape {
  return { shape: { kind: "list", of: of.shape } };
}

/** Elements, none twice. */
export function set(of: HasShape): HasShape {
  return { shape: { kind: "set", of: of.shape } };
}

/** Elements by key. */
export function map(of: HasShape): HasShape {
  return { shape: { kind: "map", of: of.shape } };
}

/** Named attributes. */
export function object<T, I>(
  name: string,
  fields: () => readonly Field[],
  read: (from: Wire<T>) => T,
): Codec<T, I> {
  return objectCodec(name, fields, read, "value");
}

/** Named attributes, of which one that is null is not there. */
export function block<T, I>(
  name: string,
  fields: () => readonly Field[],
  read: (from: Wire<T>) => T,
): Codec<T, I> {
  return objectCodec(name, fields, read, "absent");
}

function objectCodec<T, I>(
  name: string,
  fields: () => readonly Field[],
  read: (from: Wire<T>) => T,
  nulls: "value" | "absent",
): Codec<T, I> {
  const shape: ObjectShape = {
    kind: "object",
    name,
    fields,
    nulls,
    read: objectOf(() => fieldsOf(shape).map((field) => field.name), read),
  };
  return new ShapeCodec(shape);
}

/** So many elements. */
export function tuple<T, I>(of: () => readonly HasShape[]): Codec<T, I> {
  return new ShapeCodec({ kind: "tuple", of: () => shapes(of()) });
}

/** One of these values of a primitive type. */
export function oneOf<T>(
  base: HasShape,
  values: { readonly [name: string]: Leaf },
): Codec<T, T> {
  const isText = base.shape.kind === "string";
  // A number that has no literal stands there as its text.
  const held = Object.values(values).map((value) =>
    typeof value === "string" && !isText ? new ExactNumber(value) : value,
  );
  return new ShapeCodec({ kind: "enum", base: base.shape, values: held });
}

/** One of several. */
export function union<T, I>(arms: () => readonly HasShape[]): Codec<T, I> {
  return new ShapeCodec({
    kind: "union",
    arms: () => shapes(arms()).map((shape) => ({ shape, words: [] })),
  });
}

/** One of several, told by an attribute. */
export function unionBy<T, I>(
  discriminator: string,
  arms: () => readonly Arm[],
): Codec<T, I> {
  return new ShapeCodec({ kind: "union", arms, discriminator });
}

/** An arm of a union, and by what the attribute names it. */
export function arm({ shape }: HasShape, ...words: readonly string[]): Arm {
  return { shape, words };
}

/** Another name. */
export function alias<T, I>(of: () => HasShape): Codec<T, I> {
  return new ShapeCodec({ kind: "alias", of: () => of().shape });
}

/** An attribute that must be there. */
export function required(name: string, of: HasShape): Field {
  const { shape } = of;
  return { name, property: name, shape, presence: "required", secret: false };
}

/** An attribute that may be absent. */
export function optional(name: string, of: HasShape): Field {
  return { ...required(name, of), presence: "optional" };
}

/** An attribute that has a value, as JSON, if it is absent. */
export function defaulted(name: string, of: HasShape, json: string): Field {
  return { ...required(name, of), presence: "default", fallback: json };
}

/** An attribute that has one value only, as JSON. */
export function constant(field: Field, json: string): Field {
  const constant = parseJson(json) as Leaf;
  const values = [constant];
  const shape: Shape = { kind: "enum", base: field.shape, values };
  return { ...field, shape, constant };
}

/** An attribute whose value is secret however it arrives. */
export function secret(field: Field): Field {
  return { ...field, secret: true };
}

/** An attribute that has another name in the program. */
export function renamed(property: string, field: Field): Field {
  return { ...field, property };
}

function shapes(codecs: readonly HasShape[]): readonly Shape[] {
  return codecs.map(({ shape }) => shape);
}
