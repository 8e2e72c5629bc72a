import { isArchive, isAsset, type Archive, type Asset } from "./assets.js";
import { candidates } from "./unions.js";
import { Grade, grade } from "./grade.js";
import { knownHash } from "./known-hash.js";
import type { Json } from "./json.js";
import {
  Broken,
  isList,
  isMap,
  isMarked,
  UNKNOWN,
  type Leaf,
  type Node,
} from "./node.js";
import { isNumeric, shortForm, type Numeric } from "./numbers.js";
import { isResourceReference, type ResourceReference } from "./references.js";
import { Run } from "./run.js";
import { sha256 } from "./sha256.js";
import {
  behind,
  fieldsOf,
  type ObjectShape,
  type Shape,
  type UnionShape,
} from "./shape.js";
import * as signature from "./signatures.js";
import { compareTexts, quoted, utf8 } from "./text.js";

const ANY: Shape = { kind: "any" };

/** Writes a value by its shape, what goes with a part in the part's place. */
export function write(from: Node, shape: Shape, run: Run): Json {
  const { own } = from;
  if (from.value === UNKNOWN) {
    return isMarked(own)
      ? special(signature.OUTPUT, metadata(own))
      : signature.SENTINEL;
  }
  const value = written(from, shape, run);
  if (!isMarked(own)) {
    return value;
  }
  return own.dependencies.size === 0
    ? special(signature.SECRET, { value })
    : special(signature.OUTPUT, { value, ...metadata(own) });
}

function metadata(own: Node["own"]): { readonly [key: string]: Json } {
  const dependencies = [...own.dependencies].sort(compareTexts);
  return {
    ...(own.secret && { secret: true }),
    ...(dependencies.length > 0 && { dependencies }),
  };
}

function special(
  sign: string,
  fields: { readonly [key: string]: Json | undefined },
): Json {
  const there = Object.entries(fields).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  );
  return { [signature.SIGNATURE]: sign, ...Object.fromEntries(there) };
}

function written(from: Node, shape: Shape, run: Run): Json {
  const known = behind(shape);
  const { value } = from;
  if (known.kind === "nullable") {
    return value === null ? null : written(from, known.of, run);
  }
  if (known.kind === "union") {
    return written(from, holding(from, known, run), run);
  }
  if (isList(value)) {
    return value.map((part, index) =>
      run.within({ kind: "index", index }, () =>
        write(part, elementOf(known, index), run),
      ),
    );
  }
  if (isMap(value)) {
    return known.kind === "object"
      ? writeObject(value, known, run)
      : writeMap(value, known.kind === "map" ? known.of : ANY, run);
  }
  return writeLeaf(value, run);
}

/** The arm that a value has taken: of those that can hold it, the one that knows most of it. */
function holding(from: Node, union: UnionShape, run: Run): Shape {
  const [first] = candidates(from, union, run)
    .filter(({ arm }) => grade(from, arm, run) !== Grade.None)
    .sort((left, right) => left.dropped - right.dropped);
  return first?.arm ?? ANY;
}

function elementOf(shape: Shape, index: number): Shape {
  switch (shape.kind) {
    case "list":
    case "set":
      return shape.of;
    case "tuple":
      return shape.of()[index] ?? ANY;
    default:
      return ANY;
  }
}

function writeObject(
  parts: ReadonlyMap<string, Node>,
  shape: ObjectShape,
  run: Run,
): Json {
  const members: [string, Json][] = [];
  for (const field of fieldsOf(shape)) {
    const part = parts.get(field.property);
    if (part && part.value !== undefined) {
      const step = { kind: "attribute", name: field.name } as const;
      const isSecret = field.secret && run.takes === "eventual";
      const own = isSecret ? { ...part.own, secret: true } : part.own;
      const { value } = part;
      const json = run.within(step, () =>
        write({ value, own }, field.shape, run),
      );
      members.push([field.name, json]);
    }
  }
  return Object.fromEntries(members);
}

function writeMap(
  parts: ReadonlyMap<string, Node>,
  shape: Shape,
  run: Run,
): Json {
  const members: [string, Json][] = [];
  for (const key of [...parts.keys()].sort(compareTexts)) {
    const part = parts.get(key);
    if (key === signature.SIGNATURE) {
      run.fail(`the key ${quoted(key)} is reserved`);
    } else if (part && part.value !== undefined) {
      const json = run.within({ kind: "key", key }, () =>
        write(part, shape, run),
      );
      members.push([key, json]);
    }
  }
  return Object.fromEntries(members);
}

function writeLeaf(value: Leaf, run: Run): Json {
  if (isNumeric(value)) {
    return writeNumber(value, run);
  }
  if (typeof value === "string") {
    if (signature.isSentinel(value)) {
      run.fail("the text stands for an unknown value and cannot be written");
    }
    return value;
  }
  if (value === null || value === undefined || typeof value === "boolean") {
    return value ?? null;
  }
  if (isAsset(value) || isArchive(value)) {
    return writeBlob(value);
  }
  if (isResourceReference(value)) {
    return writeReference(value);
  }
  run.fail(
    value instanceof Broken ? value.message : "a capsule has no JSON form",
  );
  return null;
}

function writeNumber(value: Numeric, run: Run): Json {
  if (Number.isNaN(value)) {
    run.fail("a number is required");
    return null;
  }
  const short = shortForm(value);
  if (short === Infinity || short === -Infinity) {
    const bits = short < 0 ? "fff0000000000000" : "7ff0000000000000";
    return special(signature.DOUBLE, { value: bits });
  }
  return short;
}

function writeBlob(blob: Asset | Archive): Json {
  const { source } = blob;
  const sign = isArchive(blob) ? signature.ARCHIVE : signature.ASSET;
  switch (source.kind) {
    case "text":
      return special(sign, {
        hash: knownHash(blob) ?? sha256(utf8(source.text)),
        text: source.text,
      });
    case "assets": {
      const names = Object.keys(source.assets).sort(compareTexts);
      const members = names.map((name) => {
        const member = source.assets[name];
        return [name, member ? writeBlob(member) : null] as const;
      });
      return special(sign, {
        hash: knownHash(blob),
        assets: Object.fromEntries(members),
      });
    }
    case "path":
      return special(sign, { hash: knownHash(blob), path: source.path });
    case "uri":
      return special(sign, { hash: knownHash(blob), uri: source.uri });
    case "gone":
      return special(sign, { hash: knownHash(blob) });
  }
}

function writeReference({ token, identity }: ResourceReference): Json {
  const { urn, id, name, packageVersion } = identity;
  const type = "type" in identity ? identity.type : token;
  return special(signature.REFERENCE, {
    urn,
    id: id === null ? signature.SENTINEL : id,
    name,
    type,
    packageVersion,
  });
}
