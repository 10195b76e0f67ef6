// The commands that change or tell how a session behaves.
import type { Command } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";

const stateOf: Command["run"] = (_command, { state, agent }, done) => {
  const { session } = state;
  done({
    model: state.model,
    thinkingLevel: state.thinkingLevel,
    isStreaming: agent.streaming,
    isCompacting: false,
    steeringMode: state.steeringMode,
    followUpMode: state.followUpMode,
    ...(session.file !== undefined && { sessionFile: session.file }),
    sessionId: session.id,
    ...(session.name !== undefined && { sessionName: session.name }),
    autoCompactionEnabled: state.autoCompaction,
    messageCount: session.messages.length,
    pendingMessageCount: state.steering.length + state.followUp.length,
  });
};

const nameSession: Command["run"] = (command, { state, emit }, done) => {
  if (command.name === undefined) throw new Refusal("Cannot read properties of undefined (reading 'trim')");
  if (typeof command.name !== "string") throw new Refusal("command.name.trim is not a function");
  const name = command.name.trim();
  if (name === "") throw new Refusal("Session name cannot be empty");
  state.session.name = name;
  state.session.append("session_info", { name });
  emit({ type: "session_info_changed", name });
  done();
};

export const settingCommands: Readonly<Record<string, Command>> = {
  get_state: { run: stateOf },
  set_session_name: { run: nameSession },
  // Not checked, as in pi: any mode is kept and shown.
  set_steering_mode: {
    run(command, { state }, done) {
      state.steeringMode = command.mode as string;
      done();
    },
  },
  set_follow_up_mode: {
    run(command, { state }, done) {
      state.followUpMode = command.mode as string;
      done();
    },
  },
  set_auto_compaction: {
    run(command, { state }, done) {
      state.autoCompaction = command.enabled as boolean;
      done();
    },
  },
  set_auto_retry: {
    run(command, { state }, done) {
      state.autoRetry = Boolean(command.enabled);
      done();
    },
  },
  get_commands: {
    run(_command, { listed }, done) {
      done({ commands: listed });
    },
  },
};
