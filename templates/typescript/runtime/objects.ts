import { convert, FAILED } from "./convert.js";
import { readLiteral } from "./literal.js";
import { node, NOTHING, united, UNKNOWN, type Node, type Own } from "./node.js";
import type { Run } from "./run.js";
import {
  fieldsOf,
  missing,
  takesNull,
  type Field,
  type ObjectShape,
} from "./shape.js";

/** The attributes of an object, by their names in the program, in declaration order. */
export function convertObject(
  parts: ReadonlyMap<string, Node>,
  shape: ObjectShape,
  run: Run,
): Node {
  const found = new Map<string, Node>();
  let own: Own = NOTHING;
  for (const field of fieldsOf(shape)) {
    const given = parts.get(field[run.names]);
    const part = present(given, field, shape);
    if (part) {
      const step = { kind: "attribute", name: field.name } as const;
      const value = run.within(step, () => convertField(part, field, run));
      found.set(field.property, value);
      continue;
    }
    if (given && given.value === undefined) {
      // An output of nothing: what depends on whether there is something depends on it.
      own = united(own, given.own);
    }
    if (field.presence === "required") {
      run.fail(missing(field.name));
    }
    const fallback = fallbackOf(field);
    if (fallback) {
      found.set(field.property, convertField(fallback, field, run));
    }
  }
  return { value: found, own };
}

/** The part, if it counts as one. */
export function present(
  part: Node | undefined,
  field: Field,
  shape: ObjectShape,
): Node | undefined {
  const isAbsent =
    part?.value === undefined ||
    (part.value === null &&
      shape.nulls === "absent" &&
      !takesNull(field.shape));
  return isAbsent ? undefined : part;
}

/** What stands in for an attribute that is absent. */
function fallbackOf({ fallback, shape }: Field): Node | undefined {
  const isNothing = fallback === "null" && !takesNull(shape);
  return fallback === undefined || isNothing
    ? undefined
    : readLiteral(fallback);
}

function convertField(part: Node, field: Field, run: Run): Node {
  if (run.takes === "plain") {
    // The type remembers that it is secret.
    const isSecret = part.own.dependencies.size === 0 && part.own.secret;
    const bare = field.secret && isSecret && part.value !== UNKNOWN;
    return convert(bare ? node(part.value) : part, field.shape, run);
  }
  const converted = convert(certain(part, field), field.shape, run);
  return field.secret && converted !== FAILED
    ? { value: converted.value, own: { ...converted.own, secret: true } }
    : converted;
}

/** A constant has one value only: that is known, and no secret. */
function certain(part: Node, { constant }: Field): Node {
  if (constant === undefined) {
    return part;
  }
  return node(part.value === UNKNOWN ? constant : part.value);
}
