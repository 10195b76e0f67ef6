// The file that keeps an output which was cut. pi leaves it in the temporary folder, for the model to look into.
import { appendFileSync } from "node:fs";
import { join } from "node:path";

// Loaded when an output is cut; see run-shell.ts.
const temporary = (): string => process.getBuiltinModule("node:os").tmpdir();
const random = (): string => process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex");

/** Returns a function that keeps the output so far, and tells where. */
export const createFullOutput = (): ((output: string) => string) => {
  let path: string | undefined;
  let kept = 0;
  return (output) => {
    path ??= join(temporary(), `pi-bash-${random()}.log`);
    appendFileSync(path, output.slice(kept), { mode: 0o600 });
    kept = output.length;
    return path;
  };
};
