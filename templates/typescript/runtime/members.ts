import { isArchive, type Archive, type ArchiveSource } from "./assets.js";
import { builtin } from "./builtins.js";
import { allBytes, bytesOf, localPath, type Located } from "./sources.js";
import { compareTexts, utf8 } from "./text.js";
import { readTar } from "./tar-reader.js";
import { readZip } from "./zip.js";

/** A file of an archive: its size is told before its bytes. */
export interface Member {
  readonly name: string;
  readonly size: number;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Whether an archive is a file that is hashed as it is. */
export function isArchiveFile(source: ArchiveSource): source is Located {
  const isLocated = source.kind === "path" || source.kind === "uri";
  return isLocated && /\.(?:tar|tgz|tar\.gz|zip|jar)$/.test(locationOf(source));
}

function locationOf(source: Located): string {
  return source.kind === "path" ? source.path : source.uri;
}

/** The files of an archive, in the order in which they are hashed. */
export async function* archiveMembers(archive: Archive): AsyncIterable<Member> {
  const { source } = archive;
  switch (source.kind) {
    case "assets":
      yield* mapMembers(source.assets);
      return;
    case "path":
    case "uri":
      yield* isArchiveFile(source)
        ? packedMembers(source)
        : folderMembers(await localPath(source), "");
      return;
    case "gone":
      throw new Error("nothing but the hash is left of an archive");
  }
}

async function* mapMembers(
  assets: Extract<ArchiveSource, { kind: "assets" }>["assets"],
): AsyncIterable<Member> {
  for (const name of Object.keys(assets).sort(compareTexts)) {
    const member = assets[name];
    if (!member) {
      continue;
    }
    if (isArchive(member)) {
      for await (const inner of archiveMembers(member as Archive)) {
        yield { ...inner, name: cleaned(`${name}/${inner.name}`) };
      }
      continue;
    }
    const { source } = member;
    switch (source.kind) {
      case "text":
        yield ofBytes(name, utf8(source.text));
        break;
      case "path":
        yield await ofFile(name, source.path);
        break;
      case "uri":
        yield await ofUri(name, source);
        break;
      default:
        throw new Error("nothing but the hash is left of an asset");
    }
  }
}

/** A path without empty parts, `.` and `..`. */
export function cleaned(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0) {
      parts.pop();
    } else if (part !== "" && part !== "." && part !== "..") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

function ofBytes(name: string, bytes: Uint8Array): Member {
  const pieces = async function* (): AsyncIterable<Uint8Array> {
    yield await Promise.resolve(bytes);
  };
  return { name, size: bytes.length, bytes: pieces };
}

async function ofFile(name: string, path: string): Promise<Member> {
  const { promises } = await builtin("fs");
  const stats = await promises.stat(path);
  if (!stats.isFile()) {
    throw new Error(`${path} is no file`);
  }
  return {
    name,
    size: stats.size,
    bytes: () => bytesOf({ kind: "path", path }),
  };
}

async function ofUri(name: string, source: Located): Promise<Member> {
  return source.kind === "uri" && /^file:/i.test(source.uri)
    ? ofFile(name, await localPath(source))
    : ofBytes(name, await allBytes(source));
}

/** The files of a folder, each folder's entries in the order of their bytes. */
async function* folderMembers(
  folder: string,
  prefix: string,
): AsyncIterable<Member> {
  const { promises } = await builtin("fs");
  for (const entry of (await promises.readdir(folder)).sort(compareTexts)) {
    if (entry === ".pulumi") {
      continue;
    }
    const path = `${folder}/${entry}`;
    const isLink = (await promises.lstat(path)).isSymbolicLink();
    const isFolder = (await promises.stat(path)).isDirectory();
    if (isFolder && !isLink) {
      yield* folderMembers(path, `${prefix}${entry}/`);
    } else if (!isFolder) {
      yield await ofFile(`${prefix}${entry}`, path);
    }
  }
}

/** The files of a tar, gzipped tar or zip file, in its own order. */
async function* packedMembers(source: Located): AsyncIterable<Member> {
  const bytes = await allBytes(source);
  const location = locationOf(source);
  const { gunzipSync, inflateRawSync } = await builtin("zlib");
  const files = /\.(?:zip|jar)$/.test(location)
    ? readZip(bytes, inflateRawSync)
    : readTar(location.endsWith(".tar") ? bytes : gunzipSync(bytes));
  for (const { name, bytes } of files) {
    yield ofBytes(name, bytes);
  }
}
