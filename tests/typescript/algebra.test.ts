import assert from "node:assert/strict";
import { test } from "node:test";

import { all, isOutput, Output, unwrap } from "./gen/runtime/index.js";

/** Numbers that look random and are the same on every run (mulberry32). */
class Random {
  constructor(private seed: number) {}

  next(below: number): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.seed ^ (this.seed >>> 15), this.seed | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  }
}

const FAILURE = "a made failure";

/** What an output should be: failed, or known or not, with what goes with it. */
interface Wanted {
  readonly failed: boolean;
  readonly value: number | undefined;
  readonly secret: boolean;
  readonly dependencies: readonly string[];
}

/** An output and what it should be; it arrives after a while, or at once. */
function made(random: Random): { output: Output<number>; wanted: Wanted } {
  const value = random.next(10);
  const kind = random.next(8);
  const secret = random.next(3) === 0;
  const dependencies = ["a", "b", "c"].filter(() => random.next(3) === 0);
  const known = kind > 1;
  const failed = kind === 0;
  const set = new Set(dependencies);
  const turns = random.next(4);
  const state = async (): Promise<Awaited<Output<number>["~state"]>> => {
    for (let turn = 0; turn < turns; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (failed) {
      throw new Error(FAILURE);
    }
    return known
      ? { known, value, secret, dependencies: set }
      : { known, secret, dependencies: set };
  };
  return {
    output: new Output(state()),
    wanted: {
      failed,
      value: known && !failed ? value : undefined,
      secret,
      dependencies,
    },
  };
}

/** What an output is. */
async function seen(output: Output<unknown>): Promise<Wanted> {
  try {
    const state = await output["~state"];
    return {
      failed: false,
      value: state.known ? (state.value as number) : undefined,
      secret: state.secret,
      dependencies: [...state.dependencies].sort(),
    };
  } catch (error) {
    assert.equal((error as Error).message, FAILURE);
    return { failed: true, value: undefined, secret: false, dependencies: [] };
  }
}

/** A function from a number to an output, the same one for the same number. */
function arrow(seed: number): (value: number) => Output<number> {
  return (value) => made(new Random(seed * 31 + value)).output;
}

/** Many cases at once, so that they interleave. */
async function everyCase(
  body: (random: Random) => Promise<void>,
): Promise<void> {
  const cases = Array.from({ length: 300 }, (_, seed) =>
    body(new Random(seed * 7919 + 1)),
  );
  await Promise.all(cases);
}

test("apply is associative", async () => {
  await everyCase(async (random) => {
    const seed = random.next(1e6);
    const [f, g] = [arrow(random.next(1e6)), arrow(random.next(1e6))];
    const start = (): Output<number> => made(new Random(seed)).output;
    const left = start().apply(f).apply(g);
    const right = start().apply((value) => f(value).apply(g));
    assert.deepEqual(await seen(left), await seen(right));
  });
});

test("a plain value is neutral", async () => {
  await everyCase(async (random) => {
    const seed = random.next(1e6);
    const f = arrow(random.next(1e6));
    const start = (): Output<number> => made(new Random(seed)).output;
    const same = start().apply((value) => Output.of(value));
    assert.deepEqual(await seen(same), await seen(start()));
    const value = random.next(10);
    assert.deepEqual(
      await seen(Output.of(value).apply(f)),
      await seen(f(value)),
    );
    assert.deepEqual(
      await seen(unwrap(Output.of(start()))),
      await seen(start()),
    );
  });
});

test("secrets and dependencies only grow, an unknown stays one", async () => {
  await everyCase(async (random) => {
    const { output, wanted } = made(random);
    const inner = arrow(random.next(1e6));
    let ran = false;
    const next = await seen(
      output.apply((value) => {
        ran = true;
        return inner(value);
      }),
    );
    assert.equal(ran, wanted.value !== undefined);
    if (wanted.failed) {
      assert.ok(next.failed);
    } else if (!next.failed) {
      assert.ok(next.secret || !wanted.secret);
      for (const urn of wanted.dependencies) {
        assert.ok(next.dependencies.includes(urn));
      }
      assert.ok(wanted.value !== undefined || next.value === undefined);
    }
  });
});

test("all is what its parts are together", async () => {
  await everyCase(async (random) => {
    const parts = Array.from({ length: random.next(4) }, () => made(random));
    const together = all({
      list: parts.map(({ output }) => output),
      plain: Promise.resolve(1),
      nested: Output.of(Output.of([2])),
    });
    const found = await seen(together);
    const wanted = parts.map((part) => part.wanted);
    const failed = wanted.some((part) => part.failed);
    assert.equal(found.failed, failed);
    if (failed) {
      return;
    }
    assert.equal(
      found.secret,
      wanted.some((part) => part.secret),
    );
    const united = new Set(wanted.flatMap((part) => part.dependencies));
    assert.deepEqual(found.dependencies, [...united].sort());
    const isKnown = wanted.every((part) => part.value !== undefined);
    const value = {
      list: wanted.map((part) => part.value),
      plain: 1,
      nested: [2],
    };
    assert.deepEqual(found.value, isKnown ? value : undefined);
  });
});

test("a failure is fatal, and nobody need wait for it", async () => {
  await everyCase(async (random) => {
    const failed = new Output<number>(Promise.reject(new Error(FAILURE)));
    const { output } = made(random);
    const results = [
      failed.apply(() => output),
      all([output, failed]),
      Output.of(1).apply(() => failed),
    ];
    for (const result of results) {
      assert.ok(isOutput(result));
      assert.ok((await seen(result)).failed);
    }
    // Nobody waits for this one; an unhandled rejection would end the process.
    all([failed, failed]).apply(() => 1);
  });
});
