// Remembers where the package opened what keeps a process alive: timers, servers, watchers, child processes.
import { createHook } from "node:async_hooks";
import { deepStack, frameBelow } from "./author-frame.ts";
import type { OpenHandle } from "./loaded-report.ts";

/** Kinds that are made by the hundred and keep no process alive by themselves. */
const shortLived = /^(PROMISE|TickObject|Microtask|Immediate|RANDOMBYTESREQUEST|FSREQ|FILEHANDLE|HTTP|ZLIB)/;

export interface HandleWatch {
  /** What is still open and holds the process, by the package's own lines where they are known. */
  stillOpen(): OpenHandle[];
}

const holdsProcess = (resource: object): boolean => {
  if (!("hasRef" in resource) || typeof resource.hasRef !== "function") return true;
  return resource.hasRef() !== false;
};

/** Starts to watch what code below `folder` opens. */
export const watchHandles = (folder: string): HandleWatch => {
  const open = new Map<number, OpenHandle & { resource: WeakRef<object> }>();
  createHook({
    init(id, type, _trigger, resource) {
      if (shortLived.test(type)) return;
      const openedAt = frameBelow(folder, deepStack());
      if (openedAt !== undefined) open.set(id, { type, openedAt, resource: new WeakRef(resource) });
    },
    destroy(id) {
      open.delete(id);
    },
  }).enable();
  return {
    stillOpen: () => {
      const known = [...open.values()].flatMap(({ type, openedAt, resource }) => {
        const alive = resource.deref();
        return alive !== undefined && holdsProcess(alive) ? [{ type, openedAt }] : [];
      });
      return known.length > 0 ? known : process.getActiveResourcesInfo().map((type) => ({ type }));
    },
  };
};
