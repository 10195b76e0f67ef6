// What holds for every script.
import fc from "fast-check";
import { expect, it } from "vitest";
import { ask } from "./fixtures/ask.ts";
import { calls, createPlaybook, fromJSON, PlaybookError, type Step, says, thinks, together } from "./index.ts";
import type { ModelScriptJSON } from "./script.ts";

const tools = [{ name: "echo" }];
// One of some 5,000 values holds a -0, which JSON writes as 0 and toEqual() tells from it.
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const params = fc.dictionary(fc.string(), json, { maxKeys: 4 });
const deltas = fc.option(fc.nat({ max: 12 }), { nil: undefined });
const text = fc.string({ unit: "binary", maxLength: 40 });

const part: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(text, deltas).map(([value, count]) => says(value, { deltas: count })),
  text.map((value) => thinks(value)),
  fc.tuple(params, deltas).map(([value, count]) => calls("echo", value, { deltas: count })),
);

it("gives request 1 to n the steps 1 to n, and request n + 1 the failure", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 30 }), async (n) => {
      const playbook = createPlaybook(Array.from({ length: n }, (_, index) => says(`${index + 1}`)));
      for (let index = 1; index <= n; index++) {
        const { message } = await ask(playbook, "go");
        expect(message.content).toEqual([{ type: "text", text: `${index}` }]);
        expect(playbook.lastRequest()?.step).toBe(index);
        expect([playbook.consumed, playbook.remaining]).toEqual([index, n - index]);
      }
      playbook.assertDone();
      await ask(playbook, "go");
      expect(PlaybookError.isInstance(playbook.failure) && playbook.failure.code).toBe("exhausted");
      expect(playbook.failure).toMatchObject({ step: n + 1 });
    }),
    { numRuns: 30 },
  );
});

it("streams deltas that make up the final message, whatever the blocks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      const { events, message } = await ask(createPlaybook([together(...parts)]), "go", {}, tools);
      const open = new Set<number>();
      const sent = new Map<number, string>();
      for (const event of events) {
        if (!("contentIndex" in event)) continue;
        const { contentIndex: index, type } = event;
        if (type.endsWith("_start")) {
          expect(index).toBe(index);
          open.add(index);
          sent.set(index, "");
        } else if ("delta" in event) {
          expect(open.has(index)).toBe(true);
          sent.set(index, sent.get(index) + event.delta);
        } else open.delete(index);
        expect(event.partial.content.length).toBe(index + 1);
      }
      expect(open.size).toBe(0);
      expect(events[0]?.type).toBe("start");
      expect(events.at(-1)?.type).toBe("done");
      for (const [index, whole] of sent) {
        const block: any = message.content[index];
        if (block.type === "toolCall") expect(JSON.parse(whole)).toEqual(block.arguments);
        else expect(whole).toBe(block.text ?? block.thinking);
      }
      const streamed = parts.map((each) => ("options" in each ? each.options.deltas : 1) !== 0);
      expect([...sent.keys()]).toEqual(streamed.flatMap((is, index) => (is ? [index] : [])));
    }),
    { numRuns: 200 },
  );
});

const options = fc.record(
  {
    deltas: fc.nat({ max: 5 }),
    stopReason: fc.constantFrom("stop", "length", "toolUse"),
    usage: fc.record({ input: fc.nat() }),
  },
  { requiredKeys: [] },
);
const partJSON = fc.oneof(
  fc.tuple(text, options).map(([says, rest]) => ({ says, ...rest })),
  fc.tuple(text, params).map(([thinks, block]) => ({ thinks, block: { thinkingSignature: block } })),
  fc.tuple(params, options).map(([value, rest]) => ({ calls: "echo", params: value, ...rest })),
);
const stepJSON = fc.oneof(
  partJSON,
  fc.array(partJSON, { minLength: 1, maxLength: 4 }).map((parts) => ({ together: parts })),
  fc
    .tuple(text, fc.constantFrom("error", "aborted"), fc.array(partJSON, { maxLength: 3 }))
    .map(([fails, reason, after]) => ({ fails, reason, after })),
);

it("plays a script the same after it went through JSON", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepJSON, { maxLength: 5 }), async (steps) => {
      const script = [{ when: "go", steps }, ...steps] as ModelScriptJSON;
      const first = createPlaybook(fromJSON(script));
      const written = first.toJSON();
      const second = createPlaybook(fromJSON(JSON.parse(JSON.stringify(written))));
      expect(second.toJSON()).toEqual(written);
      for (let index = 0; index < steps.length * 2; index++) {
        expect(await ask(second, "go", {}, tools)).toEqual(await ask(first, "go", {}, tools));
      }
      first.assertDone();
      second.assertDone();
    }),
    { numRuns: 100 },
  );
});
