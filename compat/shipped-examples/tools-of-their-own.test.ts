// Examples that bring tools.
import { calls, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

it("structured-output ends the run with its tool call: the model is not asked again", async () => {
  const t = await withExample("structured-output.ts");
  const answer = { headline: "All well", summary: "Nothing to do.", actionItems: ["rest"] };
  await t.run(when("sum up", [calls("structured_output", answer)]));
  expect(t.events.toolResults).toMatchObject([{ text: "Saved structured output: All well", details: answer }]);
  expect(t.playbook.requests).toHaveLength(1);
  expect(t.session.messages.at(-1)?.role).toBe("toolResult");
});
