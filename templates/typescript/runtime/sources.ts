import { builtin } from "./builtins.js";

/** A file, or what an address leads to. */
export type Located =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "uri"; readonly uri: string };

/** What `fetch` gives, as far as it is used. */
interface Fetched {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The bytes, piece by piece. A folder has none. */
export async function* bytesOf(source: Located): AsyncIterable<Uint8Array> {
  if (source.kind === "uri" && /^https?:/i.test(source.uri)) {
    yield* fetched(source.uri);
    return;
  }
  const path = await localPath(source);
  const { createReadStream, promises } = await builtin("fs");
  if ((await promises.stat(path)).isDirectory()) {
    throw new Error(`${path} is a folder and no file`);
  }
  yield* createReadStream(path);
}

/** The path of something local. */
export async function localPath(source: Located): Promise<string> {
  if (source.kind === "path") {
    return source.path;
  }
  if (!/^file:/i.test(source.uri)) {
    throw new Error(`${source.uri} is no address of a file, http or https`);
  }
  return (await builtin("url")).fileURLToPath(source.uri);
}

/** All bytes in one piece. */
export async function allBytes(source: Located): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(source)) {
    pieces.push(piece);
  }
  return joinedBytes(pieces);
}

/** Pieces in one. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function* fetched(uri: string): AsyncIterable<Uint8Array> {
  const { fetch } = globalThis as unknown as {
    fetch(uri: string): Promise<Fetched>;
  };
  const response = await fetch(uri);
  if (!response.ok) {
    throw new Error(`${uri} answers with status ${response.status}`);
  }
  if (response.body) {
    yield* response.body;
  }
}
