import { brand, isBranded } from "./brand.js";

/** What identifies a resource within a stack. */
export interface ResourceIdentity {
  /** The uniform resource name: enough to tell it from every other one. */
  readonly urn: string;
  /**
   * The provider's name for it: a text if known, `null` if not known yet, `undefined` for a
   * component, which has none.
   */
  readonly id?: string | null | undefined;
  /** Its name, without that of the stack. */
  readonly name?: string | undefined;
  /**
   * The token of its own type as the wire has it, `undefined` if the wire has none. If there is no such
   * property, a program made the reference, and its token is written.
   */
  readonly type?: string | undefined;
  /** The version of the provider that manages it. */
  readonly packageVersion?: string | undefined;
}

/** A reference to a resource of the type with that token. */
export class ResourceReference<Token extends string = string> {
  readonly "~tygen" = "ResourceReference";

  constructor(
    readonly token: Token,
    readonly identity: ResourceIdentity,
  ) {}
}

/**
 * The token of its type, as far as a reference tells it: the last part of the type in
 * `urn:pulumi:stack::project::parent$type::name` if nothing else is said; else empty.
 */
export function toldType({ identity }: ResourceReference): string {
  const { urn, type } = identity;
  const parts = urn.startsWith("urn:pulumi:") ? urn.split("::") : [];
  return type ?? parts[2]?.split("$").at(-1) ?? "";
}

/** A value that only its maker understands; everybody else passes it on. */
export class Capsule<Name extends string = string> {
  readonly "~tygen" = "Capsule";

  constructor(
    readonly name: Name,
    readonly content: unknown,
  ) {}
}

brand(ResourceReference.prototype, "ResourceReference");
brand(Capsule.prototype, "Capsule");

/** Whether a value is a resource reference, of this or of another copy of the runtime. */
export function isResourceReference(
  value: unknown,
): value is ResourceReference {
  return isBranded(value, "ResourceReference");
}

/** Whether a value is a capsule, of this or of another copy of the runtime. */
export function isCapsule(value: unknown): value is Capsule {
  return isBranded(value, "Capsule");
}
