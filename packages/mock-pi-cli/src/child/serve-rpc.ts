// An RPC child: the session behind the commands, and the scenario in front of them.
import type { StoredResponse } from "../response.ts";
import type { ParsedScenario } from "../scenario-shape.ts";
import { createAgent } from "./agent.ts";
import { builtInCommands } from "./built-in-commands.ts";
import { runRpc } from "./rpc-mode.ts";
import { type Child, closeResponse, nextSession, openFile, openResponse } from "./run-child.ts";
import { createScenarioPlayer } from "./scenario-player.ts";

/** What the child plays: a scenario, a response, or a response that is claimed with the first prompt. */
export interface Played {
  readonly scenario?: ParsedScenario;
  readonly response?: StoredResponse;
  claim?(prompt: string | undefined): StoredResponse;
}

/** Serves until the input ends. */
export const serveRpc = async (child: Child, { scenario, response = {}, claim }: Played): Promise<void> => {
  const { output, life, choice, config } = child;
  let played = response;
  let claiming = claim;
  let opened: Promise<void> | undefined;
  life.keepConversation();
  const state = child.state(scenario ?? response);
  const agent = createAgent(state, output.record);
  const models = (scenario?.available_models as typeof child.models | undefined) ?? child.models;
  const player = scenario && createScenarioPlayer(scenario, output, life, child.has);

  const claimWith = (prompt: string | undefined): void => {
    try {
      played = claiming?.(prompt) ?? {};
    } catch (error) {
      output.error((error as Error).message);
      life.end(1, (error as Error).message);
    }
    claiming = undefined;
    const { answers, tools } = child.state(played);
    Object.assign(state, { answers, tools });
  };
  const beforePrompt = (message: unknown): Promise<void> | undefined => {
    if (claiming !== undefined && typeof message === "string") {
      claimWith(message);
      opened = openResponse(played, output).then(() => {
        opened = undefined;
      });
    }
    return opened;
  };
  const onEnd = (): void => {
    if (claiming !== undefined) claimWith(undefined);
    if (played.hang) life.limit(config.childTimeoutMs, output.error);
    clearInterval(settle);
    // A moment for answers that need no waiting.
    setImmediate(() => setImmediate(() => closeResponse(played, 0, life)));
  };

  await openResponse(response, output);
  player?.start();
  const settle = setInterval(() => {}, 1 << 30); // pi lives until its input ends
  runRpc({
    state,
    agent,
    output,
    commandSetting: {
      state,
      agent,
      models,
      emit: output.record,
      listed: scenario?.commands ?? builtInCommands(child.args, child.has),
      newSession: (from = {}) => nextSession(child, from),
      openFile: (path) => openFile(path, choice),
    },
    onLine: (line) => life.heard(`${line}\n`),
    ...(player && { intercept: player.take, onAnswer: player.answered }),
    beforePrompt,
    onEnd,
    survivesNull: scenario?.survive_null ?? config.survivesNull,
  });
};
