import type { Member } from "./members.js";
import { utf8 } from "./text.js";

const BLOCK = 512;

/** The members as an uncompressed tar stream that depends on nothing but names and bytes. */
export async function* writeTar(
  members: AsyncIterable<Member>,
): AsyncIterable<Uint8Array> {
  const seen = new Set<string>();
  for await (const { name, size, bytes } of members) {
    if (seen.has(name)) {
      continue;
    }
    seen.add(name);
    yield* headers(name, size);
    let written = 0;
    for await (const piece of bytes()) {
      written += piece.length;
      yield piece;
    }
    if (written !== size) {
      throw new Error(`${name} changed while it was read`);
    }
    yield new Uint8Array(padding(size));
  }
  yield new Uint8Array(2 * BLOCK);
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function* headers(name: string, size: number): Iterable<Uint8Array> {
  const isAscii = /^[\u0000-\u007f]*$/.test(name);
  const split = isAscii ? splitName(name) : undefined;
  const isBig = size > 0o77777777777;
  if (split && !isBig) {
    yield header({ ...split, size, flag: "0", devices: true });
    return;
  }
  const records = [
    ...(split ? [] : [record("path", name)]),
    ...(isBig ? [record("size", String(size))] : []),
  ];
  const data = utf8(records.join(""));
  yield header({
    name: extendedName(name),
    prefix: "",
    size: data.length,
    flag: "x",
    devices: false,
  });
  yield data;
  yield new Uint8Array(padding(data.length));
  const short = name.replace(/[^\u0000-\u007f]/g, "").slice(0, 100);
  const kept = split ?? { name: short, prefix: "" };
  yield header({ ...kept, size: isBig ? 0 : size, flag: "0", devices: true });
}

/** The name as the header holds it, a long one split at its last `/` that leaves both parts short enough. */
function splitName(
  name: string,
): { readonly name: string; readonly prefix: string } | undefined {
  if (name.length <= 100) {
    return { name, prefix: "" };
  }
  let at = name.length - 1;
  // The prefix has at most 155 characters.
  at = name.lastIndexOf("/", Math.min(at, 155));
  const rest = name.length - at - 1;
  return at > 0 && rest > 0 && rest <= 100
    ? { name: name.slice(at + 1), prefix: name.slice(0, at) }
    : undefined;
}

/** The name of the header that holds what does not fit into the member's own. */
function extendedName(name: string): string {
  const at = name.lastIndexOf("/");
  const folder = at < 0 ? "" : name.slice(0, at + 1);
  const full = `${folder}PaxHeaders.0/${name.slice(at + 1)}`;
  return full.replace(/[^\u0000-\u007f]/g, "").slice(0, 100);
}

/** A record with its own length in front. */
function record(key: string, value: string): string {
  const rest = utf8(` ${key}=${value}\n`).length;
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly size: number;
  readonly flag: "0" | "x";
  readonly devices: boolean;
}

function header({ name, prefix, size, flag, devices }: Header): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => block.set(utf8(text), at);
  put(name, 0);
  put("0000600\0", 100);
  put("0000000\0", 108);
  put("0000000\0", 116);
  put(`${size.toString(8).padStart(11, "0")}\0`, 124);
  put("00000000000\0", 136);
  put("        ", 148);
  put(flag, 156);
  put("ustar\u000000", 257);
  if (devices) {
    put("0000000\0", 329);
    put("0000000\0", 337);
  }
  put(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
