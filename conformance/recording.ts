// Small extensions that scenarios are made of: they note what they see.
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import type { See } from "./stage.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of any kind
export type AnyEvent = any;
// biome-ignore lint/suspicious/noExplicitAny: contexts of any kind
export type AnyContext = any;
export type AnyHandler = (event: AnyEvent, ctx: AnyContext) => unknown;

/** `pi.on` for a name given as data. */
export const on = (pi: ExtensionAPI, event: string, handler: AnyHandler): (() => void) =>
  (pi.on as unknown as (event: string, handler: AnyHandler) => () => void)(event, handler);

/** Handlers by event, all in one extension. */
export const handling =
  (handlers: Readonly<Record<string, AnyHandler | readonly AnyHandler[]>>): ExtensionFactory =>
  (pi) => {
    for (const [event, given] of Object.entries(handlers))
      for (const handler of [given].flat()) on(pi, event, handler as AnyHandler);
  };

/** Notes the names of the events, in order, with a detail where one is asked for. */
export const tracing =
  (
    trace: unknown[],
    events: readonly string[],
    detail: (event: AnyEvent) => unknown = () => undefined,
  ): ExtensionFactory =>
  (pi) => {
    for (const event of events)
      on(pi, event, (payload) => {
        const more = detail(payload);
        trace.push(more === undefined ? event : [event, more]);
      });
  };

/** What a call throws, as text, or what it returns. */
export const attempt = (run: () => unknown): unknown => {
  try {
    return { returned: run() };
  } catch (thrown) {
    return { threw: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

/** The same for a promise; `sync: true` when it threw before returning one. */
export const attemptAsync = async (run: () => unknown): Promise<unknown> => {
  let promise: unknown;
  try {
    promise = run();
  } catch (thrown) {
    return { threw: thrown instanceof Error ? thrown.message : String(thrown), sync: true };
  }
  try {
    return { resolved: await promise };
  } catch (thrown) {
    return { rejected: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

/** A tool with an empty object as parameters, unless told otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: definitions of any kind
export const tool = (name: string, execute: (...args: any[]) => unknown, more: object = {}): any => ({
  name,
  label: name,
  description: name,
  parameters: { type: "object", properties: {} },
  execute,
  ...more,
});

export const text = (value: string) => ({ content: [{ type: "text", text: value }], details: {} });

export const roles = (messages: readonly { role: string }[]): string[] =>
  messages.map(({ role }) => role).filter((role) => role !== "system");

/** Leaves the current call stack. */
export const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const noted = (see: See, label: string) => (value: unknown) => see(label, value);
