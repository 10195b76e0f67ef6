// Reaches into real pi's runner: the raw emitters, by event. Private names are looked up, never assumed.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentSession } from "@earendil-works/pi-coding-agent";
import { newest, releaseFolder } from "../compat/releases.ts";
import { builtInKeys, reservedKeys } from "../packages/fake-pi-runtime/src/shortcuts.ts";

interface Emitters {
  [name: string]: ((...args: never[]) => unknown) | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: private members of another package's object
export const privateOf = (session: AgentSession): any => session;

/** Dispatches one event the way pi's session would, and returns what the runner returns. */
export const emitRaw = async (session: AgentSession, type: string, payload: object): Promise<unknown> => {
  const runner = session.extensionRunner as unknown as Emitters;
  const event = payload as Record<string, unknown>;
  const call = (name: string, ...args: unknown[]) => {
    const emitter = runner[name] as ((...a: unknown[]) => unknown) | undefined;
    if (!emitter) return undefined;
    return { result: emitter.apply(runner, args) };
  };
  const whole = { ...event, type };
  const special: Record<string, () => { result: unknown } | undefined> = {
    tool_call: () => call("emitToolCall", whole),
    tool_result: () => call("emitToolResult", whole),
    message_end: () => call("emitMessageEnd", whole),
    context: () => call("emitContext", event.messages),
    before_provider_request: () => call("emitBeforeProviderRequest", event.payload),
    before_provider_headers: () => call("emitBeforeProviderHeaders", event.headers),
    before_agent_start: () => {
      const { _baseSystemPrompt: prompt, _baseSystemPromptOptions: options } = privateOf(session);
      const asked = { messageType: "user", prompt: event.prompt, images: event.images };
      // 1.3 on: what triggered it, as one object. Before: prompt and images, up to 0.85 with the system prompt's text.
      const takes = runner.emitBeforeAgentStart?.length;
      if (takes === 4) return call("emitBeforeAgentStart", event.prompt, event.images, prompt, options);
      if (takes === 3) return call("emitBeforeAgentStart", event.prompt, event.images, options);
      return call("emitBeforeAgentStart", asked, options);
    },
    resources_discover: () => call("emitResourcesDiscover", event.cwd, event.reason),
    input: () => call("emitInput", event.text, event.images, event.source, event.streamingBehavior),
    user_bash: () => call("emitUserBash", whole),
    cache_warming_decision: () => call("emitCacheWarmingDecision", whole),
    turn_end: () =>
      call("emitBoundary", whole, (entries: unknown) => privateOf(session)._buildBoundaryContext(entries, type)),
    agent_before_settle: () =>
      call("emitBoundary", whole, (entries: unknown) => privateOf(session)._buildBoundaryContext(entries, type)),
  };
  if (type === "project_trust") return emitTrust(session, whole);
  const emitted = special[type]?.() ?? call("emit", whole);
  return await emitted?.result;
};

/** pi asks for trust before there is a runner, with a context of its own. */
const emitTrust = async (session: AgentSession, event: object): Promise<unknown> => {
  const folder = process.env.PI_FOLDER ?? releaseFolder(newest);
  const file = join(folder, "@earendil-works/pi-coding-agent/dist/core/extensions/runner.js");
  const { emitProjectTrustEvent } = (await import(pathToFileURL(file).href)) as {
    emitProjectTrustEvent(result: object, event: object, ctx: object): Promise<unknown>;
  };
  const { extensions } = session.extensionRunner as unknown as { extensions: unknown[] };
  const { cwd, mode, hasUI, ui } = session.extensionRunner.createContext();
  const { select, confirm, input, notify } = ui;
  return emitProjectTrustEvent({ extensions }, event, { cwd, mode, hasUI, ui: { select, confirm, input, notify } });
};

/** The shortcuts the TUI would bind, with pi's default keys as the built-in ones. */
export const shortcutsOf = (session: AgentSession): { key: string; extensionPath: string }[] => {
  const builtIn = { ...reservedKeys, ...builtInKeys };
  return [...session.extensionRunner.getShortcuts(builtIn as never)].map(
    ([key, shortcut]: [string, { extensionPath: string }]) => ({
      key,
      extensionPath: shortcut.extensionPath,
    }),
  );
};
