// Mocks the built-in tools of sessions in place, and keeps doing so: pi makes new definitions at each reload.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { notWrapped } from "./failure-texts.ts";
import type { HandlerTable } from "./handler-table.ts";
import { builtInNames, type Execute, isWrappedBy, type MockableSession, patchInPlace } from "./pi-seams.ts";

export interface SessionPatches {
  attach(session: MockableSession): () => void;
  /** Mocks what is new in the attached sessions. */
  repeat(): void;
  toolNames(): string[];
  detachAll(): void;
  /** Whether the session an extension context belongs to is attached. */
  includes(ctx: ExtensionContext): boolean;
  /** The session of this context is over: lets go of it, the mocks in it stay. */
  forget(ctx: ExtensionContext): void;
  abort(): void;
}

export const createSessionPatches = (options: {
  owner: object;
  table: HandlerTable;
  known: Set<string>;
  replaced(name: string, builtIn: boolean, real: Execute): Execute;
  /** Told of a mocked tool that came to an attached session unwrapped. */
  onStranger(failure: Error): void;
}): SessionPatches => {
  const { owner, table, known, replaced, onStranger } = options;
  const attached = new Map<MockableSession, { detach: () => void; stop: () => void; undo: (() => void)[] }>();

  const raise = (failure: Error): never => {
    throw failure;
  };

  const patch = (session: MockableSession, undo: (() => void)[], onUnwrapped = onStranger): void => {
    const tools = session.getAllTools();
    const builtIns = new Set(builtInNames(tools));
    for (const { name, sourceInfo } of tools) {
      known.add(name);
      const definition = session.getToolDefinition(name);
      if (definition === undefined || isWrappedBy(definition, owner)) continue;
      if (!builtIns.has(name)) {
        if (table.has(name)) onUnwrapped(notWrapped(name, sourceInfo.path, table.writtenAt(name)));
        continue;
      }
      undo.push(patchInPlace(definition, owner, (real) => replaced(name, true, real)));
    }
  };

  return {
    attach(session) {
      const before = attached.get(session);
      if (before !== undefined) {
        patch(session, before.undo, raise);
        return before.detach;
      }
      const undo: (() => void)[] = [];
      patch(session, undo, raise);
      // pi makes all active tools anew when one is registered: while they are the same, no tool is new.
      let seen: readonly object[] = [];
      const unsubscribe = session.subscribe((event) => {
        if (event.type !== "agent_start" && event.type !== "turn_start") return;
        const { tools } = session.agent.state;
        if (tools.length === seen.length && tools.every((tool, at) => tool === seen[at])) return;
        patch(session, undo);
        seen = [...tools];
      });
      const detach = () => {
        if (!attached.delete(session)) return;
        unsubscribe();
        for (const restore of undo.splice(0)) restore();
      };
      attached.set(session, { detach, stop: unsubscribe, undo });
      return detach;
    },
    repeat() {
      for (const [session, { undo }] of attached) patch(session, undo);
    },
    toolNames: () => [...attached.keys()].flatMap((session) => session.getAllTools().map((tool) => tool.name)),
    detachAll() {
      for (const { detach } of [...attached.values()]) detach();
    },
    includes: (ctx) => [...attached.keys()].some((session) => session.sessionManager === ctx.sessionManager),
    forget(ctx) {
      for (const [session, { stop }] of [...attached])
        if (session.sessionManager === ctx.sessionManager) {
          stop();
          attached.delete(session);
        }
    },
    abort() {
      for (const session of attached.keys()) void session.abort();
    },
  };
};
