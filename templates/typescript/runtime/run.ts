import { PathError, type Problem, type Step } from "./errors.js";
import type { Grade } from "./grade.js";
import type { Node } from "./node.js";
import type { Shape } from "./shape.js";

/** How many arms may be tried for one value. */
const MAX_ATTEMPTS = 1_048_576;

/** One conversion of one value: where it is, and what was found wrong so far. */
export class Run {
  problems: Problem[] = [];
  readonly path: Step[] = [];
  /** How well a part fits a shape, and how many attempts it took to know. */
  readonly grades = new Map<Node, Map<Shape, readonly [Grade, number]>>();
  /** How many arms were looked at. */
  attempts = 0;

  constructor(
    /** Whether secrets, outputs and unknowns may stand in the value. */
    readonly takes: "plain" | "eventual",
    /** By which names attributes are found. */
    readonly names: "name" | "property",
  ) {}

  get isExhausted(): boolean {
    return this.attempts > MAX_ATTEMPTS;
  }

  /** Notes a problem in the place where the conversion stands. */
  fail(message: string): void {
    this.problems.push({ path: [...this.path], message });
  }

  /** Runs what concerns a part. */
  within<T>(step: Step, body: () => T): T {
    this.path.push(step);
    const result = body();
    this.path.pop();
    return result;
  }

  /** Throws if anything was wrong. */
  finish(): void {
    const [first, ...others] = this.problems;
    if (first) {
      throw new PathError(first, ...others);
    }
  }
}
