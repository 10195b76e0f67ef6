// RPC mode: lines in, responses and events out. What a command does is in rpc-commands.ts.
import type { Agent, AgentState } from "./agent.ts";
import { readLines } from "./input.ts";
import type { Output } from "./output.ts";
import { type CommandSetting, commands } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";

export interface RpcSetting {
  readonly state: AgentState;
  readonly agent: Agent;
  readonly output: Output;
  readonly commandSetting: CommandSetting;
  /** Called with each line, before anything else. */
  onLine?(line: string): void;
  /** Takes a record before pi would; true when that was all. */
  intercept?(record: Readonly<Record<string, unknown>>): boolean;
  /** A prompt waits until this is over. */
  beforePrompt?(message: unknown): Promise<void> | undefined;
  onAnswer?(response: Readonly<Record<string, unknown>>): void;
  /** The input has ended. */
  onEnd(): void;
  /** A command of `null` ends pi; a mock may be told to survive it. */
  readonly survivesNull: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

// What pi dies of when a line is `null`: shown as Node shows an uncaught error.
const dieOfNull = (output: Output): never => {
  output.error(
    "TypeError: Cannot read properties of null (reading 'id')\n    at handleCommand (mock-pi)\n    at handleInputLine (mock-pi)",
  );
  process.exit(1);
};

/** Serves RPC until the input ends. */
export const runRpc = (setting: RpcSetting): void => {
  const { output, state, commandSetting } = setting;
  const respond = (id: unknown, hasId: boolean, fields: Fields): void =>
    output.record({ ...(hasId && { id }), type: "response", ...fields });

  const fail = (command: Fields, hasId: boolean, error: string): void =>
    respond(command.id, hasId, {
      ...(command.type !== undefined && { command: command.type }),
      success: false,
      error,
    });

  const unknown = (command: Fields): void => {
    const hasId = state.has("unknownCommandHasId") && command.id !== undefined;
    fail(command, hasId, `Unknown command: ${command.type}`);
  };

  const handle = async (command: Fields): Promise<void> => {
    const hasId = command.id !== undefined;
    const run =
      typeof command.type === "string" && Object.hasOwn(commands, command.type) ? commands[command.type] : undefined;
    if (run === undefined || (run.since !== undefined && !state.has(run.since))) return unknown(command);
    try {
      const done = (data?: unknown): void =>
        respond(command.id, hasId, { command: command.type, success: true, ...(data !== undefined && { data }) });
      await run.run(command, commandSetting, done);
    } catch (error) {
      fail(command, hasId, error instanceof Refusal ? error.message : String((error as Error).message ?? error));
    }
  };

  const take = (parsed: unknown): void => {
    const command = (typeof parsed === "object" && parsed !== null ? parsed : {}) as Fields;
    if (command.type === "extension_ui_response") setting.onAnswer?.(command);
    else if (!setting.intercept?.(command)) {
      const wait = command.type === "prompt" ? setting.beforePrompt?.(command.message) : undefined;
      void (wait ? wait.then(() => handle(command)) : handle(command));
    }
  };

  const onLine = (line: string): void => {
    setting.onLine?.(line);
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch (error) {
      const told = `Failed to parse command: ${(error as Error).message}`;
      respond(undefined, false, { command: "parse", success: false, error: told });
      return;
    }
    if (parsed !== null) take(parsed);
    else if (!setting.survivesNull) dieOfNull(output);
  };

  readLines(onLine, setting.onEnd);
};
