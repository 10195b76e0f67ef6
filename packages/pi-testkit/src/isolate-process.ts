// Keeps a whole process away from the user's home.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { safeRmSync } from "./safe-rm-sync.ts";

/**
 * Points the home folder and pi's agent dir of this process to a temporary folder, so that neither an extension nor
 * a program it starts reads or writes the user's own. A session of `createTestSession` needs it only for extensions
 * that go to the home folder themselves.
 *
 * Disposing puts back every variable that is still ours, and removes the folder.
 *
 * @example using home = isolateProcess();
 */
export const isolateProcess = (): Disposable => {
  const home = mkdtempSync(join(tmpdir(), "pi-testkit-home-"));
  const agentDir = join(home, ".pi", "agent");
  mkdirSync(agentDir, { recursive: true });
  const wanted: Record<string, string> = { HOME: home, USERPROFILE: home, PI_CODING_AGENT_DIR: agentDir };
  const before = new Map(Object.keys(wanted).map((name) => [name, process.env[name]]));
  Object.assign(process.env, wanted);
  let disposed = false;
  return {
    [Symbol.dispose]() {
      if (disposed) return;
      disposed = true;
      for (const [name, value] of before) {
        if (process.env[name] !== wanted[name]) continue;
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      safeRmSync(home);
    },
  };
};
