import type { Packed } from "./tar-reader.js";
import { fromUtf8 } from "./text.js";

const ENTRY = 0x02014b50;
const END = 0x06054b50;

/** The files of a zip file, in the order of its directory. */
export function* readZip(
  bytes: Uint8Array,
  inflate: (bytes: Uint8Array) => Uint8Array,
): Iterable<Packed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (view.getUint32(at, true) !== ENTRY) {
      throw new Error("the directory of the zip file is damaged");
    }
    const lengths = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const [nameLength = 0, extra = 0, comment = 0] = lengths;
    const name = fromUtf8(bytes.subarray(at + 46, at + 46 + nameLength));
    if (name === undefined) {
      throw new Error("a name in the zip file is not UTF-8");
    }
    if (!name.endsWith("/")) {
      yield { name, bytes: contentOf(bytes, view, at, inflate) };
    }
    at += 46 + nameLength + extra + comment;
  }
}

/** Where the record stands that ends the file. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END) {
      return at;
    }
  }
  throw new Error("the zip file has no directory");
}

function contentOf(
  bytes: Uint8Array,
  view: DataView,
  entry: number,
  inflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  if (size === 0xffffffff || local === 0xffffffff) {
    throw new Error("zip files of more than 4 GiB are not supported");
  }
  const start =
    local +
    30 +
    view.getUint16(local + 26, true) +
    view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + size);
  switch (method) {
    case 0:
      return packed;
    case 8:
      return inflate(packed);
    default:
      throw new Error(
        `the zip file packs in way ${method}, which is not supported`,
      );
  }
}
