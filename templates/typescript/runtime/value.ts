import type { Archive, Asset } from "./assets.js";
import type { ExactNumber } from "./numbers.js";
import type { Output } from "./output.js";
import type { Capsule, ResourceReference } from "./references.js";

/** A value whose type only the program's run decides: the closed sum of everything there is. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | ExactNumber
  | string
  | readonly Value[]
  | { readonly [key: string]: Value }
  | Asset
  | Archive
  | ResourceReference
  | Capsule
  | Output<Value>;
