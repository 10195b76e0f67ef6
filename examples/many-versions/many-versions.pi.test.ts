import { VERSION } from "@earendil-works/pi-coding-agent";
import { calls, says, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { expect, it } from "vitest";

it("runs on the pi of its project", async () => {
  expect(VERSION).toBe(process.env.PI_RELEASE ?? process.env.PI_VERSION);
  const session = await createTestSession({ mockTools: { bash: "ok" } });
  await session.run(when("go", [calls("bash", { command: "ls" }), says("Done.")]));
  expect(session).toHaveToolResult("bash", "ok");
});
