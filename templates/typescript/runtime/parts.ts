import { ShapeCodec, type Codec } from "./codec.js";
import { behind, fieldsOf, type Shape } from "./shape.js";

/** A part of what a codec reads: under which name a program finds it, and how it is read itself. */
export interface PartCodec {
  readonly property: string;
  readonly codec: Codec<unknown, unknown>;
}

/** The part that has that name on the wire, or is under that key or number. */
export function partCodec(
  { shape }: Pick<Codec<unknown>, "shape">,
  name: string,
): PartCodec {
  const { property, of } = partOf(shape, name) ?? {
    property: name,
    of: { kind: "any" },
  };
  return { property, codec: new ShapeCodec(of) };
}

interface Part {
  readonly property: string;
  readonly of: Shape;
}

function partOf(shape: Shape, name: string): Part | undefined {
  const found = behind(shape);
  switch (found.kind) {
    case "nullable":
      return partOf(found.of, name);
    case "list":
    case "set":
    case "map":
      return { property: name, of: found.of };
    case "tuple": {
      const of = found.of()[Number(name)];
      return of && { property: name, of };
    }
    case "object": {
      const field = fieldsOf(found).find((field) => field.name === name);
      return field && { property: field.property, of: field.shape };
    }
    default:
      return undefined;
  }
}
