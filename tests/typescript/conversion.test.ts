import assert from "node:assert/strict";
import { test } from "node:test";

import * as $ from "./gen/runtime/codecs.js";
import {
  anyValue,
  ExactNumber,
  part,
  PathError,
  renderProblem,
  ResourceReference,
  writeJson,
} from "./gen/runtime/index.js";
import type { Codec, Output } from "./gen/runtime/index.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The text of a special value. */
function signed(signature: string, fields: string): string {
  return `{"${SIGNATURE}":"${signature}"${fields === "" ? "" : ","}${fields}}`;
}

function secret(value: string): string {
  return signed("1b47061264138c4ac30d75fd1eb44270", `"value":${value}`);
}

function output(fields: string): string {
  return signed("d0e6a833031e9bbcd3f4e8bde6ca49a4", fields);
}

type Any = Codec<unknown, unknown>;

/** Nothing is already what is wanted: every rule is asked. */
const slow = (): never => $.toOpaque();

function alias(of: () => Pick<Any, "shape">): Any {
  return $.alias(of);
}

const port: Any = $.object(
  "Port",
  () => [
    $.required("number", $.int),
    $.defaulted("protocol", $.string, '"http"'),
    $.optional("a b", $.bool),
  ],
  slow,
);
const circle: Any = $.object(
  "Circle",
  () => [
    $.constant($.required("kind", $.string), '"circle"'),
    $.required("radius", $.double),
  ],
  slow,
);
const square: Any = $.object(
  "Square",
  () => [
    $.constant($.required("kind", $.string), '"square"'),
    $.required("side", $.double),
  ],
  slow,
);
const shape: Any = $.unionBy("kind", () => [
  $.arm(circle, "circle"),
  $.arm(square, "square"),
]);
const tree: Any = $.object(
  "Tree",
  () => [$.optional("children", $.list(tree))],
  slow,
);
const server: Any = $.object(
  "Server",
  () => [
    $.optional("name", $.string),
    $.secret($.optional("password", $.nullable($.string))),
    $.secret($.defaulted("pin", $.int32, "0")),
  ],
  slow,
);
const block: Any = $.block(
  "Block",
  () => [
    $.optional("a", $.string),
    $.defaulted("b", $.int32, "7"),
    $.optional("c", $.nullable($.string)),
    $.required("d", $.string),
  ],
  slow,
);
const color: Any = $.oneOf($.string, { Red: "red", Blue: "blue" });
const either = (...arms: Pick<Any, "shape">[]): Any => $.union(() => arms);

/** What reading and writing gives: the text again, or the problems. */
function decoded(codec: Any, text: string): string | string[] {
  try {
    const value = codec.parse(text);
    const again = codec.stringify(value);
    assert.deepEqual(codec.parse(again), value, "the identity");
    return again;
  } catch (error) {
    if (error instanceof PathError) {
      return error.problems.map(renderProblem);
    }
    throw error;
  }
}

type Case = readonly [codec: Any, text: string, wanted: string | string[]];

function table(name: string, cases: readonly Case[]): void {
  for (const [codec, text, wanted] of cases) {
    test(`${name}: ${text.slice(0, 60)}`, () => {
      assert.deepEqual(decoded(codec, text), wanted);
    });
  }
}

const one = (codec: Pick<Any, "shape">): Any => alias(() => codec);

