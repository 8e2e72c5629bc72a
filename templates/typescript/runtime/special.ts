import { Archive, Asset, isArchive, isAsset } from "./assets.js";
import {
  Broken,
  isList,
  isMap,
  joined,
  NO_DEPENDENCIES,
  node,
  UNKNOWN,
  type Node,
} from "./node.js";
import { ExactNumber, shortForm, type Numeric } from "./numbers.js";
import { ResourceReference } from "./references.js";
import { sha256 } from "./sha256.js";
import * as signature from "./signatures.js";
import { fromBase64, fromUtf8, quoted, utf8 } from "./text.js";

type Members = ReadonlyMap<string, Node>;

/** What an object with the signature stands for; something broken if it is none of the known ones. */
export function special(
  members: Members,
  readText: (text: string) => Node,
): Node {
  try {
    return interpreted(members, readText);
  } catch (error) {
    if (error instanceof Invalid) {
      return node(new Broken(error.message));
    }
    throw error;
  }
}

/** A special value that is none. */
class Invalid extends Error {}

function interpreted(members: Members, readText: (text: string) => Node): Node {
  const sign = members.get(signature.SIGNATURE);
  const found = sign && !isWrapped(sign) ? sign.value : undefined;
  switch (found) {
    case signature.SECRET:
      return secret(members, readText);
    case signature.OUTPUT:
      return output(members);
    case signature.ASSET:
      return node(asset(members));
    case signature.ARCHIVE:
      return node(archive(members));
    case signature.REFERENCE:
      return node(reference(members));
    case signature.BYTES:
      return node(bytes(members));
    case signature.DOUBLE:
      return node(double(members));
    default:
      throw new Invalid(
        typeof found === "string"
          ? `the signature ${quoted(found)} is not known`
          : "the signature is not a string",
      );
  }
}

function invalid(what: string, field: string): never {
  throw new Invalid(`the ${what} has no valid ${quoted(field)}`);
}

/** A text that may be missing. */
function text(
  members: Members,
  what: string,
  field: string,
): string | undefined {
  const found = members.get(field);
  if (found && (typeof found.value !== "string" || isWrapped(found))) {
    return invalid(what, field);
  }
  return found?.value as string | undefined;
}

function isWrapped({ own }: Node): boolean {
  return own.secret || own.dependencies.size > 0;
}

function secret(members: Members, readText: (text: string) => Node): Node {
  const own = { secret: true, dependencies: NO_DEPENDENCIES };
  const value = members.get("value");
  if (value) {
    return joined(value, own);
  }
  if (!members.has("plaintext")) {
    if (members.has("ciphertext")) {
      throw new Invalid("the secret is encrypted");
    }
    return invalid("secret", "value");
  }
  const plaintext = text(members, "secret", "plaintext") ?? "";
  try {
    return joined(readText(plaintext), own);
  } catch {
    return invalid("secret", "plaintext");
  }
}

function output(members: Members): Node {
  const secretPart = members.get("secret");
  const isSecret = secretPart ? secretPart.value : false;
  if (typeof isSecret !== "boolean" || (secretPart && isWrapped(secretPart))) {
    return invalid("output", "secret");
  }
  const urns = members.get("dependencies");
  if (urns && (!isList(urns.value) || isWrapped(urns))) {
    return invalid("output", "dependencies");
  }
  const dependencies = new Set<string>();
  for (const urn of urns && isList(urns.value) ? urns.value : []) {
    if (typeof urn.value !== "string" || isWrapped(urn)) {
      return invalid("output", "dependencies");
    }
    dependencies.add(urn.value);
  }
  return joined(members.get("value") ?? node(UNKNOWN), {
    secret: isSecret,
    dependencies,
  });
}

function asset(members: Members): Asset {
  const what = "asset";
  const hash = text(members, what, "hash");
  const own = text(members, what, "text");
  const path = text(members, what, "path");
  const uri = text(members, what, "uri");
  if (own !== undefined) {
    return new Asset({ kind: "text", text: own }, hash ?? sha256(utf8(own)));
  }
  if (path !== undefined) {
    return new Asset({ kind: "path", path }, hash);
  }
  if (uri !== undefined) {
    return new Asset({ kind: "uri", uri }, hash);
  }
  return hash === undefined
    ? invalid(what, "text")
    : new Asset({ kind: "gone" }, hash);
}

function archive(members: Members): Archive {
  const what = "archive";
  const hash = text(members, what, "hash");
  const path = text(members, what, "path");
  const uri = text(members, what, "uri");
  const assets = members.get("assets");
  if (assets) {
    return new Archive({ kind: "assets", assets: membersOf(assets) }, hash);
  }
  if (path !== undefined) {
    return new Archive({ kind: "path", path }, hash);
  }
  if (uri !== undefined) {
    return new Archive({ kind: "uri", uri }, hash);
  }
  return hash === undefined
    ? invalid(what, "assets")
    : new Archive({ kind: "gone" }, hash);
}

function membersOf(assets: Node): { readonly [name: string]: Asset | Archive } {
  if (!isMap(assets.value) || isWrapped(assets)) {
    return invalid("archive", "assets");
  }
  const found = [...assets.value].map(([name, part]) => {
    const { value } = part;
    if (value instanceof Broken) {
      throw new Invalid(value.message);
    }
    const isBlob = (isAsset(value) || isArchive(value)) && !isWrapped(part);
    return [name, isBlob ? value : invalid("archive", "assets")] as const;
  });
  return Object.fromEntries(found);
}

function reference(members: Members): ResourceReference {
  const what = "resource reference";
  const urn = text(members, what, "urn") ?? invalid(what, "urn");
  const id = members.get("id");
  const isUnknown = id?.value === UNKNOWN || id?.value === "";
  const known =
    id && id.value !== null && !isUnknown
      ? text(members, what, "id")
      : undefined;
  const type = text(members, what, "type");
  return new ResourceReference(type ?? "", {
    urn,
    id: isUnknown ? null : known,
    name: text(members, what, "name"),
    type,
    packageVersion: text(members, what, "packageVersion"),
  });
}

function bytes(members: Members): string {
  const value = text(members, "byte string", "value");
  const found = value === undefined ? undefined : fromBase64(value);
  const decoded = fromUtf8(found ?? invalid("byte string", "value"));
  if (decoded === undefined) {
    throw new Invalid("the bytes are not UTF-8 text");
  }
  return decoded;
}

function double(members: Members): Numeric {
  const digits = text(members, "double", "value") ?? "";
  if (!/^[0-9a-fA-F]{16}$/.test(digits)) {
    return invalid("double", "value");
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  const number = view.getFloat64(0);
  if (Number.isNaN(number)) {
    throw new Invalid("a number is required");
  }
  return shortForm(new ExactNumber(number));
}
