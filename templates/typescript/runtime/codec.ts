import { arrive, present } from "./arrive.js";
import { convert } from "./convert.js";
import { quickParse } from "./quick.js";
import { writeJson, type Json } from "./json.js";
import { plain, type Node } from "./node.js";
import { Output, type Input } from "./output.js";
import { inputOf } from "./inputs.js";
import { attempt, type Read } from "./fast.js";
import { readerOf } from "./readers.js";
import { readNode, readText } from "./read.js";
import { Run } from "./run.js";
import type { Shape } from "./shape.js";
import { stateOfNode } from "./state.js";
import type { Value } from "./value.js";
import { write } from "./write.js";

/** What knows how values in one place are read and written. */
export interface HasShape {
  readonly shape: Shape;
}

/**
 * Reads and writes the values of a type `T`, arguments of which are of type `I`. What cannot be
 * converted throws a `PathError` that tells every problem with its place.
 */
export interface Codec<T, I = T> extends HasShape {
  /** For generated code: reads what is already what is wanted, and throws something else. */
  readonly read: Read<T>;
  /** Reads JSON text; no number is rounded on the way. */
  parse(text: string): T;
  /** Reads JSON in parsed form. */
  decode(value: unknown): T;
  /** Writes JSON in parsed form; a number that no double holds is a `bigint` or `ExactNumber`. */
  encode(value: T): Json;
  /** Writes JSON text. */
  stringify(value: T): string;
  /** One output of an argument, any part of which may be plain, a promise or an output. */
  resolve(input: Input<I>): Output<T>;
  /** Reads JSON text with secrets, outputs and unknowns inside. A problem makes the output fail. */
  parseOutput(text: string): Output<T>;
  /** The same of parsed form. */
  decodeOutput(value: unknown): Output<T>;
  /** Writes an output in parsed form: secrets, dependencies and unknowns in their places. */
  encodeOutput(output: Output<T>): Promise<Json>;
  /** The same as text. */
  stringifyOutput(output: Output<T>): Promise<string>;
  /** Reads JSON text with secrets, outputs and unknowns inside as an argument. */
  parseInput(text: string): I;
  /** The same of parsed form. */
  decodeInput(value: unknown): I;
}

/** The codec of a shape. */
export class ShapeCodec<T, I> implements Codec<T, I> {
  readonly read: Read<T>;

  constructor(readonly shape: Shape) {
    this.read = readerOf(shape) as Read<T>;
  }

  parse(text: string): T {
    const quick = quickParse(text);
    const found = quick && attempt(this.read, quick.value, quick.texts);
    return found ? found.value : this.plain(readText(text));
  }

  decode(value: unknown): T {
    const found = attempt(this.read, value, "unsure");
    return found ? found.value : this.plain(readNode(value));
  }

  encode(value: T): Json {
    return written(present(value), this.shape, new Run("plain", "property"));
  }

  stringify(value: T): string {
    return writeJson(this.encode(value));
  }

  resolve(input: Input<I>): Output<T> {
    const convertAll = (tree: Node): Node =>
      converted(tree, this.shape, new Run("eventual", "property"));
    return new Output(
      arrive(input).then((tree) => stateOfNode<T>(convertAll(tree))),
    );
  }

  parseOutput(text: string): Output<T> {
    return this.later(() => readText(text));
  }

  decodeOutput(value: unknown): Output<T> {
    return this.later(() => readNode(value));
  }

  async encodeOutput(output: Output<T>): Promise<Json> {
    const tree = await arrive(output);
    return written(tree, this.shape, new Run("eventual", "property"));
  }

  async stringifyOutput(output: Output<T>): Promise<string> {
    return writeJson(await this.encodeOutput(output));
  }

  parseInput(text: string): I {
    return this.input(readText(text));
  }

  decodeInput(value: unknown): I {
    return this.input(readNode(value));
  }

  private plain(tree: Node): T {
    return plain(converted(tree, this.shape, new Run("plain", "name"))) as T;
  }

  private later(read: () => Node): Output<T> {
    const state = async (): Promise<Node> =>
      converted(read(), this.shape, new Run("eventual", "name"));
    return new Output(state().then((tree) => stateOfNode<T>(tree)));
  }

  private input(tree: Node): I {
    const run = new Run("eventual", "name");
    return inputOf(converted(tree, this.shape, run)) as I;
  }
}

function converted(tree: Node, shape: Shape, run: Run): Node {
  const result = convert(tree, shape, run);
  run.finish();
  return result;
}

function written(tree: Node, shape: Shape, run: Run): Json {
  const result = write(tree, shape, run);
  run.finish();
  return result;
}

/** Values of any type. */
export const anyValue: Codec<Value> = new ShapeCodec({ kind: "any" });
