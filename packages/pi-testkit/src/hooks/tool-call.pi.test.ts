// tool_call: an extension changes the input of a call, or keeps it from running.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { calls, says, together, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

it("changes the input in place: the mock gets it, the record tells both", async () => {
  const t = await withExtension(
    (pi) => {
      pi.on("tool_call", (event) => {
        if (event.toolName === "bash") event.input.command = `time ${event.input.command}`;
      });
    },
    { mockTools: { bash: ({ command }) => command } },
  );
  await t.run(when("go", [calls("bash", { command: "ls" }), says("Done.")]));
  expect(t.events.toolResults[0]?.text).toBe("time ls");
  expect(t.events.toolCalls[0]).toMatchObject({ input: { command: "ls" }, executedInput: { command: "time ls" } });
});

it("lets the first block win; later extensions do not see the call", async () => {
  const later: string[] = [];
  const t = await withExtension(
    (pi) => pi.on("tool_call", ({ input }) => ("path" in input ? { block: true, reason: "not that file" } : undefined)),
    {
      mockTools: { bash: "ok", read: "text" },
      extensionFactories: [(pi) => void pi.on("tool_call", ({ toolName }) => void later.push(toolName))],
    },
  );
  await t.run(
    when("go", [together(calls("read", { path: "a" }), calls("bash", { command: "ls" })), says("One of two.")]),
  );
  expect(later).toEqual(["bash"]);
  expect(t.events.toolCalls.map(({ toolName, outcome }) => [toolName, outcome])).toEqual([
    ["read", "blocked"],
    ["bash", "ok"],
  ]);
  expect(t.playbook.requestFor(2)?.messages.at(-2)).toMatchObject({
    role: "toolResult",
    isError: true,
    content: [{ text: "not that file" }],
  });
});

it("tells a handler that throws from one that blocks", async () => {
  const breaks = (pi: ExtensionAPI) =>
    void pi.on("tool_call", () => {
      throw new Error("cannot decide");
    });
  const t = await withExtension(breaks, { mockTools: { bash: "ok" } });
  await t.run(when("go", [calls("bash", { command: "ls" }), says("It failed.")]));
  expect(t.events.blockedCalls()).toMatchObject([{ blocked: true, outcome: "blockedByError" }]);
  expect(t.mocks.calls).toEqual([]);
});
