// What the host of a session can do and a test of an extension need not: for the conformance suite, which drives the fake
// and real pi by the same calls.

import { as } from "./pi-seams.ts";
import type { Sessions } from "./session-replacement.ts";
import { bindShortcuts } from "./shortcuts.ts";

/** @internal The key under which a fake carries its host's side. */
export const hostSideKey = Symbol.for("@pi-testkit/fake-pi-runtime:host-side");

/** @internal */
export interface HostSide {
  /** The bare dispatch: no state of the session follows from it. */
  emit(event: string, payload: Record<string, unknown>): Promise<unknown>;
  hasHandlers(event: string): boolean;
  context(): object;
  prompt(text: string, options?: object): Promise<void>;
  queue(text: string, behavior: "steer" | "followUp"): Promise<void>;
  abort(): Promise<void>;
  reload(): Promise<void>;
  renderer(kind: "message" | "entry", customType: string): unknown;
  markdown(text: string, messageType: string): string;
  toolRenderer(name: string): unknown;
  shortcuts(): { key: string; extensionPath: string }[];
}

/** @internal */
export const createHostSide = (sessions: Sessions): HostSide => {
  const records = () => sessions.current.session.runner.set.records;
  return {
    emit: (event, payload) => sessions.current.session.runner.hub.emit(event, payload),
    hasHandlers: (event) => sessions.current.session.runner.hub.hasHandlers(event),
    context: () => sessions.current.session.runner.createCommandContext(),
    prompt: (text, options) => sessions.current.actions.prompts.prompt(text, options),
    queue: async (text, behavior) => void (await sessions.current.actions.prompts.queue(text, behavior)),
    abort: () => sessions.current.actions.abort(),
    reload: () => sessions.reload(),
    renderer: (kind, customType) =>
      records()
        .map((record) => (kind === "message" ? record.messageRenderers : record.entryRenderers).get(customType))
        .find((renderer) => renderer !== undefined),
    markdown: (text, messageType) =>
      records().reduce(
        (markdown, { markdown: own }) =>
          own?.messageTypes.has(messageType) ? own.transformer(markdown, as<never>({ messageType })) : markdown,
        text,
      ),
    toolRenderer: (name) => {
      const resolvers = records().flatMap(({ toolRenderers }) => toolRenderers);
      const resolve = (index: number): unknown => resolvers[index]?.(name, () => resolve(index + 1));
      return resolve(0);
    },
    shortcuts: () => [...bindShortcuts(records()).bound.values()],
  };
};
