// What createTestSession takes, and the check that nothing else was meant.
import type { SettingsManager, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import type { ToolHandlers, ToolMocksOptions } from "@pi-testkit/mock-tools";
import type { MockUIConfig } from "@pi-testkit/mock-ui";
import type { ModelSettings } from "@pi-testkit/playbook";
import type { ExecMockOption } from "./exec-handlers.ts";
import type { ExtensionFactories } from "./pi-seams.ts";
import { TestSessionError } from "./test-session-error.ts";

/** What `createTestSession` takes: what is tested, what is replaced, and what pi itself would be given. */
export interface TestSessionOptions {
  /** Paths of extensions, relative to `process.cwd()`. They load through pi's own loader. */
  extensions?: string[] | undefined;
  /** Inline extensions, as `DefaultResourceLoader` takes them. */
  extensionFactories?: ExtensionFactories | undefined;
  /** Tools registered outside extensions, as `createAgentSession` takes them. */
  customTools?: ToolDefinition[] | undefined;
  /** The working directory. Default: a temporary folder, removed by `dispose()`. */
  cwd?: string | undefined;
  /** Files to write into the working directory: path → text. */
  files?: Readonly<Record<string, string>> | undefined;
  /** Replaces pi's system prompt. */
  systemPrompt?: string | undefined;
  /** Handlers in place of tools, by tool name. */
  mockTools?: ToolHandlers | undefined;
  /** What a built-in tool without a mock does. Default `"run"`. */
  onUnmocked?: ToolMocksOptions["onUnmocked"];
  /**
   * Handlers in place of programs, by command, for `pi.exec` and for the user's `!command`; or one function for all. What
   * has none runs for real.
   */
  mockExec?: ExecMockOption | undefined;
  /** What the user does. */
  mockUI?: MockUIConfig | undefined;
  /** Whether a real tool that throws, or a handler error that pi reports, fails `run()`. Default `true`. */
  propagateErrors?: boolean | undefined;
  /** What a blocked tool call does: it is recorded (default), or `run()` also throws a `ToolBlockedError`. */
  onBlocked?: "record" | "throw" | undefined;
  /** The mode pi runs in; `json` and `print` have no user. Default `"tui"`. */
  mode?: "tui" | "rpc" | "json" | "print" | undefined;
  /** Settings, as `SettingsManager.inMemory` takes them. */
  settings?: Parameters<typeof SettingsManager.inMemory>[0] | undefined;
  /** Allowlist of tool names, as pi's. */
  tools?: string[] | undefined;
  /** Paths of skills; nothing is discovered. */
  skills?: string[] | undefined;
  /** Paths of prompt templates; nothing is discovered. */
  prompts?: string[] | undefined;
  /** Values of the flags that extensions register. */
  flags?: Readonly<Record<string, boolean | string>> | undefined;
  /** A session file to open; it is copied, the original stays as it is. */
  sessionFile?: string | undefined;
  /** Models the provider offers; the session starts with the first. Default: one model with the id `scripted`. */
  models?: ModelSettings[] | undefined;
  /** Whether the project is trusted; pi knows trust from 0.79.1 on. Default `true`. */
  trust?: boolean | undefined;
}

const names: Readonly<Record<keyof TestSessionOptions, string>> = {
  extensions: "array",
  extensionFactories: "array",
  customTools: "array",
  cwd: "string",
  files: "object",
  systemPrompt: "string",
  mockTools: "object",
  onUnmocked: "any",
  mockExec: "object or function",
  mockUI: "object",
  propagateErrors: "boolean",
  onBlocked: "string",
  mode: "string",
  settings: "object",
  tools: "array",
  skills: "array",
  prompts: "array",
  flags: "object",
  sessionFile: "string",
  models: "array",
  trust: "boolean",
};

const choices: Readonly<Record<string, readonly string[]>> = {
  mode: ["tui", "rpc", "json", "print"],
  onBlocked: ["record", "throw"],
};

/** @throws TestSessionError `invalid-option` for an unknown name or a value of the wrong shape. */
export const checkOptions = (options: TestSessionOptions, writtenAt: string | undefined): void => {
  for (const [name, value] of Object.entries(options)) {
    if (!(name in names)) throw unknownOption(name, writtenAt);
    if (value === undefined) continue;
    const expected = names[name as keyof TestSessionOptions];
    const shape = Array.isArray(value) ? "array" : typeof value;
    if (expected !== "any" && !expected.split(" or ").includes(shape))
      throw wrongOption(name, `an ${expected}`, value, writtenAt);
    const allowed = choices[name];
    if (allowed && !allowed.includes(value as string)) {
      throw wrongOption(name, allowed.map((choice) => `"${choice}"`).join(", "), value, writtenAt);
    }
  }
};

const unknownOption = (name: string, writtenAt: string | undefined): TestSessionError => {
  const nearest = nearestName(name, Object.keys(names));
  return new TestSessionError(
    "invalid-option",
    tellFailure({
      happened: `createTestSession() does not know the option "${name}".`,
      writtenAt,
      expected: `one of ${Object.keys(names).join(", ")}`,
      received: name,
      ...(nearest ? { cause: `a typo for "${nearest}".` } : {}),
    }),
  );
};

const wrongOption = (name: string, expected: string, value: unknown, writtenAt: string | undefined): TestSessionError =>
  new TestSessionError(
    "invalid-option",
    tellFailure({
      happened: `createTestSession() cannot use the option "${name}".`,
      writtenAt,
      expected: expected.replace(/^an (?=[^aeiou])/, "a "),
      received: describeValue(value),
    }),
  );
