// The child's stdin: read to its end for print and JSON mode, cut into lines for RPC mode.
import { fstatSync, readFileSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

// A file or /dev/null can be read at once; touching `process.stdin` would load all of Node's streams for it.
const readsAtOnce = (): boolean => {
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return true;
    const known = process.platform === "linux" && stats.rdev === 0x103; // 1:3, wherever it lies
    return stats.isCharacterDevice() && (known || stats.rdev === statSync("/dev/null").rdev);
  } catch {
    return false; // no such device on this system
  }
};

/** Everything on stdin, or undefined when it is a terminal. */
export const readInput = (): Promise<string | undefined> => {
  if (readsAtOnce()) return Promise.resolve(readFileSync(0, "utf8"));
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let text = "";
    stdin.setEncoding("utf8");
    stdin.on("data", (chunk) => {
      text += chunk;
    });
    stdin.once("end", () => resolve(text));
    stdin.once("error", () => resolve(text));
  });
};

/** Lines end with LF and nothing else; one CR before it is dropped; a last line without LF is given at the end. */
export const readLines = (onLine: (line: string) => void, onEnd: () => void): void => {
  const { stdin } = process;
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  const whole = (text: string): void => onLine(text.endsWith("\r") ? text.slice(0, -1) : text);
  const take = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      const line = parts.join("") + text.slice(from, at);
      parts = [];
      from = at + 1;
      whole(line);
    }
    if (from < text.length) parts.push(text.slice(from));
  };
  stdin.on("data", (chunk: Buffer) => take(decoder.write(chunk)));
  stdin.once("end", () => {
    take(decoder.end());
    if (parts.length > 0) whole(parts.join(""));
    onEnd();
  });
  stdin.once("error", onEnd);
};
