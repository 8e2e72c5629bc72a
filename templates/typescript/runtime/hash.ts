import { isArchive, type Archive, type Asset } from "./assets.js";
import { builtin } from "./builtins.js";
import { COMPUTED, knownHash } from "./known-hash.js";
import { archiveMembers, isArchiveFile } from "./members.js";
import { bytesOf, localPath } from "./sources.js";
import { writeTar } from "./tar.js";
import { utf8 } from "./text.js";

/**
 * The lowercase hexadecimal SHA-256 of an asset or archive, read piece by piece, and remembered: who
 * writes the asset afterwards writes its hash too. Rejects if something cannot be read.
 */
export async function hash(blob: Asset | Archive): Promise<string> {
  const known = knownHash(blob);
  if (known !== undefined) {
    return known;
  }
  const { createHash } = await builtin("crypto");
  const sum = createHash("sha256");
  for await (const bytes of contentOf(blob)) {
    sum.update(bytes);
  }
  const found = sum.digest("hex");
  Object.defineProperty(blob, COMPUTED, { value: found });
  return found;
}

/** What is hashed: the bytes of an asset or archive file, else a tar stream of the members. */
async function* contentOf(blob: Asset | Archive): AsyncIterable<Uint8Array> {
  const { source } = blob;
  if (source.kind === "text") {
    yield utf8(source.text);
    return;
  }
  if (source.kind === "path" || source.kind === "uri") {
    const isWhole = !isArchive(blob) || isArchiveFile(source);
    if (isWhole) {
      yield* bytesOf(source);
      return;
    }
    await localPath(source);
  }
  yield* writeTar(archiveMembers(blob as Archive));
}
