// The hold on child_process.spawn through which pi.exec reaches a session's mocks. It is process-wide, so it is there only
// while a session with mockExec lives, is shared by all copies of this package, and lets everything else through.
// Why no narrower place exists: docs/decisions/exec-mocks.md.
import { AsyncLocalStorage } from "node:async_hooks";
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import type { Running } from "./exec-child.ts";

/** Takes over the start of a program, or lets it through with `undefined`. */
export type TakeOver = (
  command: string,
  args: readonly string[],
  cwd: string,
  startReal: () => Running,
) => object | undefined;

interface Patch {
  users: number;
  /** Whose API was used last, in this turn of the event loop. */
  last: TakeOver | undefined;
  /** Whose extensions are being loaded. */
  readonly loading: AsyncLocalStorage<TakeOver | undefined>;
  restore(): void;
}

const key = Symbol.for("pi-testkit.exec-patch.1");

// On globalThis, so that several copies of this package in one process share it.
const holder = globalThis as { [key]?: Patch };

/** Whether the call of spawn below comes from pi's own implementation of pi.exec. */
const calledByExec = (): boolean => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 12;
  const { stack = "" } = new Error("where");
  Error.stackTraceLimit = stackTraceLimit;
  return /\bexecCommand \(.*pi-coding-agent/.test(stack);
};

const install = (): Patch => {
  const original = childProcess.spawn;
  const spawn = (...all: Parameters<typeof original>): unknown => {
    const startReal = (): Running => Reflect.apply(original, childProcess, all);
    const takeOver = patch.last ?? patch.loading.getStore();
    if (takeOver === undefined || !calledByExec()) return startReal();
    // pi.exec uses the API once for each program.
    patch.last = undefined;
    const [command, args, options] = all;
    return takeOver(command, args, String(options.cwd), startReal) ?? startReal();
  };
  const patch: Patch = {
    users: 0,
    last: undefined,
    loading: new AsyncLocalStorage(),
    restore() {
      // Somebody who patched after us keeps what they have; ours then only passes on.
      if (Reflect.get(childProcess, "spawn") !== spawn) return;
      Object.assign(childProcess, { spawn: original });
      syncBuiltinESMExports();
    },
  };
  Object.assign(childProcess, { spawn });
  syncBuiltinESMExports();
  return patch;
};

/** One session's part in the patch. */
export interface ExecPatch {
  /** To be called when an extension of the session uses its API: what pi.exec starts right now is the session's. */
  used(): void;
  /** Runs what loads the session's extensions, whose factories may call pi.exec at once. */
  during<T>(load: () => Promise<T>): Promise<T>;
  /** Runs what must not be taken for a part of a load. */
  outside<T>(work: () => T): T;
  release(): void;
}

export const createExecPatch = (takeOver: TakeOver): ExecPatch => {
  holder[key] ??= install();
  const patch = holder[key];
  patch.users++;
  let released = false;
  return {
    used() {
      if (released || patch.last === takeOver) return;
      patch.last = takeOver;
      queueMicrotask(() => {
        if (patch.last === takeOver) patch.last = undefined;
      });
    },
    during: (load) => patch.loading.run(takeOver, load),
    outside: (work) => patch.loading.run(undefined, work),
    release() {
      if (released) return;
      released = true;
      if (patch.last === takeOver) patch.last = undefined;
      patch.users--;
      if (patch.users > 0) return;
      delete holder[key];
      patch.restore();
    },
  };
};
