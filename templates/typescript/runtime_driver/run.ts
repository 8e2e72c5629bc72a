import {
  part,
  partCodec,
  PathError,
  renderProblem,
  type Codec,
  type Output,
} from "../runtime/index.js";

/** A codec of whatever type; a request says of which. */
type AnyCodec = Codec<unknown, unknown>;

/** What has a codec, by its name in requests. */
export type Table = ReadonlyMap<string, unknown>;

interface Request {
  readonly id: number;
  readonly root: string;
  readonly op: "decode" | "parsed" | "output" | "resolve" | "part";
  readonly wire: string;
  readonly path?: readonly string[];
}

/** What there is of Node.js, without its types. */
interface Process {
  readonly stdin: AsyncIterable<{ toString(encoding: string): string }> & {
    setEncoding(encoding: string): void;
  };
  readonly stdout: { write(text: string): void };
}

/** Answers every line of standard input with a line of standard output, in order. */
export async function answerAll(table: Table): Promise<void> {
  const { process } = globalThis as unknown as { readonly process: Process };
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const chunk of process.stdin) {
    const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
    rest = lines.pop() ?? "";
    await answerLines(lines, table, process);
  }
  await answerLines([rest], table, process);
}

async function answerLines(
  lines: readonly string[],
  table: Table,
  { stdout }: Process,
): Promise<void> {
  const answers: string[] = [];
  for (const line of lines.filter((line) => line.trim() !== "")) {
    const request = JSON.parse(line) as Request;
    const answer = await answered(request, table);
    answers.push(`${JSON.stringify({ id: request.id, ...answer })}\n`);
  }
  stdout.write(answers.join(""));
}

async function answered(request: Request, table: Table): Promise<object> {
  try {
    const codec = table.get(request.root) as AnyCodec | undefined;
    return codec
      ? { ok: await performed(request, codec) }
      : { crash: `there is no ${request.root}` };
  } catch (error) {
    if (error instanceof PathError) {
      return { problems: error.problems.map(renderProblem) };
    }
    return { crash: error instanceof Error ? error.stack : String(error) };
  }
}

async function performed(request: Request, codec: AnyCodec): Promise<string> {
  const { wire } = request;
  switch (request.op) {
    case "decode":
      return written(codec.parse(wire), codec);
    case "parsed":
      return written(codec.decode(JSON.parse(wire)), codec);
    case "output":
      return codec.stringifyOutput(codec.parseOutput(wire));
    case "resolve": {
      const input = varied(codec.parseInput(wire), request.id);
      return codec.stringifyOutput(codec.resolve(input));
    }
    case "part": {
      let found = codec.parseOutput(wire);
      let of = codec;
      for (const step of request.path ?? []) {
        const inner = partCodec(of, step);
        of = inner.codec;
        found = part(found as Output<Record<string, unknown>>, inner.property);
      }
      return of.stringifyOutput(found);
    }
  }
}

/** The value as text, which must be read as the same value again. */
function written(value: unknown, codec: AnyCodec): string {
  const text = codec.stringify(value);
  let again: string;
  try {
    again = codec.stringify(codec.parse(text));
    const parsed = codec.stringify(codec.decode(codec.encode(value)));
    again = parsed === text ? again : parsed;
  } catch (error) {
    throw new Error(`not the identity: ${text} is refused: ${String(error)}`);
  }
  if (again !== text) {
    throw new Error(`not the identity: ${text} became ${again}`);
  }
  return text;
}

/** Of every second argument the attributes arrive later. */
function varied(input: unknown, id: number): unknown {
  if (id % 2 === 0 || Object.getPrototypeOf(input ?? 0) !== Object.prototype) {
    return input;
  }
  const entries = Object.entries(input as object).map(
    ([key, value], at) =>
      [
        key,
        at % 2 === 0 ? Promise.resolve(value) : (value as unknown),
      ] as const,
  );
  return Object.fromEntries(entries);
}
