import { brand, isBranded } from "./brand.js";

/** Where the bytes of an asset come from; `gone` if only their hash is left. */
export type AssetSource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "uri"; readonly uri: string }
  | { readonly kind: "gone" };

/** Where the members of an archive come from; `gone` if only their hash is left. */
export type ArchiveSource =
  | {
      readonly kind: "assets";
      readonly assets: { readonly [name: string]: Asset | Archive };
    }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "uri"; readonly uri: string }
  | { readonly kind: "gone" };

/** A blob: a text, a local file, or what an address leads to. */
export class Asset {
  readonly "~tygen" = "Asset";

  /** `hash` is the lowercase hexadecimal SHA-256 of the bytes, where it is known already. */
  constructor(
    readonly source: AssetSource,
    readonly hash?: string,
  ) {}

  /** The bytes of a text, in UTF-8. */
  static text(text: string): Asset {
    return new Asset({ kind: "text", text });
  }

  /** The bytes of a local file. */
  static path(path: string): Asset {
    return new Asset({ kind: "path", path });
  }

  /** The bytes that an address leads to. */
  static uri(uri: string): Asset {
    return new Asset({ kind: "uri", uri });
  }
}

/** Blobs by name: a map, a local folder or archive file, or what an address leads to. */
export class Archive {
  readonly "~tygen" = "Archive";

  /** `hash` is the lowercase hexadecimal SHA-256 of the archive, where it is known already. */
  constructor(
    readonly source: ArchiveSource,
    readonly hash?: string,
  ) {}

  /** Assets and further archives by name. */
  static assets(assets: { readonly [name: string]: Asset | Archive }): Archive {
    return new Archive({ kind: "assets", assets });
  }

  /** A local folder, tar, gzipped tar or zip file. */
  static path(path: string): Archive {
    return new Archive({ kind: "path", path });
  }

  /** The tar, gzipped tar or zip file that an address leads to. */
  static uri(uri: string): Archive {
    return new Archive({ kind: "uri", uri });
  }
}

brand(Asset.prototype, "Asset");
brand(Archive.prototype, "Archive");

/** Whether a value is an asset, of this or of another copy of the runtime. */
export function isAsset(value: unknown): value is Asset {
  return isBranded(value, "Asset");
}

/** Whether a value is an archive, of this or of another copy of the runtime. */
export function isArchive(value: unknown): value is Archive {
  return isBranded(value, "Archive");
}
