import { convert, FAILED } from "./convert.js";
import { node, NOTHING, united, type Node, type Own } from "./node.js";
import { readText } from "./read.js";
import type { Run } from "./run.js";
import { fieldsOf, missing, takesNull, type Field, type ObjectShape } from "./shape.js";

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
    if (!part && given) {
      own = united(own, given.own);
    }
    if (!part && field.fallback === undefined) {
      if (field.presence === "required") {
        run.fail(missing(field.name));
      }
      continue;
    }
    const value = run.within({ kind: "attribute", name: field.name }, () =>
      convertField(part ?? defaultOf(field, given), field, run),
    );
    found.set(field.property, value);
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

function defaultOf(field: Field, given: Node | undefined): Node {
  const { value } = readText(field.fallback ?? "null");
  return { value, own: given?.own ?? NOTHING };
}

function convertField(part: Node, field: Field, run: Run): Node {
  if (!field.secret) {
    return convert(part, field.shape, run);
  }
  if (run.takes === "plain") {
    const isSecret = part.own.arrived === "secret";
    return convert(isSecret ? node(part.value) : part, field.shape, run);
  }
  const converted = convert(part, field.shape, run);
  return converted === FAILED
    ? FAILED
    : { value: converted.value, own: { ...converted.own, secret: true } };
}
