// The child process itself: started, listened to, and ended together with everything it started.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";

/** How pi ended: an exit code, or the signal that killed it. */
export interface PiExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What is run. */
export interface Invocation {
  /** Program and arguments, as they were spawned. */
  readonly argv: string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

// A stopped parent must not leave a pi behind; one listener for all, on this process.
const running = new Set<number>();

const killTree = (pid: number, signal: NodeJS.Signals): void => {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
};

const killAll = (): void => {
  for (const pid of running) killTree(pid, "SIGKILL");
};

/** pi starts shells in groups of their own; they are found by their parent while it lives. */
const descendantsOf = (pid: number): number[] => {
  if (process.platform === "win32") return [];
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const parents = (stdout ?? "")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const found = [pid];
  for (let index = 0; index < found.length; index++)
    for (const [child, parent] of parents) if (parent === found[index] && !found.includes(child)) found.push(child);
  return found.slice(1);
};

const within = async (settled: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = realSetTimeout(() => resolve(false), milliseconds);
  });
  const inTime = await Promise.race([settled.then(() => true), late]);
  realClearTimeout(timer);
  return inTime;
};

/** Starts the program. `stdin`: a text that is written and closed, or `"open"`. */
export const startProcess = ({ argv, env, cwd }: Invocation, stdin: string | "open" | undefined) => {
  const [program = "", ...args] = argv;
  const child: ChildProcessWithoutNullStreams = spawn(program, args, {
    cwd,
    env: { ...env },
    detached: process.platform !== "win32", // its own group, so that all of it can be ended
    windowsHide: true,
  });
  child.stdin.on("error", () => {}); // pi may end before it has read everything
  if (stdin !== "open") child.stdin.end(stdin ?? "");
  if (child.pid !== undefined) {
    if (running.size === 0) process.on("exit", killAll);
    running.add(child.pid);
  }

  const forget = (): void => {
    if (child.pid !== undefined) running.delete(child.pid);
    if (running.size === 0) process.off("exit", killAll);
  };
  const exited = new Promise<PiExit>((resolve) => {
    let exit: PiExit = { code: null, signal: null };
    const settle = (): void => {
      forget();
      resolve(exit);
    };
    child.once("error", settle);
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      // Something it started may hold its output open for ever.
      realSetTimeout(settle, 1000).unref();
    });
    child.once("close", settle);
  });

  const end = async (graceMs: number): Promise<PiExit> => {
    const pid = child.pid;
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      if (pid !== undefined) killTree(pid, "SIGKILL");
      return exited;
    }
    const started = descendantsOf(pid);
    child.kill("SIGTERM"); // not the end of its input as well: up to 1.5.0 the two together cut pi's own clean-up short
    await within(exited, graceMs);
    killTree(pid, "SIGKILL");
    child.stdin.destroy();
    for (const each of started) killTree(each, "SIGKILL");
    return exited;
  };

  return { child, exited, end };
};
