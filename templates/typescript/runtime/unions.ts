import { convert, FAILED } from "./convert.js";
import { renderProblem, type Problem } from "./errors.js";
import { Grade, grade } from "./grade.js";
import { kindOf } from "./kinds.js";
import { isList, isMap, NOTHING, type Node } from "./node.js";
import type { Run } from "./run.js";
import {
  behind,
  fieldsOf,
  inWords,
  type Shape,
  type UnionShape,
} from "./shape.js";

/** The value in the first arm that takes it. */
export function convertUnion(
  from: Node,
  union: UnionShape,
  run: Run,
  words: string,
): Node {
  const failures: Failure[] = [];
  const bare: Node = { value: from.value, own: NOTHING };
  const before = run.problems;
  for (const { at, arm } of candidates(bare, union, run)) {
    run.attempts += 1;
    if (run.isExhausted) {
      run.fail("the value needs too many attempts to find its type");
      return FAILED;
    }
    run.problems = [];
    const result = convert(bare, arm, run);
    const { problems } = run;
    run.problems = before;
    if (problems.length === 0) {
      return result;
    }
    failures.push({ at, arm, problems });
  }
  tell(failures, namedArm(from, union), run, () => {
    run.fail(`${words} required, but have ${kindOf(from.value)}`);
  });
  return FAILED;
}

/** An arm that did not take the value, and why. */
interface Failure {
  readonly at: number;
  readonly arm: Shape;
  readonly problems: readonly Problem[];
}

/** Why an arm is tried when it is; a whole number is an integer first. */
enum Group {
  Integer,
  Exact,
  Named,
  Safe,
  Unsafe,
  /** It cannot take the value, but is of its kind: tried to say why. */
  Kin,
  Never,
}

interface Candidate {
  readonly at: number;
  readonly arm: Shape;
  readonly group: Group;
  readonly dropped: number;
}

/** The arms that a value may take, in the order in which they are tried. */
export function candidates(
  from: Node,
  union: UnionShape,
  run: Run,
): readonly Candidate[] {
  const named = namedArm(from, union);
  return union
    .arms()
    .map(({ shape }, at) => ({
      at,
      arm: shape,
      group: groupOf(from, shape, named === at, run),
      dropped: droppedBy(from, shape, run),
    }))
    .filter(({ group }) => group !== Group.Never)
    .sort(
      (left, right) =>
        left.group - right.group ||
        left.dropped - right.dropped ||
        left.at - right.at,
    );
}

function groupOf(from: Node, arm: Shape, isNamed: boolean, run: Run): Group {
  const { kind } = behind(arm);
  const before = run.attempts;
  const found = grade(from, arm, run);
  if (found === Grade.Same || isNamed) {
    // It was not asked how safe it is.
    run.attempts = before;
    const exact = kind === "int" ? Group.Integer : Group.Exact;
    return found === Grade.Same ? exact : Group.Named;
  }
  run.attempts += 1;
  if (found === Grade.None) {
    return isKin(from, kind) ? Group.Kin : Group.Never;
  }
  return found === Grade.Safe ? Group.Safe : Group.Unsafe;
}

/** Whether both are objects and maps, or both lists, sets and tuples. */
function isKin({ value }: Node, kind: Shape["kind"]): boolean {
  const kinds = isMap(value)
    ? ["map", "object"]
    : isList(value)
      ? ["list", "set", "tuple"]
      : [];
  return kinds.includes(kind);
}

/** The arm that the discriminator names. */
function namedArm(from: Node, union: UnionShape): number | undefined {
  const { discriminator } = union;
  if (!discriminator || !isMap(from.value)) {
    return undefined;
  }
  const word = from.value.get(discriminator)?.value;
  const named = typeof word === "string" ? word.normalize() : "";
  const at = union.arms().findIndex(({ words }) => words.includes(named));
  return typeof word === "string" && at >= 0 ? at : undefined;
}

/** How many attributes of an object an arm does not know. */
function droppedBy(from: Node, arm: Shape, run: Run): number {
  const shape = behind(arm);
  if (shape.kind !== "object" || !isMap(from.value)) {
    return 0;
  }
  const known = new Set(fieldsOf(shape).map((field) => field[run.names]));
  return [...from.value.keys()].filter((name) => !known.has(name)).length;
}

/** Tells the problems of the arm that is named, or of the only one, or why it is none of several. */
function tell(
  failures: readonly Failure[],
  named: number | undefined,
  run: Run,
  tellNone: () => void,
): void {
  const telling =
    failures.find(({ at }) => at === named) ??
    (failures.length === 1 ? failures[0] : undefined);
  if (telling) {
    run.problems.push(...telling.problems);
    return;
  }
  if (failures.length === 0) {
    tellNone();
    return;
  }
  const depth = run.path.length;
  const reasons = [...failures]
    .sort((left, right) => left.at - right.at)
    .map(({ arm, problems }) => {
      const why = problems.map(({ path, message }) =>
        renderProblem({ path: path.slice(depth), message }),
      );
      return `not ${inWords(arm)}, since ${why.join(" and ")}`;
    });
  run.fail(`no arm of the union takes the value: ${reasons.join("; ")}`);
}
