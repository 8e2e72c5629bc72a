import { Archive, Asset, isArchive, isAsset } from "./assets.js";
import type { Json } from "./json.js";
import { parseJson } from "./json.js";
import { node, NOTHING, UNKNOWN, type Node, type Own } from "./node.js";
import { ResourceReference, typeOfUrn } from "./references.js";
import * as signature from "./signatures.js";
import { quoted } from "./text.js";

type Members = { readonly [key: string]: Json };

/** The value with what goes with it, or why there is none. */
type Found =
  | { readonly node: Node; readonly own?: Own }
  | { readonly problem: string };

/** What an object with the signature stands for. */
export function special(
  members: Members,
  read: (part: unknown) => Node,
): Found {
  const found = members[signature.SIGNATURE];
  switch (found) {
    case signature.SECRET:
      return secret(members, read);
    case signature.OUTPUT:
      return output(members, read);
    case signature.ASSET:
      return blob(members, "asset");
    case signature.ARCHIVE:
      return blob(members, "archive");
    case signature.REFERENCE:
      return reference(members);
    case signature.BYTES:
      return bytes(members["value"]);
    case signature.DOUBLE:
      return double(members["value"]);
    default:
      return typeof found === "string"
        ? { problem: `the signature ${quoted(found)} is not known` }
        : { problem: invalid("special value", signature.SIGNATURE) };
  }
}

function invalid(what: string, field: string): string {
  return `the ${what} has no valid ${quoted(field)}`;
}

function secret(members: Members, read: (part: unknown) => Node): Found {
  const own: Own = { ...NOTHING, secret: true, arrived: "secret" };
  const { value, plaintext, ciphertext } = members;
  if (value !== undefined) {
    return { node: read(value), own };
  }
  if (typeof plaintext === "string") {
    try {
      return { node: read(parseJson(plaintext)), own };
    } catch {
      return { problem: invalid("secret", "plaintext") };
    }
  }
  return plaintext === undefined && ciphertext !== undefined
    ? { problem: "the secret is encrypted" }
    : { problem: invalid("secret", plaintext === undefined ? "value" : "plaintext") };
}

function output(members: Members, read: (part: unknown) => Node): Found {
  const { value, secret: isSecret = false, dependencies = [] } = members;
  if (typeof isSecret !== "boolean") {
    return { problem: invalid("output", "secret") };
  }
  const isList =
    Array.isArray(dependencies) &&
    dependencies.every((urn) => typeof urn === "string");
  if (!isList) {
    return { problem: invalid("output", "dependencies") };
  }
  const own: Own = {
    secret: isSecret,
    dependencies: new Set(dependencies as string[]),
    arrived: "output",
  };
  return { node: value === undefined ? node(UNKNOWN) : read(value), own };
}

/** An asset or an archive: a hash, and where the bytes come from. */
function blob(members: Members, what: "asset" | "archive"): Found {
  const found = blobOf(members, what);
  return typeof found === "string" ? { problem: found } : { node: node(found) };
}

function blobOf(
  members: Members,
  what: "asset" | "archive",
): Asset | Archive | string {
  const { hash, text, path, uri, assets } = members;
  if (hash !== undefined && typeof hash !== "string") {
    return invalid(what, "hash");
  }
  const inner = what === "asset" ? text : assets;
  const first = what === "asset" ? "text" : "assets";
  if (inner !== undefined) {
    if (what === "archive") {
      return archiveOf(inner, hash);
    }
    return typeof inner === "string"
      ? new Asset({ kind: "text", text: inner.normalize() }, hash)
      : invalid(what, first);
  }
  for (const [kind, given] of [
    ["path", path],
    ["uri", uri],
  ] as const) {
    if (typeof given === "string") {
      const source = (
        kind === "path"
          ? { kind, path: given.normalize() }
          : { kind, uri: given.normalize() }
      );
      return what === "asset"
        ? new Asset(source, hash)
        : new Archive(source, hash);
    }
    if (given !== undefined) {
      return invalid(what, kind);
    }
  }
  return invalid(what, first);
}

function archiveOf(inner: Json, hash: string | undefined): Archive | string {
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    return invalid("archive", "assets");
  }
  const assets: [string, Asset | Archive][] = [];
  for (const [name, member] of Object.entries(inner as Members)) {
    const sign =
      typeof member === "object" && member !== null
        ? (member as Members)[signature.SIGNATURE]
        : undefined;
    const isBlob = sign === signature.ASSET || sign === signature.ARCHIVE;
    const found = isBlob
      ? blobOf(
          member as Members,
          sign === signature.ASSET ? "asset" : "archive",
        )
      : invalid("archive", "assets");
    if (!isAsset(found) && !isArchive(found)) {
      return found;
    }
    assets.push([name.normalize(), found]);
  }
  return new Archive(
    { kind: "assets", assets: Object.fromEntries(assets) },
    hash,
  );
}

function reference(members: Members): Found {
  const { urn, id, name, type, packageVersion } = members;
  const fields = { urn, id, name, type, packageVersion };
  for (const [field, given] of Object.entries(fields)) {
    const isAbsent = given === undefined && field !== "urn";
    if (!isAbsent && typeof given !== "string") {
      return { problem: invalid("resource reference", field) };
    }
  }
  const texts = fields as Partial<Record<string, string>>;
  const isUnknown = texts["id"] === "" || signature.isSentinel(texts["id"] ?? "");
  const own = texts["urn"] ?? "";
  return {
    node: node(
      new ResourceReference(texts["type"] ?? typeOfUrn(own), {
        urn: own,
        id: isUnknown ? null : texts["id"],
        name: texts["name"],
        type: texts["type"],
        packageVersion: texts["packageVersion"],
      }),
    ),
  };
}

function bytes(value: Json | undefined): Found {
  const base64 =
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  if (typeof value !== "string" || !base64.test(value)) {
    return { problem: invalid("byte string", "value") };
  }
  const binary = Uint8Array.from(atob(value), (sign) => sign.charCodeAt(0));
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { node: node(decoder.decode(binary).normalize()) };
  } catch {
    return { problem: "the bytes are not UTF-8 text" };
  }
}

function double(value: Json | undefined): Found {
  if (typeof value !== "string" || !/^[0-9a-fA-F]{16}$/.test(value)) {
    return { problem: invalid("number", "value") };
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${value}`));
  const number = view.getFloat64(0);
  return Number.isNaN(number)
    ? { problem: "a number is required" }
    : { node: node(number) };
}
