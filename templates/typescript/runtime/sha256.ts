/** The first 32 bits of the fractional parts of roots of primes, computed: no table to mistype. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) {
      found.push(candidate);
    }
  }
  return found;
}

const PRIMES = primes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** The lowercase hexadecimal SHA-256 of bytes; for short ones, where nothing may be waited for. */
export function sha256(bytes: Uint8Array): string {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(START);
  for (let block = 0; block < blocks; block += 1) {
    compress(state, view, block * 64);
  }
  const words = [...state].map((word) => (word >>> 0).toString(16));
  return words.map((word) => word.padStart(8, "0")).join("");
}

function compress(state: Int32Array, view: DataView, offset: number): void {
  const words = new Int32Array(64);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < 64; at += 1) {
    const [x, y] = [word(at - 15), word(at - 2)];
    words[at] =
      at < 16
        ? view.getInt32(offset + at * 4)
        : word(at - 16) +
          (rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3)) +
          word(at - 7) +
          (rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h +
      (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
      choice +
      (ROUNDS[at] ?? 0) +
      word(at);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [
      g,
      f,
      e,
      (d + first) | 0,
      c,
      b,
      a,
      (first + second) | 0,
    ];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] ?? 0) + value;
  });
}

function rotated(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}
