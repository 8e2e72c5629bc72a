/**
 * Modules of Node.js, loaded when they are used: who uses no files pays for none, and a browser's
 * bundler finds nothing to bundle. Only what is used is declared, so that no types need be installed.
 */
export interface Builtins {
  readonly crypto: {
    createHash(algorithm: string): Hash;
  };
  readonly fs: {
    createReadStream(path: string): AsyncIterable<Uint8Array>;
    readonly promises: {
      stat(path: string): Promise<Stats>;
      readdir(path: string): Promise<string[]>;
      readFile(path: string): Promise<Uint8Array>;
      lstat(path: string): Promise<Stats>;
    };
  };
  readonly url: { fileURLToPath(url: string): string };
  readonly zlib: {
    gunzipSync(bytes: Uint8Array): Uint8Array;
    inflateRawSync(bytes: Uint8Array): Uint8Array;
  };
}

/** What takes bytes piece by piece. */
export interface Hash {
  update(bytes: Uint8Array): void;
  digest(encoding: "hex"): string;
}

interface Stats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** A module of Node.js. */
export async function builtin<Name extends keyof Builtins>(
  name: Name,
): Promise<Builtins[Name]> {
  // Not a literal: bundlers resolve those.
  const specifier = ["node", name].join(":");
  return (await import(specifier)) as Builtins[Name];
}
