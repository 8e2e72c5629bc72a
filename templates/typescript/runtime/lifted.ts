import { Output } from "./output.js";
import { stateOfPart } from "./state.js";

/**
 * An output with the parts of its value as properties, each an output again: through `undefined`,
 * `null` and unions, in which a part that an arm lacks is `undefined`. A property that has the name
 * of a member of {@link Output} is reached by {@link part}.
 */
export type Lifted<T> = Output<T> & LiftedParts<T>;

/** The parts of a value of type `T`, lifted. */
export type LiftedParts<T> = {
  readonly [K in Exclude<PartKey<T>, keyof Output<T> | "then">]: Lifted<
    Part<T, K>
  >;
};

/** The keys of all arms of `T`. */
export type PartKey<T> = T extends
  | null
  | undefined
  | string
  | number
  | bigint
  | boolean
  | { readonly "~tygen": string }
  ? never
  : T extends readonly unknown[]
    ? number
    : keyof T & (string | number);

/** What stands under that key in each arm of `T`; `undefined` for an arm that lacks it. */
export type Part<T, K extends PropertyKey> = T extends null | undefined
  ? undefined
  : T extends readonly (infer E)[]
    ? E | undefined
    : K extends keyof T
      ? T[K]
      : undefined;

/** The part of an output's value under that key; `undefined` where there is none. */
export function part<T, K extends PartKey<T>>(
  whole: Output<T>,
  key: K,
): Output<Part<T, K>> {
  return new Output(
    whole["~state"].then((state) => stateOfPart<Part<T, K>>(state, key)),
  );
}

/** An output with the parts of its value as properties: `lifted(network).id`. */
export function lifted<T>(whole: Output<T>): Lifted<T> {
  return new Proxy(whole, {
    get(target, key) {
      if (typeof key === "symbol" || key === "then" || key in target) {
        return Reflect.get(target, key, target) as unknown;
      }
      return lifted(
        new Output(target["~state"].then((state) => stateOfPart(state, key))),
      );
    },
  }) as Lifted<T>;
}
