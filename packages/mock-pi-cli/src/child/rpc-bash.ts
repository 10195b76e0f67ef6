// `bash` and `abort_bash`: the user's own commands, which run for real and become messages.
import { type Abort, createAbort } from "./abort.ts";
import { now } from "./messages.ts";
import type { Command } from "./rpc-commands.ts";
import { runShell } from "./run-shell.ts";

// One for the process, as pi has one session at a time.
let running: Abort | undefined;

const bash: Command["run"] = async (command, { state, emit }, done) => {
  const controller = createAbort();
  running = controller;
  const line = String(command.command);
  const { session } = state;
  const { output, exitCode } = await runShell(line, session.cwd, controller.signal, (delta) => {
    if (state.has("bashUpdates"))
      emit({ type: "bash_execution_update", ...(command.id !== undefined && { id: command.id }), delta });
  });
  if (running === controller) running = undefined;
  const result = {
    output,
    ...(exitCode !== undefined && { exitCode }),
    cancelled: exitCode === undefined,
    truncated: false,
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
