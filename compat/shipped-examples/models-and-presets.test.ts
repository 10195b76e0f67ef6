// Examples that choose or bring models.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { says, type TestSession, when } from "pi-testkit";
import { expect, it, vi } from "vitest";
import { withExample } from "./shipped.ts";

const presets = {
  plan: {
    provider: "playbook",
    model: "small",
    thinkingLevel: "off",
    tools: ["read", "nosuch"],
    instructions: "PLAN ONLY",
  },
  build: { tools: ["read", "bash"], instructions: "BUILD IT" },
};
const options = {
  models: [{ id: "large" }, { id: "small" }],
  files: { ".pi/presets.json": JSON.stringify(presets) },
};
const state = (t: TestSession) => [t.session.model?.id, t.session.getActiveToolNames()];

it("preset switches model, tools and instructions by its flag, and restores them", async () => {
  const t = await withExample("preset.ts", {
    ...options,
    flags: { preset: "plan" },
    mockUI: {
      custom: (screen) => {
        expect(screen.text()).toContain("plan (active)");
        screen.press("up", "enter");
      },
    },
  });
  expect(state(t)).toEqual(["small", ["read"]]);
  expect(t.ui.status.get("preset")).toBe("preset:plan");
  await t.run(when("hi", [says("Planned.")]), when("/preset"), when("hi", [says("Hello.")]));
  expect(state(t)).toEqual(["large", ["read", "bash", "edit", "write"]]);
  const requests = t.playbook.requests.map(({ modelId, systemPrompt }) => [
    modelId,
    systemPrompt.includes("PLAN ONLY"),
  ]);
  expect(requests).toEqual([
    ["small", true],
    ["large", false],
  ]);
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    'Preset "plan": Unknown tools: nosuch',
    'Preset "plan" activated',
    "Preset cleared, defaults restored",
  ]);
});

it("preset switches by its command, and names the presets when there is none of the name", async () => {
  const t = await withExample("preset.ts", options);
  await t.run(when("/preset build"), when("hi", [says("Built.")]), when("/preset nope"));
  expect(state(t)).toEqual(["large", ["read", "bash"]]);
  expect(t.playbook.requestFor(1)?.systemPrompt).toContain("BUILD IT");
  expect(t.ui.notifications.at(-1)).toEqual({
    message: 'Unknown preset "nope". Available: plan, build',
    level: "error",
  });
});

it.each([
  ["custom-provider-anthropic", "custom-anthropic"],
  ["custom-provider-gitlab-duo", "gitlab-duo"],
])("%s offers its models, and the session goes on with the script's", async (name, provider) => {
  const network = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
  const t = await withExample(name);
  expect(t.session.modelRuntime.getModels(provider)).not.toEqual([]);
  await t.run(when("hi", [says("Hello.")]));
  expect(t.playbook.requests).toHaveLength(1);
  expect(network).not.toHaveBeenCalled();
  network.mockRestore();
});

it("model-status tells of a change of the model", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const t = await withExample("model-status.ts", { models: [{ id: "large" }, { id: "small" }] });
  const small = t.session.modelRuntime.getModel("playbook", "small");
  if (small) await t.session.setModel(small);
  expect(t.ui.notifications.at(-1)?.message).toBe("Model: playbook/small");
  expect(t.ui.status.get("model")).toBe("🤖 small");
  log.mockRestore();
});

it("provider-payload writes down what the provider is sent", async () => {
  const t = await withExample("provider-payload.ts");
  mkdirSync(join(t.cwd, ".pi"));
  await t.run(when("a secret question", [says("An answer.")]));
  const log = readFileSync(join(t.cwd, ".pi/provider-payload.log"), "utf8");
  expect(log).toContain("a secret question");
  expect(log).toContain("[200]");
});
