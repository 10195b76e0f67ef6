// All golden scenarios by name.
import type { GoldenScenario } from "../scenario.ts";
import { commandLineScenarios } from "./command-line.ts";
import { compactionScenarios } from "./compaction.ts";
import { cutScenarios } from "./cuts.ts";
import { imageScenarios } from "./images.ts";
import { jsonScenarios } from "./json.ts";
import { printScenarios } from "./print.ts";
import { rpcCommandScenarios } from "./rpc-commands.ts";
import { rpcRunScenarios } from "./rpc-run.ts";
import { rpcUiScenarios } from "./rpc-ui.ts";
import { sessionScenarios } from "./sessions.ts";
import { toolScenarios } from "./tools.ts";

export const scenarios: Readonly<Record<string, GoldenScenario>> = {
  ...jsonScenarios,
  ...printScenarios,
  ...rpcRunScenarios,
  ...rpcCommandScenarios,
  ...rpcUiScenarios,
  ...commandLineScenarios,
  ...sessionScenarios,
  ...compactionScenarios,
  ...toolScenarios,
  ...imageScenarios,
  ...cutScenarios,
};
