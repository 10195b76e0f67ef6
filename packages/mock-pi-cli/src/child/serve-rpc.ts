// An RPC child: the session behind the commands, and the scenario in front of them.
import type { MockPiResponse } from "../response.ts";
import type { ParsedScenario } from "../scenario-shape.ts";
import { createAgent } from "./agent.ts";
import { runRpc } from "./rpc-mode.ts";
import { type Child, closeResponse, nextSession, openFile, openResponse } from "./run-child.ts";
import { createScenarioPlayer } from "./scenario-player.ts";

/** Serves until the input ends. */
export const serveRpc = async (
  child: Child,
  response: MockPiResponse,
  scenario: ParsedScenario | undefined,
): Promise<void> => {
  const { output, life, choice, config } = child;
  const state = child.state(scenario ? { steps: scenario.steps, tools: scenario.tools } : response);
  const agent = createAgent(state, output.record);
  const models = (scenario?.available_models as typeof child.models | undefined) ?? child.models;
  const player = scenario && createScenarioPlayer(scenario, output, life, child.has);
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
      listed: scenario?.commands ?? [],
      newSession: (from = {}) => nextSession(child, from),
      openFile: (path) => openFile(path, choice),
    },
    onLine: (line) => life.heard(`${line}\n`),
    ...(player && { intercept: player.take, onAnswer: player.answered }),
    onEnd: () => {
      clearInterval(settle);
      // A moment for answers that need no waiting.
      setImmediate(() => setImmediate(() => closeResponse(response, 0, life)));
    },
    survivesNull: scenario?.survive_null ?? config.survivesNull,
  });
};
