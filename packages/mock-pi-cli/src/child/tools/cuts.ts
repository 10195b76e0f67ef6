// How pi's tools cut what is too long: after 2,000 lines or 50 KB, whichever comes first, and whole lines only.
import type { Profile } from "../../wire-changes.ts";

const mostLines = 2000;
/** Bytes a tool tells the model. */
export const mostBytes = 50 * 1024;

/** What pi tells of a cut in `details.truncation`, in its order of keys. */
export interface Truncation {
  readonly content: string;
  readonly truncated: boolean;
  readonly truncatedBy: "lines" | "bytes" | null;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly outputLines: number;
  readonly outputBytes: number;
  readonly lastLinePartial: boolean;
  readonly firstLineExceedsLimit: boolean;
  readonly maxLines: number;
  readonly maxBytes: number;
}

export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)}KB` : `${(bytes / 1024 / 1024).toFixed(1)}MB`;
};

/** How a notice calls the limit of bytes. */
export const byteLimit = `${sizeText(mostBytes)} limit`;

const linesOf = (text: string, has: Profile): string[] => {
  const lines = text.split("\n");
  if (has("lastLineBreakEnds") && lines.at(-1) === "") lines.pop();
  return lines;
};

/** The lines that fit, taken in the order given. */
const taken = (lines: readonly string[], maxLines: number): { readonly count: number; readonly full: boolean } => {
  let bytes = 0;
  for (const [count, line] of lines.entries()) {
    if (count >= maxLines) return { count, full: false };
    bytes += Buffer.byteLength(line) + (count > 0 ? 1 : 0);
    if (bytes > mostBytes) return { count, full: true };
  }
  return { count: lines.length, full: false };
};

const lastBytes = (line: string): string => {
  const bytes = Buffer.from(line);
  let start = Math.max(0, bytes.length - mostBytes);
  // Not in the middle of a character.
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString("utf8", start);
};

const cut = (text: string, has: Profile, end: "head" | "tail", maxLines: number): Truncation => {
  const lines = linesOf(text, has);
  const totalBytes = Buffer.byteLength(text);
  const common = { totalLines: lines.length, totalBytes };
  const limits = { maxLines, maxBytes: mostBytes };
  if (lines.length <= maxLines && totalBytes <= mostBytes)
    return {
      content: text,
      truncated: false,
      truncatedBy: null,
      ...common,
      outputLines: lines.length,
      outputBytes: totalBytes,
      lastLinePartial: false,
      firstLineExceedsLimit: false,
      ...limits,
    };
  const { count, full } = taken(end === "head" ? lines : lines.toReversed(), maxLines);
  // Nothing fits: of the first line nothing is shown, of the last one its end.
  const partial = count === 0 && end === "tail";
  const kept = end === "head" ? lines.slice(0, count) : lines.slice(lines.length - count);
  const content = partial ? lastBytes(lines.at(-1) ?? "") : kept.join("\n");
  return {
    content,
    truncated: true,
    truncatedBy: full ? "bytes" : "lines",
    ...common,
    outputLines: partial ? 1 : count,
    outputBytes: Buffer.byteLength(content),
    lastLinePartial: partial,
    firstLineExceedsLimit: count === 0 && end === "head",
    ...limits,
  };
};

/** The beginning of a text. */
export const headOf = (text: string, has: Profile, maxLines = mostLines): Truncation =>
  cut(text, has, "head", maxLines);

/** The end of a text. */
export const tailOf = (text: string, has: Profile): Truncation => cut(text, has, "tail", mostLines);
