import { fromUtf8 } from "./text.js";

/** A file that was packed. */
export interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The regular files of a tar file. */
export function* readTar(bytes: Uint8Array): Iterable<Packed> {
  let path: string | undefined;
  for (let at = 0; at + 512 <= bytes.length; ) {
    const header = bytes.subarray(at, at + 512);
    if (header.every((byte) => byte === 0)) {
      return;
    }
    const size = sizeOf(header);
    const data = bytes.subarray(at + 512, at + 512 + size);
    if (data.length < size) {
      throw new Error("the tar file ends too early");
    }
    at += 512 + Math.ceil(size / 512) * 512;
    const flag = String.fromCharCode(header[156] ?? 0);
    if (flag === "x") {
      path = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text(data))?.[1] ?? path;
    } else if (flag === "L") {
      path = text(data).replace(/\0.*$/s, "");
    } else {
      if (flag === "0" || flag === "\0" || flag === "7") {
        yield { name: path ?? nameOf(header), bytes: data };
      }
      path = undefined;
    }
  }
}

function text(bytes: Uint8Array): string {
  return fromUtf8(bytes) ?? String.fromCharCode(...bytes);
}

function field(header: Uint8Array, at: number, length: number): string {
  return text(header.subarray(at, at + length)).replace(/\0.*$/s, "");
}

function nameOf(header: Uint8Array): string {
  const prefix =
    field(header, 257, 5) === "ustar" ? field(header, 345, 155) : "";
  const name = field(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** In octal, or in binary where the first bit is set. */
function sizeOf(header: Uint8Array): number {
  const bytes = header.subarray(124, 136);
  if ((bytes[0] ?? 0) >= 0x80) {
    return bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  return Number.parseInt(field(header, 124, 12).trim() || "0", 8);
}
