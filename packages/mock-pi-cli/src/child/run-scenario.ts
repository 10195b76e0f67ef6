// A scenario as a program: an RPC child that belongs to no mock.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RpcScenario } from "../scenario-shape.ts";
import { newestKnown } from "../wire-changes.ts";
import { beginLife } from "./life.ts";
import { modelNamed } from "./model.ts";
import { createOutput } from "./output.ts";
import { start } from "./run-child.ts";
import { serveRpc } from "./serve-rpc.ts";

/** Serves the scenario on stdin and stdout until the input ends. */
export const runScenario = (scenario: RpcScenario): void => {
  const agentDir = mkdtempSync(join(tmpdir(), "mock-pi-rpc-"));
  process.on("exit", () => rmSync(agentDir, { recursive: true, force: true }));
  const config = {
    piVersion: scenario.pi_version ?? newestKnown,
    childTimeoutMs: 30_000,
    guard: false,
    survivesNull: scenario.survive_null ?? false,
    extensionFlags: [],
    agentDir,
  };
  const life = beginLife(undefined);
  const child = start(
    ["--mode", "rpc"],
    config,
    life,
    createOutput(() => life.end(1)),
    [modelNamed("playbook", "scripted")],
  );
  void serveRpc(child, { scenario });
};
