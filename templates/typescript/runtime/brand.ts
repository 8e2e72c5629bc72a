/**
 * Two copies of this runtime in one program understand each other: what a value is, is said by
 * a symbol of the global registry and not by the class that made it.
 */
export function brand(prototype: object, name: string): void {
  Object.defineProperty(prototype, Symbol.for(`tygen.${name}`), {
    value: true,
  });
}

/** Whether a value was branded with that name, by this or by another copy of the runtime. */
export function isBranded(value: unknown, name: string): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    Symbol.for(`tygen.${name}`) in value
  );
}
