import { convert, FAILED } from "./convert.js";
import { renderProblem, type Problem } from "./errors.js";
import { grade, type Grade } from "./grade.js";
import { kindOf } from "./kinds.js";
import { isMap, NOTHING, type Node } from "./node.js";
import type { Run } from "./run.js";
import { behind, fieldsOf, inWords, type Shape, type UnionShape } from "./shape.js";
import { listed } from "./text.js";

/** The first arm that takes the value has it. */
export function convertUnion(
  from: Node,
  union: UnionShape,
  run: Run,
  words: string,
): Node {
  const arms = union.arms();
  const named = namedArm(from, union);
  const before = run.problems;
  const failures = new Map<number, readonly Problem[]>();
  const bare: Node = { value: from.value, own: NOTHING };
  for (const at of order(from, union, run)) {
    run.attempt();
    run.problems = [];
    const result = convert(bare, arms[at] ?? { kind: "any" }, run);
    const problems = run.problems;
    run.problems = before;
    if (problems.length === 0) {
      return result;
    }
    failures.set(at, problems);
  }
  const [only] = failures.values();
  const telling =
    named === undefined
      ? failures.size === 1
        ? only
        : undefined
      : failures.get(named);
  if (telling) {
    run.problems.push(...telling);
  } else if (only) {
    run.fail(allFailures(failures, arms, run.path.length));
  } else {
    run.fail(`${words} required, but have ${kindOf(from.value)}`);
  }
  return FAILED;
}

/** The numbers of the arms that could take a value, in the order in which they are tried. */
export function order(
  from: Node,
  union: UnionShape,
  run: Run,
): readonly number[] {
  const arms = union.arms();
  const grades = arms.map((arm) => grade(from, arm, run));
  const numbers = [...arms.keys()];
  const having = (wanted: Grade): number[] =>
    numbers.filter((at) => grades[at] === wanted);
  const isInt = (at: number): boolean =>
    behind(arms[at] ?? { kind: "any" }).kind === "int";
  const same = having("same");
  const dropped = arms.map((arm) => droppedBy(from, arm, run));
  const fewest = (left: number, right: number): number =>
    (dropped[left] ?? 0) - (dropped[right] ?? 0) || left - right;
  const named = namedArm(from, union);
  return [
    ...new Set([
      ...same.filter(isInt),
      ...same,
      ...(named === undefined ? [] : [named]),
      ...having("safe").sort(fewest),
      ...having("unsafe").sort(fewest),
    ]),
  ];
}

/** The arm that the discriminator names. */
function namedArm(from: Node, union: UnionShape): number | undefined {
  const { discriminator } = union;
  if (!discriminator || !isMap(from.value)) {
    return undefined;
  }
  const word = from.value.get(discriminator.property)?.value;
  return typeof word === "string" && Object.hasOwn(discriminator.mapping, word)
    ? discriminator.mapping[word]
    : undefined;
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

function allFailures(
  failures: ReadonlyMap<number, readonly Problem[]>,
  arms: readonly Shape[],
  depth: number,
): string {
  const told = [...failures]
    .sort(([left], [right]) => left - right)
    .map(([at, problems]) => {
      const why = problems.map(({ path, message }) =>
        renderProblem({ path: path.slice(depth), message }),
      );
      return `not ${inWords(arms[at] ?? { kind: "any" })}, since ${listed(why)}`;
    });
  return `no arm of the union takes the value: ${told.join("; ")}`;
}
