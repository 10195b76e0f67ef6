// #region blocked-tool
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calls, says, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { expect, it } from "vitest";

const extensions = ["examples/blocked-tool/protected-paths.extension.ts"];

it("blocks what is protected, tells the model why, and lets the rest through", async () => {
  const session = await createTestSession({ extensions });
  await session.run(
    when("write the settings", [
      calls("write", { path: ".env", content: "KEY=1" }),
      calls("write", { path: "notes.txt", content: "see .env" }),
      says("I could only write the notes."),
    ]),
  );

  expect(session).toHaveBlocked("write", ".env is protected");
  expect(session.events.toolCalls.map(({ outcome }) => outcome)).toEqual(["blocked", "ok"]);
  // Real tools in a temporary folder: what was blocked was not written, what was not is there.
  expect(existsSync(join(session.cwd, ".env"))).toBe(false);
  expect(readFileSync(join(session.cwd, "notes.txt"), "utf8")).toBe("see .env");
  // The second request carries the reason.
  expect(JSON.stringify(session.playbook.requests[1]?.messages)).toContain(".env is protected");
});
// #endregion blocked-tool