table("primitives", [
  [one($.none), "null", "null"],
  [one($.none), "1", ["null required, but have number"]],
  [one($.bool), '"0"', "false"],
  [one($.bool), '"yes"', ["a bool is required"]],
  [
    one($.bool),
    '"True"',
    ['a bool is required; to convert from string, use lowercase "true"'],
  ],
  [one($.bool), "1", ["bool required, but have number"]],
  [one($.string), "1e3", '"1000"'],
  [one($.string), "0.10", '"0.1"'],
  [one($.string), "-0", '"-0"'],
  [one($.string), "true", '"true"'],
  [one($.string), '"e\\u0301"', '"\u00e9"'],
  [one($.string), "[]", ["string required, but have list"]],
  [one($.double), '"1p3"', "8"],
  [one($.double), '".5"', "0.5"],
  [one($.double), '" 1"', ["a number is required"]],
  [one($.double), '"0x10"', ["a number is required"]],
  [
    one($.double),
    '"Inf"',
    signed(
      "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
      '"value":"7ff0000000000000"',
    ),
  ],
  [one($.double), "9007199254740992", "9007199254740992"],
  [
    one($.double),
    "9007199254740993",
    ["a number that a double holds exactly is required"],
  ],
  [one($.double), "18446744073709551616", "18446744073709551616"],
  [
    one($.double),
    "1e400",
    ["a number within the range of a double is required"],
  ],
  [one($.double), "0.1000000000000000055", "0.1"],
  [one($.exact), "0.1000000000000000055", "0.1000000000000000055"],
  [one($.exact), "1e2", "100"],
  [one($.int), "1.0", "1"],
  [one($.int), "1e3", "1000"],
  [one($.int), "1.5", ["an integer is required"]],
  [one($.int), '"+12"', "12"],
  [one($.int), '"1e3"', ["an integer is required"]],
  [one($.int), "1234567890".repeat(20), "1234567890".repeat(20)],
  [one($.int32), "2147483648", ["an integer of 32 bits is required"]],
  [one($.int64), "9223372036854775807", "9223372036854775807"],
  [one($.int64), "9223372036854775808", ["an integer of 64 bits is required"]],
  [
    one($.int),
    "1e1000000",
    ["a number of more than 100000 digits is not supported"],
  ],
  [one($.capsule("c")), "1", ["a capsule has no JSON form"]],
  [one($.asset), "{}", ["asset required, but have object"]],
  [color, '"red"', '"red"'],
  [color, '"green"', ['one of "red" and "blue" is required']],
  [color, "{}", ["string required, but have object"]],
  [$.oneOf($.int32, { A: 1 }), '"1"', "1"],
  [$.oneOf($.int32, { A: 1 }), "2", ["1 is required"]],
]);

table("any", [
  [one($.any), '{"a":[1,null,"x"]}', '{"a":[1,null,"x"]}'],
  [one($.any), "12345678901234567890", "12345678901234567890"],
  [
    one($.any),
    '{"a b":0.1234567890123456789}',
    '{"a b":0.1234567890123456789}',
  ],
  [one($.any), `{"a b":"${UNKNOWN}"}`, ['["a b"]: the value is not known yet']],
]);

table("containers", [
  [one($.list($.int)), '["1",2]', "[1,2]"],
  [
    one($.list($.int)),
    '["x",{}]',
    ["[0]: an integer is required", "[1]: int required, but have object"],
  ],
  [one($.set($.int)), "[3,1,2.0,1]", "[1,2,3]"],
  [
    one($.set($.string)),
    '["\uffff","\ud83d\ude00","a"]',
    '["a","\uffff","\ud83d\ude00"]',
  ],
  [one($.set($.bool)), '[true,"0",false]', "[false,true]"],
  [one($.set($.nullable($.int))), "[null,2,1]", "[1,2,null]"],
  [one($.set($.any)), '[2,1,"2",2]', '[2,1,"2"]'],
  [one($.set($.int)), '[1,1,"x"]', ["[2]: an integer is required"]],
  [
    one($.map($.bool)),
    '{"b":1,"a":true}',
    ['["b"]: bool required, but have number'],
  ],
  [one($.map($.int)), '{"b":1,"a":2}', '{"a":2,"b":1}'],
  [one($.map($.int)), '{"a":1,"a":2}', '{"a":2}'],
  [one($.map($.int)), '{"__proto__":1}', '{"__proto__":1}'],
  [$.tuple(() => [$.int, $.string]), "[1,2]", '[1,"2"]'],
  [
    $.tuple(() => [$.int]),
    "[]",
    ["a tuple of 1 elements is required, not of 0"],
  ],
  [one($.nullable($.int)), "null", "null"],
  [one($.nullable($.int)), "{}", ["int or null required, but have object"]],
  [one($.nullable($.int)), '"x"', ["an integer is required"]],
]);

