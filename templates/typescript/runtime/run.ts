import { PathError, type Problem, type Step } from "./errors.js";
import type { Node } from "./node.js";
import type { Shape } from "./shape.js";
import type { Grade } from "./grade.js";

/** How many arms may be tried for one value. */
const MAX_ATTEMPTS = 1_048_576;

/** One conversion of one value: where it is, and what was found wrong so far. */
export class Run {
  problems: Problem[] = [];
  readonly path: Step[] = [];
  /** What is known of how well a part fits a shape. */
  readonly grades = new Map<Node, Map<Shape, Grade>>();
  private attempts = 0;

  constructor(
    /** Whether secrets, outputs and unknowns may stand in the value. */
    readonly takes: "plain" | "eventual",
    /** By which names attributes are found. */
    readonly names: "name" | "property",
  ) {}

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

  /** Counts an attempt to find an arm. */
  attempt(): void {
    this.attempts += 1;
    if (this.attempts > MAX_ATTEMPTS) {
      throw new PathError({
        path: [],
        message: "the value needs too many attempts to find its type",
      });
    }
  }

  /** Throws if anything was wrong. */
  finish(): void {
    const [first, ...others] = this.problems;
    if (first) {
      throw new PathError(first, ...others);
    }
  }
}
