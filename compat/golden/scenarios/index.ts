// All golden scenarios by name.
import type { GoldenScenario } from "../scenario.ts";
import { jsonScenarios } from "./json.ts";
import { printScenarios } from "./print.ts";
import { rpcCommandScenarios } from "./rpc-commands.ts";
import { rpcRunScenarios } from "./rpc-run.ts";
import { rpcUiScenarios } from "./rpc-ui.ts";

export const scenarios: Readonly<Record<string, GoldenScenario>> = {
  ...jsonScenarios,
  ...printScenarios,
  ...rpcRunScenarios,
  ...rpcCommandScenarios,
  ...rpcUiScenarios,
};
