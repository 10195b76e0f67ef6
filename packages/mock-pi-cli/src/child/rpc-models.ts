// The commands about models and how hard they think.
import type { AgentState, Emit } from "./agent.ts";
import { levelsOf, type Model } from "./model.ts";
import type { Command } from "./rpc-commands.ts";
import { Refusal } from "./rpc-refusal.ts";

const clamp = (level: string, model: Model): string => {
  const levels = levelsOf(model);
  if (levels.includes(level)) return level;
  return level === "off" || levels.length === 1 ? (levels[0] as string) : (levels.at(-1) as string);
};

const setLevel = (state: AgentState, level: string, emit: Emit): void => {
  const next = clamp(level, state.model);
  if (next === state.thinkingLevel) return;
  state.thinkingLevel = next;
  state.session.append("thinking_level_change", { thinkingLevel: next });
  emit({ type: "thinking_level_changed", level: next });
};

const setModel = (state: AgentState, model: Model, emit: Emit): void => {
  state.model = model;
  state.session.append("model_change", { provider: model.provider, modelId: model.id });
  setLevel(state, state.thinkingLevel, emit);
};

export const modelCommands: Readonly<Record<string, Command>> = {
  get_available_models: {
    run(_command, { models }, done) {
      done({ models });
    },
  },
  set_model: {
    run(command, { state, models, emit }, done) {
      const { provider, modelId } = command;
      const model = models.find((each) => each.provider === provider && each.id === modelId);
      if (model === undefined) throw new Refusal(`Model not found: ${provider}/${modelId}`);
      setModel(state, model, emit);
      done(model);
    },
  },
  cycle_model: {
    run(_command, { state, models, emit }, done) {
      if (models.length < 2) return done(null);
      const index = models.findIndex(({ provider, id }) => provider === state.model.provider && id === state.model.id);
      const model = models[(index + 1) % models.length] as Model;
      setModel(state, model, emit);
      done({ model, thinkingLevel: state.thinkingLevel, isScoped: false });
    },
  },
  set_thinking_level: {
    run(command, { state, emit }, done) {
      setLevel(state, String(command.level), emit);
      done();
    },
  },
  cycle_thinking_level: {
    run(_command, { state, emit }, done) {
      const levels = levelsOf(state.model);
      if (levels.length < 2) return done(null);
      const level = levels[(levels.indexOf(state.thinkingLevel) + 1) % levels.length] as string;
      setLevel(state, level, emit);
      done({ level });
    },
  },
  get_available_thinking_levels: {
    since: "thinkingLevelsCommand",
    run(_command, { state }, done) {
      done({ levels: levelsOf(state.model) });
    },
  },
};
