// The options that decide what an extension finds: models to choose from, and whether the project is trusted.
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { afterEach, expect, it } from "vitest";
import { createTestSession, says, type TestSession, when } from "./index.ts";

let t: TestSession;
afterEach(() => t.dispose());

it("offers the models of the test, and an extension can switch between them", async () => {
  const changes: string[] = [];
  const switcher = (pi: ExtensionAPI) => {
    pi.on("model_select", (event) => void changes.push(`${event.previousModel?.id} → ${event.model.id}`));
    pi.registerCommand("small", {
      description: "switches",
      handler: async (_args, ctx) => {
        const model = ctx.modelRegistry.find("playbook", "small");
        if (model) await pi.setModel(model);
      },
    });
  };
  t = await createTestSession({
    extensionFactories: [switcher],
    models: [
      { id: "large", contextWindow: 1_000_000 },
      { id: "small", contextWindow: 64_000, reasoning: false },
    ],
  });
  expect(t.session.model).toMatchObject({ id: "large", contextWindow: 1_000_000 });
  await t.run(when("one", [says("by large")]), when("/small"), when("two", [says("by small")]));
  expect(t.playbook.requests.map((request) => request.modelId)).toEqual(["large", "small"]);
  expect(t.session.model).toMatchObject({ id: "small", contextWindow: 64_000 });
  expect(changes).toEqual(["large → small"]);
});

it("tells the extension whether the project is trusted", async () => {
  const seen: unknown[] = [];
  const looks = (pi: ExtensionAPI) => {
    pi.on(
      "session_start",
      (_event, ctx: ExtensionContext) => void seen.push(ctx.isProjectTrusted?.() ?? "absent there"),
    );
  };
  t = await createTestSession({ extensionFactories: [looks] });
  await t.dispose();
  t = await createTestSession({ extensionFactories: [looks], trust: false });
  // pi before 0.79.1 knows no trust.
  expect([
    [true, false],
    ["absent there", "absent there"],
  ]).toContainEqual(seen);
});
