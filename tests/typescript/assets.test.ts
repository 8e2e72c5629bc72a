import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";

import * as $ from "./gen/runtime/codecs.js";
import { Archive, Asset, hash } from "./gen/runtime/index.js";
import type { Codec } from "./gen/runtime/index.js";
import { sha256 } from "./gen/runtime/sha256.js";

const EMPTY_ASSET =
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const EMPTY_ARCHIVE =
  "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

function sum(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A header as a tar file has it, worked out on its own. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write("0000600", 100);
  block.write("0000000", 108);
  block.write("0000000", 116);
  block.write(size.toString(8).padStart(11, "0"), 124);
  block.write("00000000000", 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar", 257);
  block.write("00", 263);
  block.write("0000000", 329);
  block.write("0000000", 337);
  const total = block.reduce((all, byte) => all + byte, 0);
  block.write(`${total.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** A tar stream of short files. */
function tar(files: readonly (readonly [string, string])[]): Buffer {
  const parts = files.flatMap(([name, text]) => {
    const data = Buffer.from(text);
    const padding = Buffer.alloc((512 - (data.length % 512)) % 512);
    return [header(name, data.length), data, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** A zip file of one packed file. */
function zip(name: string, text: string): Buffer {
  const data = deflateRawSync(Buffer.from(text));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  const named = Buffer.from(name);
  return Buffer.concat([local, named, data, entry, named, end]);
}

const folder = mkdtempSync(join(tmpdir(), "tygen-assets-"));
mkdirSync(join(folder, "d/a"), { recursive: true });
mkdirSync(join(folder, "d/.pulumi"));
writeFileSync(join(folder, "d/a/x"), "1");
writeFileSync(join(folder, "d/a.txt"), "2");
writeFileSync(join(folder, "d/.pulumi/secret"), "3");
symlinkSync(join(folder, "d/a.txt"), join(folder, "d/link"));
symlinkSync(join(folder, "d/a"), join(folder, "d/linked"));
const TREE = [
  ["a/x", "1"],
  ["a.txt", "2"],
  ["link", "2"],
] as const;

test("known answers", async () => {
  assert.equal(await hash(Asset.text("")), EMPTY_ASSET);
  assert.equal(await hash(Archive.assets({})), EMPTY_ARCHIVE);
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = new Uint8Array(length).fill(0xe9);
    assert.equal(sha256(bytes), sum(bytes));
  }
});

test("a file is its bytes, a folder is none", async () => {
  const path = join(folder, "d/a.txt");
  assert.equal(await hash(Asset.path(path)), sum("2"));
  assert.equal(await hash(Asset.uri(pathToFileURL(path).href)), sum("2"));
  await assert.rejects(hash(Asset.path(folder)), /is a folder/);
  await assert.rejects(hash(Asset.path(join(folder, "none"))), /ENOENT/);
});

test("an archive is a tar of its members", async () => {
  assert.equal(await hash(Archive.path(join(folder, "d"))), sum(tar(TREE)));
  const map = Archive.assets({
    "b.txt": Asset.text("b"),
    a: Archive.assets({ "../c": Asset.text("c") }),
    d: Archive.path(join(folder, "d")),
  });
  const files = [
    ["c", "c"],
    ["b.txt", "b"],
  ] as const;
  const inner = TREE.map(([name, text]) => [`d/${name}`, text] as const);
  assert.equal(await hash(map), sum(tar([...files, ...inner])));
});

test("archive files are hashed as they are, and expanded inside of a map", async () => {
  const packed = {
    "t.tar": tar([["x", "1"]]),
    "t.tgz": gzipSync(tar([["x", "1"]])),
    "t.tar.gz": gzipSync(tar([["x", "1"]])),
    "t.zip": zip("x", "1"),
    "t.jar": zip("x", "1"),
  };
  for (const [name, bytes] of Object.entries(packed)) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    assert.equal(await hash(Archive.path(path)), sum(bytes));
    const map = Archive.assets({ in: Archive.path(path) });
    assert.equal(await hash(map), sum(tar([["in/x", "1"]])), name);
  }
});

test("long and foreign names are kept", async () => {
  const long = `${"d".repeat(90)}/${"e".repeat(90)}`;
  const far = `${"f".repeat(200)}`;
  for (const name of [long, far, "\u00e9"]) {
    const found = await hash(Archive.assets({ [name]: Asset.text("x") }));
    assert.notEqual(found, sum(tar([[name.slice(0, 100), "x"]])));
  }
  const split = header("e".repeat(90), 1);
  split.write("d".repeat(90), 345);
  split.write(" ".repeat(8), 148);
  const total = split.reduce((all, byte) => all + byte, 0);
  split.write(`${total.toString(8).padStart(6, "0")}\0 `, 148);
  const wanted = Buffer.concat([
    split,
    Buffer.from("x"),
    Buffer.alloc(511),
    Buffer.alloc(1024),
  ]);
  assert.equal(
    await hash(Archive.assets({ [long]: Asset.text("x") })),
    sum(wanted),
  );
});

test("addresses are fetched", async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/x" ? 200 : 404;
    response.end("fetched");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const base = `http://127.0.0.1:${port}`;
    assert.equal(await hash(Asset.uri(`${base}/x`)), sum("fetched"));
    await assert.rejects(hash(Asset.uri(`${base}/y`)), /status 404/);
  } finally {
    server.close();
  }
});

test("a hash that was computed is written", async () => {
  const codec: Codec<Asset> = $.alias(() => $.asset);
  const asset = Asset.path(join(folder, "d/a.txt"));
  assert.doesNotMatch(codec.stringify(asset), /hash/);
  await hash(asset);
  assert.match(codec.stringify(asset), new RegExp(`"hash":"${sum("2")}"`));
});
