// The real pi of each release in RPC mode: runs, dialogs, and what an author gets to see.
import { join } from "node:path";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, test } from "vitest";
import { startScriptedPi } from "./index.ts";

const pi = process.env.PI_FOLDER;
const gate = join(import.meta.dirname, "fixtures/gate.ts");

test("a prompt is answered from the playbook, and dispose leaves nothing", { timeout: 90_000 }, async () => {
  await using scripted = startScriptedPi({ pi, playbook: createPlaybook([when("hi", [says("hello world")])]) });
  await scripted.client.run("hi");
  expect((await scripted.client.state()).isStreaming).toBe(false);
  expect((await scripted.client.send({ type: "get_last_assistant_text" })).data).toEqual({ text: "hello world" });
  expect(scripted.events.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(scripted.version).toBe(process.env.PI_VERSION);
  await scripted.dispose();
  expect(await scripted.exited).toEqual({ code: 143, signal: null });
  expect(scripted.stderr).toBe("");
  scripted.assertDone();
});

test("a dialog of an extension is answered by the scripted user", { timeout: 90_000 }, async () => {
  await using scripted = startScriptedPi({
    pi,
    extensions: [gate],
    playbook: [when("go", [calls("bash", { command: "echo gone" }), says("I was stopped.")])],
    ui: { confirm: false, select: "green", input: "Ada", editor: "done" },
  });
  await scripted.client.run("go");
  expect(scripted.events.toolResultsFor("bash").map(({ text }) => text)).toEqual(["The user said no."]);
  await scripted.client.run("/ask");
  const asked = await scripted.client.waitFor(({ method }) => method === "notify");
  expect(asked.message).toBe('["green","Ada","done",false]');
  expect(scripted.ui.status.get("gate")).toBe("asked");
  await scripted.client.run("/boom");
  expect(scripted.events.errors).toEqual([{ extensionPath: "command:boom", event: "command", error: "boom" }]);
  scripted.assertDone();
});
