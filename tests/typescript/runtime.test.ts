import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";

import * as copy from "./copy/runtime/index.js";
import { PortCodec } from "./gen/port.js";
import type { ServerArgs, ServerInputs } from "./gen/server.js";
import { ServerInputsCodec } from "./gen/server.js";
import {
  all,
  Asset,
  Archive,
  Capsule,
  ExactNumber,
  isArchive,
  isAsset,
  isCapsule,
  isExactNumber,
  isOutput,
  isResourceReference,
  lifted,
  output,
  Output,
  part,
  PathError,
  renderPath,
  ResourceReference,
  unwrap,
} from "./gen/runtime/index.js";
import type { Input, Lifted, Value } from "./gen/runtime/index.js";

/** What is known of an output, for comparing. */
async function state(of: Output<unknown>): Promise<unknown> {
  const { dependencies, tree: _tree, ...rest } = await of["~state"];
  return { ...rest, dependencies: [...dependencies].sort() };
}

/** Whether two types are the same; a wrong answer does not compile. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : false;

test("apply carries dependencies and secrets on", async () => {
  const whole = Output.of(20, { secret: true, dependencies: ["a"] });
  const next = whole.apply((value) =>
    Output.of(value + 1, { dependencies: ["b"] }),
  );
  assert.deepEqual(await state(next), {
    known: true,
    value: 21,
    secret: true,
    dependencies: ["a", "b"],
  });
});

test("an inner secret is one too, whatever its value", async () => {
  for (const value of [0, "", false, null, undefined]) {
    const next = Output.of(1).apply(() => Output.secret(value));
    assert.deepEqual(await state(next), {
      known: true,
      value,
      secret: true,
      dependencies: [],
    });
  }
});

test("apply does not run on an unknown", async () => {
  let ran = false;
  const next = Output.unknown<number>({ dependencies: ["a"] }).apply(() => {
    ran = true;
    return 1;
  });
  assert.deepEqual(await state(next), {
    known: false,
    secret: false,
    dependencies: ["a"],
  });
  assert.equal(ran, false);
});

test("an unknown inside is unknown", async () => {
  const next = unwrap(
    Output.of(Output.unknown({ dependencies: ["b"] }), { secret: true }),
  );
  assert.deepEqual(await state(next), {
    known: false,
    secret: true,
    dependencies: ["b"],
  });
});

test("all unwraps what is inside", async () => {
  const together = all({
    a: Promise.resolve(1),
    b: [Output.of("x", { dependencies: ["b"] }), "y"],
    c: Output.of(Output.of(null, { dependencies: ["c"] })),
    d: Asset.text("t"),
  });
  assert.deepEqual(await state(together), {
    known: true,
    value: { a: 1, b: ["x", "y"], c: null, d: Asset.text("t") },
    secret: false,
    dependencies: ["b", "c"],
  });
});

test("all is unknown and secret if a part is, and depends on every part", async () => {
  const together = all([
    Output.unknown<string>({ dependencies: ["a"] }),
    Output.of(1, { secret: true, dependencies: ["b"] }),
  ]);
  assert.deepEqual(await state(together), {
    known: false,
    secret: true,
    dependencies: ["a", "b"],
  });
});

test("a failure is that of whoever awaits it, and never unknown", async () => {
  const failed = Output.of(1).apply((): number => {
    throw new Error("no");
  });
  await assert.rejects(state(failed.apply((value) => value)), /no/);
  await assert.rejects(state(all([failed])), /no/);
});

test("two copies of the runtime understand each other", async () => {
  const foreign: Output<number> = copy.Output.secret(1);
  assert.equal(isOutput(foreign), true);
  assert.equal((foreign as object) instanceof Output, false);
  const next = Output.of(2).apply((two) => foreign.apply((one) => one + two));
  assert.deepEqual(await state(next), {
    known: true,
    value: 3,
    secret: true,
    dependencies: [],
  });
  assert.ok(isAsset(copy.Asset.path("p")) && isArchive(copy.Archive.uri("u")));
  assert.ok(isExactNumber(new copy.ExactNumber(1)));
  assert.ok(isResourceReference(new copy.ResourceReference("t", { urn: "u" })));
  assert.ok(isCapsule(new copy.Capsule("c", 1)) && !isAsset({ source: 1 }));
});

test("an output does not become text by accident", () => {
  const value = Output.of("x");
  assert.throws(() => `${value}`, /apply/);
  assert.throws(() => "a" + (value as unknown as string), /apply/);
  assert.throws(() => JSON.stringify({ value }), /apply/);
  assert.throws(() => String(value), /apply/);
  assert.equal(inspect(value), "Output<…>");
});

test("parts are lifted through undefined and unions", async () => {
  type Network =
    | { readonly id: string; readonly then: number }
    | { readonly ports: readonly { readonly number: bigint }[] }
    | undefined;
  const network: Lifted<Network> = lifted(
    Output.of<Network>({ ports: [{ number: 80n }] }, { secret: true }),
  );
  const number: Output<bigint | undefined> = lifted(
    part(network.ports, 0),
  ).number;
  assert.deepEqual(await state(number), {
    known: true,
    value: 80n,
    secret: true,
    dependencies: [],
  });
  const id: Output<string | undefined> = network.id;
  assert.deepEqual(await state(id), {
    known: true,
    value: undefined,
    secret: true,
    dependencies: [],
  });
  // An output is no thenable, even if its value has a part of that name.
  assert.equal((network as unknown as { then?: unknown }).then, undefined);
  const then: Output<number | undefined> = part(network, "then");
  assert.ok(isOutput(then));
  assert.equal(
    ((await state(part(Output.of({ a: 1 }), "a"))) as { value: number }).value,
    1,
  );
  const odd = lifted(Output.of<Record<string, string>>({}))["constructor"];
  assert.ok(odd);
});

test("exact numbers keep all digits", () => {
  const cases: [string | number | bigint, string][] = [
    ["12345678901234567890.123456789", "12345678901234567890.123456789"],
    ["1e3", "1000"],
    ["-0.0010", "-0.001"],
    ["-0.5e-3", "-0.0005"],
    ["0.000", "0"],
    [1e21, "1000000000000000000000"],
    [0.1, "0.1"],
    [-7n, "-7"],
  ];
  for (const [given, text] of cases) {
    assert.equal(new ExactNumber(given).toString(), text);
  }
  assert.ok(new ExactNumber("1.50").equals(new ExactNumber(1.5)));
  assert.equal(new ExactNumber("0.1").toNumber(), 0.1);
  assert.equal(JSON.stringify([new ExactNumber("1.0")]), '["1"]');
  for (const wrong of [
    "",
    "x",
    "1,5",
    "0x10",
    " 1",
    NaN,
    "Infinity",
    "1e999999",
  ]) {
    assert.throws(() => new ExactNumber(wrong), RangeError);
  }
});

test("problems carry their paths", () => {
  const path = [
    { kind: "attribute", name: "tags" },
    { kind: "key", key: "x" },
    { kind: "index", index: 2 },
  ] as const;
  assert.equal(renderPath(path), '.tags["x"][2]');
  const error = new PathError(
    { path, message: "a number is required" },
    { path: [], message: "too long" },
  );
  assert.equal(error.message, '.tags["x"][2]: a number is required\ntoo long');
  assert.equal(error.problems.length, 2);
});

test("types are what they should be", () => {
  const exact: Same<
    ReturnType<typeof all<{ a: Output<Promise<1>>; b: Asset }>>,
    Output<{ a: 1; b: Asset }>
  > = true;
  const value: Value = {
    list: [1, 2n, null, new ExactNumber(1), Asset.text("t")],
    more: Archive.assets({ a: Asset.uri("u") }),
    later: Output.of<Value>(new Capsule("c", 1)),
    reference: new ResourceReference("t", { urn: "u" }),
  };
  const optional: Input<string | undefined> = Output.of(undefined);
  // @ts-expect-error an output of a number is no input of a string
  const wrong: Input<string> = Output.of(1);
  assert.ok(exact && value && optional && wrong);
  assert.ok(isOutput(output(Promise.resolve(1))));
});

test("arguments may be plain, promises and outputs at any depth", () => {
  const args: ServerArgs = {
    name: Output.of("web"),
    source: { kind: "image", name: Promise.resolve("debian") },
    ports: [{ number: Output.of(80n), protocol: "gopher" }],
    tags: Output.of({ a: "b" }),
    password: Output.of<string | undefined>(undefined),
  };
  // @ts-expect-error a name is required
  const without: ServerArgs = { source: args.source, ports: [] };
  const wrong: ServerArgs = {
    ...args,
    // @ts-expect-error there is no such kind of source
    source: { kind: "other", name: "x" },
  };
  assert.ok(args && without && wrong);
});

test("generated codecs read, write and resolve", async () => {
  const server: ServerInputs = ServerInputsCodec.parse(
    '{"name":"web","source":{"kind":"image","name":"debian"},"ports":[{"number":"80"}]}',
  );
  assert.deepEqual(server, {
    name: "web",
    source: { kind: "image", name: "debian" },
    size: "small",
    ports: [{ number: 80n, protocol: "http" }],
  });
  assert.deepEqual(
    ServerInputsCodec.decode(ServerInputsCodec.encode(server)),
    server,
  );
  // What is already what is wanted takes another way to the same value.
  const exact = ServerInputsCodec.stringify(server);
  assert.deepEqual(ServerInputsCodec.parse(exact), server);
  assert.throws(
    () => ServerInputsCodec.parse('{"name":[],"ports":[{"number":1.5}]}'),
    /^PathError: \.name: string required, but have list\nattribute "source" is required\n\.ports\[0\]\.number: an integer is required$/,
  );
  const resolved: Output<ServerInputs> = ServerInputsCodec.resolve({
    ...server,
    name: Output.of("web", { dependencies: ["urn"] }),
    password: Promise.resolve(""),
  });
  const known = await resolved["~state"];
  assert.deepEqual(
    [known.known, known.secret, [...known.dependencies]],
    [true, true, ["urn"]],
  );
  const name: Output<string> = lifted(resolved).name;
  assert.equal((await name["~state"]).secret, false);
  // @ts-expect-error a number is a bigint
  const wrong = (): string => PortCodec.stringify({ number: 1, protocol: "x" });
  assert.ok(wrong);
});
