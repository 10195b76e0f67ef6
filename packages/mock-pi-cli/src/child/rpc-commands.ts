// What each RPC command does, as a table: the release it came with, and how it is answered.
import type { WireChange } from "../wire-changes.ts";
import type { Agent, AgentState, Emit } from "./agent.ts";
import type { Model } from "./model.ts";
import { bashCommands } from "./rpc-bash.ts";
import { modelCommands } from "./rpc-models.ts";
import { runCommands } from "./rpc-runs.ts";
import { sessionCommands } from "./rpc-sessions.ts";
import { settingCommands } from "./rpc-settings.ts";
import type { Session } from "./session.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface CommandSetting {
  readonly state: AgentState;
  readonly agent: Agent;
  readonly models: readonly Model[];
  readonly emit: Emit;
  /** Commands of extensions and templates, for `get_commands`. */
  readonly listed: readonly Fields[];
  /** A new session, saved or not as the first one is. */
  newSession(from?: { readonly parentSession?: string; readonly entries?: Session["entries"] }): Session;
  openFile(path: string): Session;
}

export interface Command {
  readonly since?: WireChange;
  /** Answers by `done`, which may come before the work is over; a throw is the refusal. */
  run(command: Fields, setting: CommandSetting, done: (data?: unknown) => void): void | Promise<void>;
}

export const commands: Readonly<Record<string, Command>> = {
  ...runCommands,
  ...settingCommands,
  ...modelCommands,
  ...bashCommands,
  ...sessionCommands,
};
