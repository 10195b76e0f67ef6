// The prompts of print and JSON mode: stdin, files and the first message become one, the others follow.
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { Arguments } from "./arguments.ts";

export interface Prompt {
  readonly text: string;
  readonly images?: readonly unknown[];
}

const mimeTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** A file that is named but not there. */
export class MissingFile extends Error {
  override readonly name = "MissingFile";
}

const filesOf = (paths: readonly string[]) => {
  let text = "";
  const images: unknown[] = [];
  for (const path of paths) {
    const file = resolve(path);
    if (!existsSync(file)) throw new MissingFile(`Error: File not found: ${file}`);
    if (statSync(file).size === 0) continue;
    const mimeType = mimeTypes[extname(file).toLowerCase()];
    if (mimeType) {
      images.push({ type: "image", data: readFileSync(file).toString("base64"), mimeType });
      text += `<file name="${file}"></file>\n`;
    } else text += `<file name="${file}">\n${readFileSync(file, "utf8")}\n</file>\n`;
  }
  return { text, images };
};

/** @throws MissingFile */
export const promptsOf = ({ messages, fileArgs }: Arguments, stdin: string | undefined): Prompt[] => {
  const files = filesOf(fileArgs);
  const [first = "", ...rest] = messages;
  const text = `${stdin?.trim() ?? ""}${files.text}${first}`;
  return [
    { text, ...(files.images.length > 0 && { images: files.images }) },
    ...rest.map((message) => ({ text: message })),
  ];
};
