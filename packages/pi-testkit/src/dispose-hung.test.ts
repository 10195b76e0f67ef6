// A tool that reacts to nothing: it takes ten seconds to give up on it, so this runs on the newest pi alone.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { calls, createTestSession, says, when } from "./index.ts";

it("gives up on a tool that hangs, ends the run that waits for it, and removes its folders", async () => {
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const t = await createTestSession({
    mockTools: {
      bash: () => {
        started();
        return new Promise<string>(() => {});
      },
    },
  });
  const over = t.run(when("go", [calls("bash", { command: "sleep" }), says("x")])).catch((error) => error);
  await running;
  const error = await t.dispose().catch((thrown) => thrown);
  expect(error.message).toContain("a handler did not return: a tool or a handler that was still running.");
  expect(await over).toMatchObject({ code: "hung" });
  expect(existsSync(t.agentDir)).toBe(false);
}, 60_000);
