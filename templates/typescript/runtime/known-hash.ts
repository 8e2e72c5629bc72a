import type { Archive, Asset } from "./assets.js";

/** Where a hash stands that was computed of an asset or archive. */
export const COMPUTED = Symbol.for("tygen.hash");

/** The hash, if it was given or computed before. */
export function knownHash(blob: Asset | Archive): string | undefined {
  const computed: unknown = Reflect.get(blob, COMPUTED);
  return blob.hash ?? (typeof computed === "string" ? computed : undefined);
}