table("objects", [
  [port, '{"number":"80","x":1}', '{"number":80,"protocol":"http"}'],
  [
    port,
    '{"a b":1,"protocol":[]}',
    [
      'attribute "number" is required',
      ".protocol: string required, but have list",
      '["a b"]: bool required, but have number',
    ],
  ],
  [port, "[]", ["Port required, but have list"]],
  [port, '{"number":null}', [".number: int required, but have null"]],
  [
    tree,
    '{"children":[{"children":[{}]}]}',
    '{"children":[{"children":[{}]}]}',
  ],
  [
    tree,
    '{"children":[{"children":1}]}',
    [".children[0].children: list required, but have number"],
  ],
  [block, '{"a":null,"b":null,"c":null,"d":"x"}', '{"b":7,"c":null,"d":"x"}'],
  [block, '{"d":null}', ['attribute "d" is required']],
]);

table("unions", [
  [either($.string, $.int), "1", "1"],
  [either($.string, $.int), '"1"', '"1"'],
  [either($.double, $.int), "1", "1"],
  [either($.int, $.bool), '"true"', "true"],
  [
    either($.int, $.bool),
    '"x"',
    [
      "no arm of the union takes the value: not int, since an integer is required; " +
        "not bool, since a bool is required",
    ],
  ],
  [either($.int, $.bool), "[]", ["int or bool required, but have list"]],
  [
    either($.int, color),
    '"x"',
    [
      "no arm of the union takes the value: not int, since an integer is required; " +
        'not string, since one of "red" and "blue" is required',
    ],
  ],
  [shape, '{"kind":"square","side":"2"}', '{"kind":"square","side":2}'],
  [shape, '{"kind":"square","radius":2}', ['attribute "side" is required']],
  [
    shape,
    '{"kind":"x","radius":2}',
    [
      'no arm of the union takes the value: not Circle, since .kind: "circle" is required; ' +
        'not Square, since .kind: "square" is required and attribute "side" is required',
    ],
  ],
  [either($.list($.int), $.list($.string)), '["a",1]', '["a","1"]'],
]);

table("texts", [
  [one($.any), '"\\ud83d\\ude00"', '"\ud83d\ude00"'],
  [
    one($.any),
    "[".repeat(256) + "]".repeat(256),
    "[".repeat(256) + "]".repeat(256),
  ],
  [
    one($.any),
    "[".repeat(257) + "]".repeat(257),
    ["the value is nested deeper than 256 levels"],
  ],
]);

test("what is no JSON is said to be none", () => {
  for (const text of [
    "",
    "{",
    "[1,]",
    "01",
    '"\\ud800"',
    "1 2",
    "NaN",
    '"\u0001"',
  ]) {
    const [problem = ""] = decoded(one($.any), text);
    assert.match(problem, /^the text is not JSON: ./, text);
  }
});

table("special values", [
  [one($.string), secret("1"), ["a secret is not a plain value"]],
  [
    one($.string),
    output('"value":"x","dependencies":["u"]'),
    ["an output is not a plain value"],
  ],
  [one($.string), output('"value":"x"'), '"x"'],
  [one($.string), `"${UNKNOWN}"`, ["the value is not known yet"]],
  [
    server,
    `{"password":${secret('"p"')},"name":${secret('"n"')}}`,
    [".name: a secret is not a plain value"],
  ],
  [server, `{"password":${secret('"p"')}}`, '{"password":"p","pin":0}'],
  [one($.any), signed("x", ""), ['the signature "x" is not known']],
  [
    port,
    `{"number":1,"dropped":${signed("x", "")}}`,
    '{"number":1,"protocol":"http"}',
  ],
  [
    one($.string),
    signed("1b47061264138c4ac30d75fd1eb44270", '"ciphertext":"c"'),
    ["the secret is encrypted"],
  ],
  [
    one($.asset),
    signed("c44067f5952c0a294b673a41bacd8c17", '"text":1'),
    ['the asset has no valid "text"'],
  ],
  [
    one($.asset),
    signed("c44067f5952c0a294b673a41bacd8c17", '"text":""'),
    signed(
      "c44067f5952c0a294b673a41bacd8c17",
      '"hash":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","text":""',
    ),
  ],
  [
    one($.string),
    signed("803fd3297a5875dc03ca845dda5d2a98", '"value":"w6k="'),
    '"\u00e9"',
  ],
  [
    one($.string),
    signed("803fd3297a5875dc03ca845dda5d2a98", '"value":"/w=="'),
    ["the bytes are not UTF-8 text"],
  ],
  [
    one($.resource("p:m:A")),
    signed(
      "5cf8f73096256a8f31e491e813e4eb8e",
      '"urn":"urn:pulumi:s::p::x:y:Z$p:m:B::n"',
    ),
    ["a reference to p:m:A is required, not to p:m:B"],
  ],
]);

