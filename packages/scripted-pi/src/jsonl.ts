// JSON lines as pi frames them: LF and nothing else ends a line, so U+2028 inside a string is only a character.
import { StringDecoder } from "node:string_decoder";

/** Cuts a byte stream into lines: split on LF, one CR before it dropped, a last line without LF kept by `end`. */
export const createLineReader = (onLine: (line: string) => void) => {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  const take = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      const line = parts.join("") + text.slice(from, at);
      parts = [];
      from = at + 1;
      onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    }
    if (from < text.length) parts.push(text.slice(from));
  };
  return {
    push: (chunk: Uint8Array): void => take(decoder.write(chunk)),
    end(): void {
      take(decoder.end());
      if (parts.length > 0) onLine(parts.join(""));
      parts = [];
    },
  };
};
