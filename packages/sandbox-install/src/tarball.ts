// Reads what is in a packed package, whichever package manager packed it.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export interface Tarball {
  /** Paths of the files, relative to the package, sorted. */
  readonly files: string[];
  /** Text of the package.json in it. */
  readonly manifest: string;
  /** Of the compressed file, in bytes. */
  readonly size: number;
}

const block = 512;
const text = (bytes: Buffer): string => bytes.toString("utf8").replace(/\0.*$/s, "");
const withoutTop = (path: string): string => path.replace(/^\.?\/?[^/]+\//, "");
/** Extended headers are lines of `<length> <key>=<value>`. */
const extendedPath = (body: Buffer): string | undefined =>
  body.toString("utf8").match(/(?:^|\n)\d+ path=([^\n]*)/)?.[1];

/** Reads a `.tgz` file. Throws if it is none. */
export const readTarball = (file: string): Tarball => {
  const packed = readFileSync(file);
  const bytes = gunzipSync(packed);
  const files: string[] = [];
  let manifest = "";
  let longPath: string | undefined;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + block);
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || "0", 8);
    const kind = String.fromCharCode(header[156] ?? 0);
    const body = bytes.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    if (kind === "x") longPath = extendedPath(body) ?? longPath;
    else if (kind === "L") longPath = text(body);
    else if (kind === "0" || kind === "\0") {
      const prefix = text(header.subarray(345, 500));
      const short = text(header.subarray(0, 100));
      const path = withoutTop(longPath ?? (prefix ? `${prefix}/${short}` : short));
      if (path === "package.json") manifest = body.toString("utf8");
      files.push(path);
      longPath = undefined;
    } else if (kind !== "g") longPath = undefined;
  }
  return { files: files.sort(), manifest, size: packed.length };
};
