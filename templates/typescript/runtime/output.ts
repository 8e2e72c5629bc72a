import { arrive } from "./arrive.js";
import { brand, isBranded } from "./brand.js";
import { isMarked, united, type Node } from "./node.js";
import { stateOfNode } from "./state.js";

/** What an argument may be: a plain value, one that arrives later, or an output. */
export type Input<T> = T | Promise<T> | Output<T>;

/** What is known of an output's value, and what goes with it wherever it goes. */
export type OutputState<T> = OutputMetadata &
  ({ readonly known: true; readonly value: T } | { readonly known: false }) & {
    /** The value with what goes with each part, where parts have metadata of their own. */
    readonly tree?: Node;
  };

/** What goes with a value wherever it goes. */
export interface OutputMetadata {
  /** Whether the value is sensitive. */
  readonly secret: boolean;
  /** The names (URN) of the resources that the value depends on. */
  readonly dependencies: ReadonlySet<string>;
}

/** The type with no promise or output at any depth. */
export type Unwrapped<T> =
  T extends Output<infer U>
    ? Unwrapped<U>
    : T extends Promise<infer U>
      ? Unwrapped<U>
      : T extends { readonly "~tygen": string }
        ? T
        : T extends (...args: never[]) => unknown
          ? T
          : T extends object
            ? { [K in keyof T]: Unwrapped<T[K]> }
            : T;

/**
 * A value of the program's graph: it arrives later, depends on resources, may stay unknown (in a
 * preview) and may be secret. What is computed of it inherits all three.
 */
export class Output<out T> {
  readonly "~tygen" = "Output";
  /** For this runtime and its copies; a program uses {@link Output.apply}. */
  readonly "~state": Promise<OutputState<T>>;

  /** An output whose state arrives later. If that fails, the failure is that of whoever awaits it. */
  constructor(state: Promise<OutputState<T>>) {
    // Whoever awaits the value gets the failure; the promise itself is not left unhandled.
    state.catch(() => undefined);
    this["~state"] = state;
  }

  /** A known value. */
  static of<T>(
    value: T,
    { secret = false, dependencies = [] }: OutputOptions = {},
  ): Output<T> {
    return new Output(
      Promise.resolve({
        known: true,
        value,
        secret,
        dependencies: new Set(dependencies),
      }),
    );
  }

  /** A known value that is sensitive. */
  static secret<T>(value: T): Output<T> {
    return Output.of(value, { secret: true });
  }

  /** A value that is not known in this run. */
  static unknown<T = never>({
    secret = false,
    dependencies = [],
  }: OutputOptions = {}): Output<T> {
    return new Output(
      Promise.resolve({
        known: false,
        secret,
        dependencies: new Set(dependencies),
      }),
    );
  }

  /**
   * What a function makes of the value. The function does not run if the value is unknown; then the
   * result is unknown too. An output or promise that it answers with is unwrapped.
   */
  apply<U>(callback: (value: T) => Input<U>): Output<U> {
    return new Output(
      this["~state"].then(async (state): Promise<OutputState<U>> => {
        const { known, secret, dependencies } = state;
        if (!known) {
          return { known, secret, dependencies };
        }
        const result = await callback(state.value);
        if (!isOutput(result)) {
          return { known, value: result as U, secret, dependencies };
        }
        return joined(await (result as Output<U>)["~state"], state);
      }),
    );
  }

  toString(): string {
    return refuse("turned into a string");
  }

  toJSON(): never {
    return refuse("written as JSON");
  }

  [Symbol.toPrimitive](): string {
    return refuse("used as a string or number");
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "Output<…>";
  }
}

/** What goes with a value from the beginning. */
export interface OutputOptions {
  readonly secret?: boolean;
  readonly dependencies?: Iterable<string>;
}

brand(Output.prototype, "Output");

/** Whether a value is an output, of this or of another copy of the runtime. */
export function isOutput(value: unknown): value is Output<unknown> {
  return isBranded(value, "Output");
}

/** The output of an output's output. */
export function unwrap<T>(nested: Output<Output<T>>): Output<T> {
  return nested.apply((inner) => inner);
}

/** An argument as an output. */
export function output<T>(input: Input<T>): Output<T> {
  return Output.of(undefined).apply(() => input);
}

/**
 * One output of many values: of the elements of an array or the properties of an object, with every
 * promise and output inside them unwrapped. Unknown if one of them is, secret if one of them is.
 */
export function all<const T extends object>(
  values: T,
): Output<{ -readonly [K in keyof T]: Unwrapped<T[K]> }> {
  return new Output(arrive(values).then((node) => stateOfNode(node)));
}

/** The state, with all that goes with another one too. */
function joined<T>(
  state: OutputState<T>,
  metadata: OutputMetadata,
): OutputState<T> {
  if (!isMarked(metadata)) {
    return state;
  }
  const { tree } = state;
  const { secret, dependencies } = united(metadata, state);
  return {
    ...state,
    secret,
    dependencies,
    ...(tree && { tree: { ...tree, own: united(metadata, tree.own) } }),
  };
}

function refuse(use: string): never {
  throw new TypeError(
    `an Output cannot be ${use}: its value arrives later. Use output.apply((value) => ...) for ` +
      `what depends on the value, or all([...]) for several at once.`,
  );
}
