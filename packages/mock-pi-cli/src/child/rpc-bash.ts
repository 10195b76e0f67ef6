// `bash` and `abort_bash`: the user's own commands, which run for real and become messages.
import { type Abort, createAbort } from "./abort.ts";
import { createFullOutput } from "./full-output.ts";
import { now } from "./messages.ts";
import type { Command } from "./rpc-commands.ts";
import { runShell } from "./run-shell.ts";
import { mostBytes, tailOf } from "./tools/cuts.ts";

// One for the process, as pi has one session at a time.
let running: Abort | undefined;

const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /\x1b\][\s\S]*?(?:\x07|\x1b\\|\x9c)|[\x1b\x9b][[\]()#;?<=>]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\x00-\x08\x0b-\x1f\ufff9-\ufffb]/g;

/** What a terminal would not show as text is taken out: colours, control characters, carriage returns. */
const plain = (text: string): string => text.replace(escapes, "").replace(controls, "");

const bash: Command["run"] = async (command, { state, emit }, done) => {
  const controller = createAbort();
  running = controller;
  const line = String(command.command);
  const { session } = state;
  const { output: raw, exitCode } = await runShell(line, session.cwd, controller.signal, (text) => {
    const delta = plain(text);
    if (state.has("bashUpdates") && (delta !== "" || !state.has("noEmptyBashUpdates")))
      emit({ type: "bash_execution_update", ...(command.id !== undefined && { id: command.id }), delta });
  });
  if (running === controller) running = undefined;
  const whole = plain(raw);
  const { content, truncated } = tailOf(whole, state.has);
  const result = {
    output: truncated ? content : whole,
    ...(exitCode !== undefined && { exitCode }),
    cancelled: exitCode === undefined,
    truncated,
    // Kept as well where only what was taken out made it too long.
    ...((truncated || Buffer.byteLength(raw) > mostBytes) && { fullOutputPath: createFullOutput()(whole) }),
  };
  const message = {
    role: "bashExecution",
    command: line,
    ...result,
    timestamp: now(),
    ...(command.excludeFromContext !== undefined && { excludeFromContext: command.excludeFromContext }),
  };
  session.messages.push(message);
  session.append("message", { message });
  done(result);
};

export const bashCommands: Readonly<Record<string, Command>> = {
  bash: { run: bash },
  abort_bash: {
    run(_command, _setting, done) {
      running?.abort();
      done();
    },
  },
};
