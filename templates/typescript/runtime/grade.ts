import { kindOf } from "./kinds.js";
import { isList, isMap, UNKNOWN, type Node } from "./node.js";
import { wholeOf, type Numeric } from "./numbers.js";
import { present } from "./objects.js";
import type { Run } from "./run.js";
import { behind, fieldsOf, type ObjectShape, type Shape } from "./shape.js";

/** How safe it is to read a value as one of a shape. */
export type Grade = "same" | "safe" | "unsafe" | "none";

const ORDER: readonly Grade[] = ["same", "safe", "unsafe", "none"];

/** How safe it is to read a value as one of a shape. */
export function grade(value: Node, shape: Shape, run: Run): Grade {
  const known = run.grades.get(value) ?? new Map<Shape, Grade>();
  run.grades.set(value, known);
  let found = known.get(shape);
  if (!found) {
    run.attempt();
    found = graded(value, behind(shape), run);
    known.set(shape, found);
  }
  return found;
}

function graded(
  from: Node,
  shape: Exclude<Shape, { kind: "alias" }>,
  run: Run,
): Grade {
  const { value } = from;
  const kind = kindOf(value);
  if (shape.kind === "any") {
    return "safe";
  }
  if (value === UNKNOWN || kind === "broken") {
    return "unsafe";
  }
  switch (shape.kind) {
    case "none":
      return kind === "null" ? "same" : "none";
    case "asset":
    case "archive":
      return kind === shape.kind ? "same" : "none";
    case "capsule":
      return kind === "capsule" ? "same" : "none";
    case "resource":
      return kind === "resource reference" ? "same" : "none";
    case "bool":
      return primitive(kind, { bool: "same", string: "unsafe" });
    case "string":
      return primitive(kind, { string: "same", number: "safe", bool: "safe" });
    case "number":
      return primitive(kind, { number: "same", string: "unsafe" });
    case "int": {
      const isWhole = kind === "number" && wholeOf(value as Numeric) !== undefined;
      const ofNumber = isWhole ? "same" : "unsafe";
      return primitive(kind, { number: ofNumber, string: "unsafe" });
    }
    case "enum":
      return grade(from, shape.base, run) === "none" ? "none" : "unsafe";
    case "nullable":
      return best([
        kind === "null" ? "safe" : "none",
        grade(from, shape.of, run),
      ]);
    case "union":
      return best(shape.arms().map((arm) => grade(from, arm, run)));
    case "list":
    case "set":
      return isList(value)
        ? worst(value.map((part) => grade(part, shape.of, run)))
        : "none";
    case "map":
      return isMap(value)
        ? worst([...value.values()].map((part) => grade(part, shape.of, run)))
        : "none";
    case "tuple":
      return tuple(value, shape.of(), run);
    case "object":
      return isMap(value) ? object(value, shape, run) : "none";
  }
}

function primitive(
  kind: string,
  grades: { readonly [kind: string]: Grade },
): Grade {
  return grades[kind] ?? "none";
}

function tuple(
  value: Node["value"],
  wanted: readonly Shape[],
  run: Run,
): Grade {
  if (!isList(value) || value.length !== wanted.length) {
    return "none";
  }
  return worst(
    value.map((part, at) => grade(part, wanted[at] ?? { kind: "any" }, run)),
  );
}

function object(
  parts: ReadonlyMap<string, Node>,
  shape: ObjectShape,
  run: Run,
): Grade {
  const grades: Grade[] = [];
  for (const field of fieldsOf(shape)) {
    const part = present(parts.get(field[run.names]), field, shape);
    if (part) {
      grades.push(grade(part, field.shape, run));
    } else if (field.presence === "required") {
      return "none";
    }
  }
  return worst(grades);
}

/** That of the worst part, safe at best. */
function worst(grades: readonly Grade[]): Grade {
  const places = grades.map((part) => ORDER.indexOf(part));
  return ORDER[Math.max(1, ...places)] ?? "none";
}

/** That of the safest arm, safe at best. */
function best(grades: readonly Grade[]): Grade {
  const places = grades.map((arm) => ORDER.indexOf(arm));
  return ORDER[Math.max(1, Math.min(...places))] ?? "none";
}
