// What the user types as `!command`: run as pi's TUI runs it, and answered by a mock where one names the command.
import { type AgentSession, createLocalBashOperations } from "@earendil-works/pi-coding-agent";
import type { ExecDecider, ExecEnd } from "./exec-mocks.ts";

type BashOptions = NonNullable<Parameters<AgentSession["executeBash"]>[2]>;
type Operations = NonNullable<BashOptions["operations"]>;

const mockedOperations = (
  decide: (signal: AbortSignal) => Promise<ExecEnd>,
  shellPath: string | undefined,
): Operations => ({
  async exec(command, cwd, options) {
    const signal = options.signal ?? new AbortController().signal;
    const end = await Promise.race([decide(signal), killed(signal)]);
    if (end.kind === "unstartable") throw new Error(end.message);
    if (end.kind === "real") {
      return createLocalBashOperations(shellPath === undefined ? {} : { shellPath }).exec(command, cwd, options);
    }
    for (const text of [end.output.stdout, end.output.stderr]) if (text !== "") options.onData(Buffer.from(text));
    return { exitCode: end.output.code };
  },
});

/** Rejects when pi kills the command, as pi's own shell does. */
const killed = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const kill = (): void => reject(new Error("aborted"));
    if (signal.aborted) kill();
    else signal.addEventListener("abort", kill, { once: true });
  });

/** Answers `session.executeBash` from the mocks, unless an extension's `user_bash` handler brought operations of its own. */
export const mockUserBash = (session: AgentSession, mocks: ExecDecider): void => {
  const executeBash = session.executeBash.bind(session);
  session.executeBash = (line, onChunk, options) => {
    if (options?.operations) return executeBash(line, onChunk, options);
    const [command = "", ...args] = line.trim().split(/\s+/);
    const decide = mocks.claim({ command, args, line, cwd: session.sessionManager.getCwd(), source: "userBash" });
    if (decide === undefined) return executeBash(line, onChunk, options);
    const operations = mockedOperations(decide, session.settingsManager.getShellPath());
    return executeBash(line, onChunk, { ...options, operations });
  };
};

/** The command of a prompt that pi's TUI takes for one: `!command`, or `!!command` to keep its output from the model. */
export const userBashOf = (text: string): { command: string; excludeFromContext: boolean } | undefined => {
  if (!text.startsWith("!")) return undefined;
  const excludeFromContext = text.startsWith("!!");
  const command = text.slice(excludeFromContext ? 2 : 1).trim();
  return command === "" ? undefined : { command, excludeFromContext };
};

/** Runs a command of the user as pi's TUI does: `user_bash` handlers first, then the shell. */
export const runUserBash = async (
  session: AgentSession,
  { command, excludeFromContext }: { command: string; excludeFromContext: boolean },
): Promise<void> => {
  const cwd = session.sessionManager.getCwd();
  const handled = await session.extensionRunner
    .emitUserBash({ type: "user_bash", command, excludeFromContext, cwd })
    // pi reported it already, and does not run the command.
    .catch(() => "failed" as const);
  if (handled === "failed") return;
  if (handled?.result) return session.recordBashResult(command, handled.result, { excludeFromContext });
  const { operations } = handled ?? {};
  await session.executeBash(command, undefined, { excludeFromContext, ...(operations ? { operations } : {}) });
};
