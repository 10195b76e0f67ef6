// What `read` makes of an image, as far as pi draws nothing: one that is small enough goes to the model as it is.
import type { Profile } from "../../wire-changes.ts";
import { type ToolResult, textResult } from "./tool.ts";

const begins = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString("latin1", at, at + text.length) === text;

/** An animated PNG is no image to pi, nor is a file that only begins like one. */
const isStillPng = (bytes: Buffer): boolean => {
  if (bytes.length < 16 || bytes.readUInt32BE(8) !== 13 || !begins(bytes, 12, "IHDR")) return false;
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    if (begins(bytes, at + 4, "acTL")) return false;
    if (begins(bytes, at + 4, "IDAT")) break;
  }
  return true;
};

const isBitmap = (bytes: Buffer): boolean => {
  if (bytes.length < 30) return false;
  const header = bytes.readUInt32LE(14);
  return header >= 40 && header <= 124 && bytes.readUInt32LE(10) >= 14 + header && bytes.readUInt16LE(26) === 1;
};

/** The kind of image pi takes a file for, by its first bytes. */
export const imageTypeOf = (bytes: Buffer, has: Profile): string | undefined => {
  if (begins(bytes, 0, "\xff\xd8\xff")) return bytes[3] === 0xf7 ? undefined : "image/jpeg";
  if (begins(bytes, 0, "\x89PNG\r\n\x1a\n")) return isStillPng(bytes) ? "image/png" : undefined;
  const gifHeads = has("gifVersions") ? ["GIF87a", "GIF89a"] : ["GIF"];
  if (gifHeads.some((head) => begins(bytes, 0, head))) return "image/gif";
  if (begins(bytes, 0, "RIFF") && begins(bytes, 8, "WEBP")) return "image/webp";
  return has("bitmaps") && begins(bytes, 0, "BM") && isBitmap(bytes) ? "image/bmp" : undefined;
};

type Size = readonly [width: number, height: number];

const sizeOfJpeg = (bytes: Buffer): Size | undefined => {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    // The frames of all codings; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return undefined;
};

const sizeOfWebp = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 30) return undefined;
  if (begins(bytes, 12, "VP8X")) return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (begins(bytes, 12, "VP8 ")) return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  const packed = bytes.readUInt32LE(21);
  return begins(bytes, 12, "VP8L") ? [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1] : undefined;
};

const sizeOf = (bytes: Buffer, type: string): Size | undefined => {
  if (type === "image/jpeg") return sizeOfJpeg(bytes);
  if (type === "image/webp") return sizeOfWebp(bytes);
  if (type === "image/png") return bytes.length < 45 ? undefined : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return bytes.length < 14 ? undefined : [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
};

const longestSide = 2000;
/** Of the text that stands for the bytes. */
const mostCharacters = 4.5 * 1024 * 1024;

/** pi makes such an image smaller, or draws a bitmap anew; this is what it says when it cannot. */
const left = (type: string): string =>
  type === "image/bmp"
    ? "[Image omitted: could not be converted to a supported inline image format.]"
    : "[Image omitted: could not be resized below the inline image size limit.]";

/** The result of reading an image. */
export const imageResult = (bytes: Buffer, type: string, has: Profile): ToolResult => {
  const size = type === "image/bmp" ? undefined : sizeOf(bytes, type);
  const data = bytes.toString("base64");
  const goesAsItIs = size?.every((side) => side > 0 && side <= longestSide) && data.length < mostCharacters;
  const note = `Read image file [${type}]`;
  const structured = (content: unknown) => (has("structuredRead") ? { structuredContent: content } : {});
  if (!goesAsItIs) {
    const text = `${note}\n${left(type)}`;
    return textResult(text, structured(text));
  }
  return {
    content: [
      { type: "text", text: note },
      { type: "image", data, mimeType: type },
    ],
    ...structured({ type: "image", data, mimeType: type, note }),
  };
};