test("parsed form that may have been rounded is refused", () => {
  const int: Any = one($.int);
  assert.throws(() => int.decode(2 ** 53), /may have been rounded/);
  assert.equal(int.decode(2n ** 64n), 2n ** 64n);
  assert.equal(int.decode(7), 7n);
  assert.deepEqual(
    one($.exact).decode(new ExactNumber("0.1")),
    new ExactNumber("0.1"),
  );
});

test("what cannot be written says why", () => {
  const any = anyValue as Any;
  assert.throws(() => any.stringify(UNKNOWN), /stands for an unknown value/);
  assert.throws(() => any.stringify({ [SIGNATURE]: 1 }), /is reserved/);
  assert.throws(() => any.stringify([NaN]), /\[0\]: a number is required/);
  assert.equal(
    any.stringify([-0, 1e21, 0.1]),
    "[-0,1000000000000000000000,0.1]",
  );
  assert.equal(writeJson(any.encode(2n ** 60n)), "1152921504606846976");
  const made = new ResourceReference("p:m:A", { urn: "u", id: null });
  assert.match(any.stringify(made), /"urn":"u","id":"04da6b54.*"type":"p:m:A"/);
});

/** What an output is, written again. */
async function again(codec: Any, text: string): Promise<string> {
  return codec.stringifyOutput(codec.parseOutput(text));
}

test("outputs come back as they were", async () => {
  const cases: readonly [Any, string, string][] = [
    [
      one($.list($.int)),
      `["1",${secret('"2"')},"${UNKNOWN}"]`,
      `[1,${secret("2")},"${UNKNOWN}"]`,
    ],
    [
      one($.string),
      secret(output('"dependencies":["b","a"],"value":1')),
      output('"value":"1","secret":true,"dependencies":["a","b"]'),
    ],
    [one($.string), output('"secret":true'), output('"secret":true')],
    [
      server,
      '{"password":null}',
      `{"password":${secret("null")},"pin":${secret("0")}}`,
    ],
    [one($.set($.int)), `[2,2,${secret("1")}]`, `[2,2,${secret("1")}]`],
  ];
  for (const [codec, text, wanted] of cases) {
    assert.equal(await again(codec, text), wanted);
    const input = codec.parseInput(text);
    assert.equal(await codec.stringifyOutput(codec.resolve(input)), wanted);
  }
});

test("a part is only what lies on the way and inside", async () => {
  const text = `{"name":"n","password":"${UNKNOWN}"}`;
  const whole = server.parseOutput(text) as Output<{
    name: string;
    password: string;
  }>;
  const state = await whole["~state"];
  assert.deepEqual([state.known, state.secret], [false, true]);
  const name = await part(whole, "name")["~state"];
  assert.deepEqual([name.known, name.secret], [true, false]);
  const password = await part(whole, "password")["~state"];
  assert.deepEqual([password.known, password.secret], [false, true]);
});

test("a problem makes an output fail, and never unknown", async () => {
  await assert.rejects(
    again(port, '{"number":"x"}'),
    /\.number: an integer is required/,
  );
  await assert.rejects(
    port.stringifyOutput(port.resolve({ number: Promise.resolve([]) })),
    /\.number: int required, but have list/,
  );
});
