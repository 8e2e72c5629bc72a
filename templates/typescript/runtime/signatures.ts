/** The key that tells a special value from a plain object. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** What the special values are, under that key. */
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";
export const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
export const ASSET = "c44067f5952c0a294b673a41bacd8c17";
export const ARCHIVE = "0def7320c3a5731c473e5ecbe6d01bc7";
export const REFERENCE = "5cf8f73096256a8f31e491e813e4eb8e";
export const BYTES = "803fd3297a5875dc03ca845dda5d2a98";
export const DOUBLE = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";

/** The text that stands for a value that is not known. */
export const SENTINEL = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const SENTINELS: ReadonlySet<string> = new Set([
  SENTINEL,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Whether a text stands for a value that is not known. */
export function isSentinel(text: string): boolean {
  return text.length === 36 && SENTINELS.has(text);
}

/** How deep arrays and objects may be nested. */
export const MAX_DEPTH = 256;

/** What is said of a value that is nested deeper. */
export const TOO_DEEP = "the value is nested deeper than 256 levels";
