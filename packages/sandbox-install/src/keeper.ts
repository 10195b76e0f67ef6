// Outlives the process that made a sandbox: when that process is gone without having cleaned up, it ends what was
// started in the sandbox and removes the folder. It is told on its standard input, one JSON object a line.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

const folders = new Set<string>();
const processes = new Set<number>();

const endTree = (pid: number): void => {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It had ended by itself.
  }
};

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const told: { folder?: string; complete?: string; started?: number; ended?: number; done?: true } = JSON.parse(line);
  if (told.folder !== undefined) folders.add(told.folder);
  if (told.complete !== undefined) folders.delete(told.complete);
  if (told.started !== undefined) processes.add(told.started);
  if (told.ended !== undefined) processes.delete(told.ended);
  if (told.done) process.exit(0);
});
lines.on("close", () => {
  for (const pid of processes) endTree(pid);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
