// The way of a text into a session: command, input handlers, queue or run. And the two ways an extension sends messages.

import type { AgentRun, Trigger } from "./agent-run.ts";
import { resolveCommands } from "./commands.ts";
import type { FakeHost } from "./fake-host.ts";
import { errorOf, type FakeSession } from "./fake-session.ts";
import { as } from "./pi-seams.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import type { SessionEvents } from "./session-events.ts";

export interface PromptGiven {
  readonly images?: readonly unknown[] | undefined;
  readonly source?: string | undefined;
  readonly streamingBehavior?: "steer" | "followUp" | undefined;
  /** Commands and templates are looked for unless this is `false`. */
  readonly expand?: boolean | undefined;
}

export type PromptDisposition = "handled" | "queued" | "prompt";

export interface SendOptions {
  readonly triggerTurn?: boolean | undefined;
  readonly deliverAs?: "steer" | "followUp" | "nextTurn" | undefined;
}

export interface Prompts {
  /** `onTaken` is told what becomes of the text as soon as that is known. */
  prompt(text: string, given?: PromptGiven, onTaken?: (disposition: PromptDisposition) => void): Promise<void>;
  queue(text: string, behavior: "steer" | "followUp", given?: PromptGiven): Promise<PromptDisposition>;
  sendMessage(message: Record<string, unknown>, options?: SendOptions): Promise<void>;
  sendUserMessage(
    content: unknown,
    options?: { deliverAs?: "steer" | "followUp"; expandPromptTemplates?: boolean },
  ): Promise<void>;
}

const compacting = "Cannot submit a prompt while compaction is in progress. Wait for compaction to finish and retry.";
const busy = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";

const parseCommand = (text: string) => {
  const space = text.indexOf(" ");
  return space === -1 ? { name: text.slice(1), args: "" } : { name: text.slice(1, space), args: text.slice(space + 1) };
};

export const createPrompts = (host: FakeHost, session: FakeSession, events: SessionEvents, run: AgentRun): Prompts => {
  const findCommand = (name: string) =>
    resolveCommands(session.runner.set.records).find((command) => command.invocationName === name);

  const runCommand = async (text: string): Promise<boolean> => {
    const { name, args } = parseCommand(text);
    const command = findCommand(name);
    if (!command) return false;
    const ctx = session.runner.createCommandContext();
    try {
      await command.handler(args, as<never>(ctx));
    } catch (thrown) {
      const { stack: _stack, ...report } = errorOf(`command:${name}`, "command", thrown);
      host.report(report, thrown);
    }
    return true;
  };

  const handleInput = async (text: string, given: PromptGiven, behavior: "steer" | "followUp" | undefined) => {
    const { hub } = session.runner;
    const images = given.images;
    if (!hub.hasHandlers("input")) return { text, images };
    const source = given.source ?? "interactive";
    const result = await hub.emit<{ action: string; text?: string; images?: readonly unknown[] }>("input", {
      text,
      images,
      source,
      streamingBehavior: session.running ? behavior : undefined,
    });
    if (result.action === "handled") return undefined;
    if (result.action === "transform") return { text: as<string>(result.text), images: result.images ?? images };
    return { text, images };
  };

  const enqueue = (text: string, images: readonly unknown[] | undefined, behavior: "steer" | "followUp") => {
    const message: LooseMessage = {
      role: "user",
      content: [{ type: "text", text }, ...(images ?? [])],
      timestamp: host.clock.now(),
    };
    (behavior === "steer" ? session.queue.steering : session.queue.followUp).push(message);
  };

  const prepare = async (text: string, given: PromptGiven): Promise<Trigger | "handled" | "queued"> => {
    const input = await handleInput(text, given, given.streamingBehavior);
    if (!input) return "handled";
    if (session.running) {
      if (!given.streamingBehavior) throw new Error(busy);
      enqueue(input.text, input.images, given.streamingBehavior);
      return "queued";
    }
    if (!session.model) throw new Error("No model selected.");
    return { messageType: "user", prompt: input.text, images: input.images };
  };

  const prompts: Prompts = {
    prompt: async (text, given = {}, onTaken = () => {}) => {
      if (session.settling) {
        session.afterSettling.push(() => prompts.prompt(text, given, onTaken));
        return;
      }
      if (given.expand !== false && text.startsWith("/") && (await runCommand(text))) return onTaken("handled");
      if (session.isCompacting) throw new Error(compacting);
      session.preflights++;
      let next: Trigger | "handled" | "queued";
      try {
        next = await prepare(text, given);
      } finally {
        session.preflights--;
      }
      if (typeof next === "string") return onTaken(next);
      onTaken("prompt");
      await run.start(next);
    },
    queue: async (text, behavior, given = {}) => {
      const { name } = parseCommand(text);
      if (text.startsWith("/") && findCommand(name))
        throw new Error(
          `Extension command "/${name}" cannot be queued. Use prompt() or execute the command when not streaming.`,
        );
      const input = await handleInput(text, given, behavior);
      if (!input) return "handled";
      enqueue(input.text, input.images, behavior);
      return "queued";
    },
    sendMessage: async (given, options) => {
      // Read off one by one as in pi, so that a missing message rejects in pi's words.
      const message: LooseMessage = {
        role: "custom",
        customType: given.customType,
        content: given.content ?? [],
        display: given.display,
        details: given.details,
        timestamp: host.clock.now(),
      };
      if (options?.deliverAs === "nextTurn") {
        session.queue.nextTurn.push(message);
        return;
      }
      if (session.running && options?.triggerTurn !== false) {
        (options?.deliverAs === "followUp" ? session.queue.followUp : session.queue.steering).push(message);
        return;
      }
      if (options?.triggerTurn) {
        if (session.settling) session.afterSettling.push(() => prompts.sendMessage(given, options));
        else await run.start({ messageType: "custom", message });
        return;
      }
      if (session.running) session.queue.turnEnd.push(message);
      else events.appendCustomMessage(message);
    },
    sendUserMessage: async (given, options) => {
      const content = as<string | { type: string; text: string }[]>(given);
      const texts: string[] = [];
      const images: unknown[] = [];
      if (typeof content === "string") texts.push(content);
      // A loop as in pi, so that what is no list rejects in pi's words.
      else
        for (const part of content)
          if (part.type === "text") texts.push(part.text);
          else images.push(part);
      await prompts.prompt(texts.join("\n"), {
        expand: options?.expandPromptTemplates ?? false,
        streamingBehavior: options?.deliverAs,
        images: images.length > 0 ? images : undefined,
        source: "extension",
      });
    },
  };
  return prompts;
};
