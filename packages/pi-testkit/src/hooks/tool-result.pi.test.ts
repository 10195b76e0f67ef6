// tool_result: what an extension makes of a result is what the record, then(), the transcript and the model have.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { expect, it } from "vitest";
import { type CallResult, calls, says, type TestSession, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

/** The result as each of the four has it. */
const everywhere = (t: TestSession, captured: CallResult | undefined) => {
  const record = t.events.toolResults.at(-1);
  const kept = t.session.messages.findLast(({ role }) => role === "toolResult");
  const sent = t.playbook.requests.at(-1)?.messages.findLast(({ role }) => role === "toolResult");
  const of = (result: unknown) => {
    const { content, isError } = result as { content: { text?: string }[]; isError: boolean };
    return [content.map(({ text }) => text).join(""), isError];
  };
  const details = [record?.details, captured?.details, (kept as { details?: unknown } | undefined)?.details];
  return { results: [record, captured, kept, sent].map(of), details };
};

const redacts = (pi: ExtensionAPI) => {
  pi.on("tool_result", ({ content, details }) => ({
    content: content.map((part) =>
      part.type === "text" ? { ...part, text: part.text.replace("1234", "****") } : part,
    ),
    details: { ...(details as object), redacted: true },
  }));
};

const pin = (pi: ExtensionAPI) => {
  pi.registerTool({
    name: "pin",
    label: "Pin",
    description: "tells the pin",
    parameters: Type.Object({}),
    execute: async () => ({ content: [{ type: "text", text: "the pin is 1234" }], details: { from: "tool" } }),
  });
};

it.each([
  [
    "a mocked tool",
    { mockTools: { pin: { content: [{ type: "text", text: "the pin is 1234" }], details: { from: "tool" } } } },
  ],
  ["a real tool", {}],
])("changes content and details of %s alike for all", async (_name, options) => {
  const t = await withExtension(redacts, { ...options, extensionFactories: [pin] });
  let captured: CallResult | undefined;
  await t.run(
    when("go", [
      calls("pin").then((result) => {
        captured = result;
      }),
      says("Told."),
    ]),
  );
  const { results, details } = everywhere(t, captured);
  expect(results).toEqual(Array(4).fill(["the pin is ****", false]));
  expect(details).toEqual(Array(3).fill({ from: "tool", redacted: true }));
});

it("makes a failure of a success, and a success of a failure", async () => {
  const flips = (pi: ExtensionAPI) =>
    void pi.on("tool_result", ({ isError }) => ({
      isError: !isError,
      content: [{ type: "text", text: `${!isError}` }],
    }));
  const t = await withExtension(flips, { mockTools: { bash: ["fine", { content: [], isError: true }] } });
  for (const text of ["true", "false"]) {
    let captured: CallResult | undefined;
    await t.run(
      when("go", [
        calls("bash", { command: "ls" }).onResult((result) => {
          captured = result;
        }),
        says("Done."),
      ]),
    );
    expect(everywhere(t, captured).results).toEqual(Array(4).fill([text, text === "true"]));
  }
});

it("chains the changes of several extensions", async () => {
  const adds = (mark: string) => (pi: ExtensionAPI) =>
    void pi.on("tool_result", ({ content }) => ({ content: [...content, { type: "text", text: mark }] }));
  const t = await withExtension(adds("+1"), { mockTools: { bash: "0" }, extensionFactories: [adds("+2")] });
  await t.run(when("go", [calls("bash", { command: "ls" }), says("Done.")]));
  expect(t.events.toolResults[0]?.content.map(({ text }) => text)).toEqual(["0", "+1", "+2"]);
});
