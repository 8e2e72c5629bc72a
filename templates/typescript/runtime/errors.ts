import { quoted } from "./text.js";

/** One step from a value to a part of it. */
export type Step =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "index"; readonly index: number };

/** The steps from a value to a part of it, outermost first. */
export type Path = readonly Step[];

/** What is wrong, and where. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** The path as people read it: `.tags["x"][2]`; nothing for the value itself. */
export function renderPath(path: Path): string {
  return path.map(renderStep).join("");
}

/** A problem as people read it: `.tags["x"][2]: a number is required`. */
export function renderProblem(problem: Problem): string {
  const path = renderPath(problem.path);
  return path === "" ? problem.message : `${path}: ${problem.message}`;
}

/** Every problem that was found in a value, in the order of declaration. */
export class PathError extends Error {
  override readonly name = "PathError";
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(...problems: readonly [Problem, ...Problem[]]) {
    super(problems.map(renderProblem).join("\n"));
    this.problems = problems;
  }
}

function renderStep(step: Step): string {
  switch (step.kind) {
    case "attribute":
      return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(step.name)
        ? `.${step.name}`
        : `[${quoted(step.name)}]`;
    case "key":
      return `[${quoted(step.key)}]`;
    case "index":
      return `[${step.index}]`;
  }
}
