import { kindOf } from "./kinds.js";
import { isList, isMap, type Node } from "./node.js";
import { isNumeric, wholeOf } from "./numbers.js";
import { present } from "./objects.js";
import { isResourceReference, toldType } from "./references.js";
import type { Run } from "./run.js";
import {
  behind,
  fieldsOf,
  type Arm,
  type ObjectShape,
  type Shape,
} from "./shape.js";

/** How safe it is to read a value as one of a shape: the less, the greater. */
export enum Grade {
  Same,
  Safe,
  Unsafe,
  None,
}

/** How safe it is to read a value as one of a shape. */
export function grade(value: Node, shape: Shape, run: Run): Grade {
  const known = run.grades.get(value) ?? new Map<Shape, [Grade, number]>();
  run.grades.set(value, known);
  const earlier = known.get(shape);
  if (earlier) {
    // It counts as often as it is asked for.
    run.attempts += earlier[1];
    return earlier[0];
  }
  const before = run.attempts;
  const found = graded(value, behind(shape), run);
  known.set(shape, [found, run.attempts - before]);
  return found;
}

function graded(
  from: Node,
  shape: Exclude<Shape, { kind: "alias" }>,
  run: Run,
): Grade {
  const { value } = from;
  const kind = kindOf(value);
  if (kind === "unknown" || kind === "broken") {
    return Grade.Unsafe;
  }
  switch (shape.kind) {
    case "any":
      return Grade.Safe;
    case "none":
    case "bool":
    case "string":
    case "number":
    case "int":
    case "asset":
    case "archive":
    case "resource":
    case "capsule":
      return leaf(value, kind, shape);
    case "enum":
      return grade(from, shape.base, run) === Grade.None
        ? Grade.None
        : Grade.Unsafe;
    case "nullable":
      return kind === "null"
        ? Grade.Safe
        : Math.max(Grade.Safe, grade(from, shape.of, run));
    case "union":
      return union(from, shape.arms(), run);
    case "list":
    case "set":
      return isList(value)
        ? worst(value, (part) => grade(part, shape.of, run))
        : Grade.None;
    case "map":
      return isMap(value)
        ? worst(value.values(), (part) => grade(part, shape.of, run))
        : Grade.None;
    case "tuple":
      return tuple(value, shape.of(), run);
    case "object":
      return isMap(value) ? object(value, shape, run) : Grade.None;
  }
}

/** Whether a value is exactly of a type without parts, or may be read as one. */
function leaf(value: Node["value"], kind: string, shape: Shape): Grade {
  switch (shape.kind) {
    case "none":
      return kind === "null" ? Grade.Same : Grade.None;
    case "bool":
    case "number":
      return kind === shape.kind ? Grade.Same : ofText(kind);
    case "int": {
      const isWhole = isNumeric(value) && wholeOf(value) !== undefined;
      return isWhole
        ? Grade.Same
        : kind === "number"
          ? Grade.Unsafe
          : ofText(kind);
    }
    case "string":
      return kind === "string"
        ? Grade.Same
        : kind === "number" || kind === "bool"
          ? Grade.Safe
          : Grade.None;
    case "resource": {
      const told = isResourceReference(value) ? toldType(value) : undefined;
      return told === shape.token || told === "" ? Grade.Same : Grade.None;
    }
    default:
      return kind === shape.kind ? Grade.Same : Grade.None;
  }
}

function ofText(kind: string): Grade {
  return kind === "string" ? Grade.Unsafe : Grade.None;
}

function union(from: Node, arms: readonly Arm[], run: Run): Grade {
  let best = Grade.None;
  for (const { shape } of arms) {
    run.attempts += 1;
    best = Math.min(best, grade(from, shape, run));
  }
  return Math.max(Grade.Safe, best);
}

function tuple(
  value: Node["value"],
  wanted: readonly Shape[],
  run: Run,
): Grade {
  if (!isList(value) || value.length !== wanted.length) {
    return Grade.None;
  }
  return worst(value.entries(), ([at, part]) =>
    grade(part, wanted[at] ?? { kind: "any" }, run),
  );
}

function object(
  parts: ReadonlyMap<string, Node>,
  shape: ObjectShape,
  run: Run,
): Grade {
  return worst(fieldsOf(shape), (field) => {
    const part = present(parts.get(field[run.names]), field, shape);
    if (part) {
      return grade(part, field.shape, run);
    }
    return field.presence === "required" ? Grade.None : Grade.Safe;
  });
}

/** That of the worst part, safe at best; nothing more is asked after a part that has none. */
function worst<T>(parts: Iterable<T>, gradeOf: (part: T) => Grade): Grade {
  let worst = Grade.Safe;
  for (const part of parts) {
    worst = Math.max(worst, gradeOf(part));
    if (worst === Grade.None) {
      break;
    }
  }
  return worst;
}
