// A random case at work: its extensions, which note what their handlers saw and count what they did.
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { pick, type RandomHandler } from "./random-case.ts";
import { pools } from "./random-events.ts";
import { type AnyEvent, on } from "./recording.ts";

/** The extension of a case; `seen` gets what its handlers saw, `counts` what they did. */
export const asExtension =
  (
    handlers: readonly RandomHandler[],
    label: string,
    seen: unknown[],
    counts: Record<string, number>,
  ): ExtensionFactory =>
  (pi: ExtensionAPI) => {
    const ends: (() => void)[] = [];
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    const register = (
      own: Omit<RandomHandler, "registers"> & { registers?: RandomHandler["registers"] },
      name: string,
    ) => {
      const pool = pools[own.event];
      if (!pool) return;
      let calls = 0;
      const act = (event: AnyEvent) => {
        seen.push([name, JSON.parse(JSON.stringify(event))]);
        const change = pick(pool.changes, own.change);
        if (change) {
          count("changed");
          change(event);
        }
        if (own.ends !== undefined) {
          count("unsubscribed");
          ends[own.ends % ends.length]?.();
        }
        if (own.registers && calls++ === 0) {
          count("registered late");
          register(own.registers, `${name}+`);
        }
        if (own.throws) {
          count("threw");
          throw own.throws === "error" ? new Error(`${name} threw`) : `${name} threw text`;
        }
        const returned = pick(pool.returns, own.returns);
        if (returned !== undefined) count("returned");
        if (
          (returned as { block?: boolean; cancel?: boolean } | null)?.block ||
          (returned as { cancel?: boolean } | null)?.cancel
        )
          count("blocked");
        return structuredClone(returned);
      };
      ends.push(
        on(
          pi,
          own.event,
          own.asynchronous
            ? async (event) => {
                await undefined;
                return act(event);
              }
            : act,
        ) ?? (() => {}),
      );
    };
    for (const [index, own] of handlers.entries()) register(own, `${label}${index}`);
  };
