// Reads the options of a fake into what the host needs: models, tools, replies, exec.
import type { AuthorCallbacks } from "./author-callbacks.ts";
import { builtInToolNames, builtInTools } from "./built-in-tools.ts";
import type { FakeHost, ModelRequest } from "./fake-host.ts";
import { defaultModel, type LooseModel } from "./fake-model.ts";
import type { FakePiOptions, FakeToolOutcome } from "./fake-pi.ts";
import { asReply, type FakeReply, type ReplyParts } from "./fake-reply.ts";
import { as } from "./pi-seams.ts";
import type { AnyTool, ToolResult } from "./pi-shapes.ts";

export const modelOf = (given: FakePiOptions["model"]): LooseModel | undefined =>
  given === null ? undefined : { ...defaultModel, ...given };

const isOutcomes = (tools: FakePiOptions["tools"]): tools is Readonly<Record<string, FakeToolOutcome>> =>
  tools !== undefined && !Array.isArray(tools);

const asResult = (outcome: unknown): ToolResult =>
  typeof outcome === "string"
    ? { content: [{ type: "text", text: outcome }], details: undefined }
    : as<ToolResult>(outcome);

export const toolOptions = (
  tools: FakePiOptions["tools"],
  callbacks: AuthorCallbacks,
): Pick<FakeHost, "builtIn" | "customTools" | "allowedTools"> => {
  const outcomes = isOutcomes(tools) ? tools : {};
  const list = tools === undefined || isOutcomes(tools) ? [] : as<readonly (string | AnyTool)[]>(tools);
  const names = list.filter((item) => typeof item === "string");
  const customTools = list.filter((item) => typeof item !== "string");
  const run = async (name: string, params: Record<string, unknown>, rest: readonly unknown[]): Promise<ToolResult> => {
    const outcome = Object.hasOwn(outcomes, name) ? outcomes[name] : undefined;
    if (outcome === undefined) throw callbacks.notFaked("a built-in tool", `The built-in tool "${name}"`);
    if (typeof outcome !== "function") return asResult(outcome);
    const answer = as<(...args: unknown[]) => unknown>(outcome);
    return asResult(await callbacks.call(`tools.${name} of createFakePi`, () => answer(params, ...rest)));
  };
  const own = Object.keys(outcomes).filter((name) => !builtInToolNames.includes(name));
  const extra = own.map(
    (name): AnyTool => ({
      name,
      label: name,
      description: name,
      parameters: as({ type: "object" }),
      execute: (id, params, ...rest) => run(name, as(params), [id, ...rest]),
    }),
  );
  return {
    builtIn: builtInTools(run),
    customTools: [...customTools, ...extra],
    allowedTools: names.length > 0 ? [...names, ...customTools.map(({ name }) => name)] : undefined,
  };
};

/** A reply, and where a test wrote it. */
export interface PlacedReply {
  readonly reply: FakeReply;
  readonly writtenAt: () => string | undefined;
}

/** The replies of the whole fake, with those of single prompts put in front. */
export const createReplies = (
  given: FakePiOptions["replies"],
  nextCallId: () => string,
  callbacks: AuthorCallbacks,
  writtenAt: () => string | undefined,
) => {
  const ahead: PlacedReply[] = [];
  const list = typeof given === "function" ? [] : [...(given ?? [])];
  return {
    /** Those of `submit`; they come before the others. */
    ahead,
    unused: (): readonly PlacedReply[] => [...ahead, ...list.map((reply) => ({ reply, writtenAt }))],
    reply: async (request: ModelRequest): Promise<ReplyParts> => {
      const next = async () => {
        if (ahead.length > 0) return ahead.shift()?.reply;
        if (typeof given !== "function") return list.shift();
        return callbacks.call("replies of createFakePi", () => given(request));
      };
      const { wait, ...parts } = asReply(await next(), nextCallId);
      return { ...parts, wait: wait && ((signal) => callbacks.call("wait of a reply", () => wait(signal))) };
    },
  };
};

const success = { stdout: "", stderr: "", code: 0, killed: false, truncated: false };

export const createExec =
  (given: FakePiOptions["exec"], callbacks: AuthorCallbacks): FakeHost["exec"] =>
  async (command, args, options) => {
    if (!given) throw callbacks.notFaked("pi.exec", `pi.exec("${command}")`);
    const result = await callbacks.call(`exec of createFakePi, for pi.exec("${command}"),`, () =>
      given(command, [...args], as(options)),
    );
    return { ...success, ...result };
  };
