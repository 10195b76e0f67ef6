// The script as data: what is accepted, the text of every refusal, and the way there and back.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { ask, user } from "./fixtures/ask.ts";
import { answers, calls, createPlaybook, fails, fromJSON, says, thinks, together, when } from "./index.ts";
import { PlaybookError, parseScript, type ScriptJSON, scriptSchema } from "./script.ts";

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (!PlaybookError.isInstance(error)) throw error;
    return `[${error.code}] ${error.message}`.replace(/:\d+:\d+/g, ":LINE");
  }
  throw new Error("nothing was thrown");
};

const everything: ScriptJSON = [
  { when: "plain" },
  {
    when: { text: "look", images: [{ type: "image", data: "aGk=", mimeType: "image/png" }], source: "rpc" },
    steps: [
      { says: "text", usage: { input: 1 }, stopReason: "length", deltas: 3, delayMs: 1 },
      { thinks: "hm" },
      { calls: "bash", params: { command: "ls", deep: [1, null, { a: true }] }, id: "c1", allowUndeclared: true },
      { together: [{ thinks: "a" }, { says: "b" }, { calls: "read" }] },
      {
        together: [{ thinks: "a" }],
        usage: { input: 1 },
        stopReason: "stop",
        queued: ["b", { text: "c", images: [{ type: "image", data: "aGk=", mimeType: "image/png" }] }],
      },
      { fails: "429" },
      { fails: "gone", reason: "aborted" },
      {
        fails: "cut",
        reason: "aborted",
        after: [
          { thinks: "a", block: { thinkingSignature: "s", redacted: true } },
          { says: "b", deltas: 0 },
        ],
      },
      { says: "signed", block: { textSignature: "s" } },
      { calls: "bash", params: {}, block: { thoughtSignature: "s", namespace: "n" } },
    ],
  },
  { says: "loose" },
];

it("accepts every kind of item, as a list and by model id, and returns the very value", () => {
  expect(parseScript(everything)).toBe(everything);
  const byModel = { "model-a": everything, "model-b": [] };
  expect(parseScript(byModel)).toBe(byModel);
  expect(Value.Check(scriptSchema, everything)).toBe(true);
  expect(Value.Check(scriptSchema, byModel)).toBe(true);
  expect(Value.Check(scriptSchema, [{ say: "x" }])).toBe(false);
});

it("writes a script as the data it was read from", () => {
  expect(createPlaybook(fromJSON(everything)).toJSON()).toEqual(everything);
  const byModel = { "model-a": everything, "model-b": [] };
  expect(JSON.parse(JSON.stringify(createPlaybook(fromJSON(byModel))))).toEqual(byModel);
});

it("writes a script of code as data, appended and played parts included, nested parts flattened", async () => {
  const playbook = createPlaybook([when("hi", [together(says("a"), together(thinks("b"), calls("bash")))])]);
  playbook.append([fails("no", { reason: "aborted" })]);
  await ask(playbook, "hi");
  expect(playbook.toJSON()).toEqual([
    { when: "hi", steps: [{ together: [{ says: "a" }, { thinks: "b" }, { calls: "bash" }] }] },
    { fails: "no", reason: "aborted" },
  ]);
});

it("names the place in the file when a step of it fails", async () => {
  const playbook = createPlaybook(fromJSON([{ when: "go", steps: [{ says: "a" }, { says: "b" }] }], "play.json"));
  await ask(playbook, [user("go")]);
  expect(refusal(() => playbook.assertDone())).toContain("written at: play.json#/0/steps/1");
});

it.each<[string, unknown, string]>([
  [
    "no script",
    3,
    `The script play.json is not valid.
  expected: an array of turns and steps, or an object with one such array for each model id
  received: 3`,
  ],
  [
    "no model",
    {},
    `The script play.json is not valid.
  expected: a script for at least one model id
  received: {}`,
  ],
  [
    "a step without its array",
    { says: "x" },
    `The script play.json is not valid at /says.
  expected: an array of turns and steps for the model "says"
  received: "x"
What to do: put the turn or step into an array: [ … ].`,
  ],
  [
    "an item that is none, of a model whose id has a slash",
    { "a/b": ["x"] },
    `The script play.json is not valid at /a~1b/0.
  expected: an object with one of the keys when, says, calls, thinks, together, fails
  received: "x"`,
  ],
  [
    "a typo in a kind",
    [{ say: "x" }],
    `The script play.json is not valid at /0.
  expected: an object with one of the keys when, says, calls, thinks, together, fails
  received: {"say":"x"}
What to do: write "says".`,
  ],
  [
    "two kinds in one",
    [{ says: "x", calls: "bash" }],
    `The script play.json is not valid at /0.
  expected: an object with one of the keys when, says, calls, thinks, together, fails
  received: {"says":"x","calls":"bash"}
What to do: write one of says and calls, or put both into "together".`,
  ],
  [
    "a turn in a turn",
    [{ when: "a", steps: [{ when: "b" }] }],
    `The script play.json is not valid at /0/steps/0.
  expected: an object with one of the keys says, calls, thinks, together, fails
  received: {"when":"b"}
What to do: a "when" cannot stand here; move it out.`,
  ],
  [
    "a failure among parts",
    [{ together: [{ fails: "x" }] }],
    `The script play.json is not valid at /0/together/0.
  expected: an object with one of the keys says, thinks, calls
  received: {"fails":"x"}
What to do: a "fails" cannot stand here; move it out.`,
  ],
  [
    "a failure that comes after another",
    [{ fails: "x", after: [{ fails: "y" }] }],
    `The script play.json is not valid at /0/after/0.
  expected: an object with one of the keys says, thinks, calls
  received: {"fails":"y"}
What to do: a "fails" cannot stand here; move it out.`,
  ],
  [
    "a failure after no list",
    [{ fails: "x", after: "y" }],
    `The script play.json is not valid at /0/after.
  expected: an array of parts
  received: "y"`,
  ],
  [
    "keys of a block that are none",
    [{ thinks: "x", block: "y" }],
    `The script play.json is not valid at /0/block.
  expected: an object with further keys of the block
  received: "y"`,
  ],
  [
    "params that are no object",
    [{ when: "a", steps: [{ says: "" }, { calls: "bash", params: "ls" }] }],
    `The script play.json is not valid at /0/steps/1/params.
  expected: an object with the arguments of the tool
  received: "ls"`,
  ],
  [
    "an unknown key",
    [{ says: "a", delayms: 3 }],
    `The script play.json is not valid at /0.
  expected: no other keys than says, usage, stopReason, queued, deltas, delayMs, block
  received: "delayms"
What to do: write "delayMs".`,
  ],
  [
    "an unknown key that resembles none",
    [{ thinks: "a", colour: "red" }],
    `The script play.json is not valid at /0.
  expected: no other keys than thinks, block
  received: "colour"
What to do: remove "colour".`,
  ],
  [
    "a queued message that is none",
    [{ says: "a", queued: [3] }],
    `The script play.json is not valid at /0/queued/0.
  expected: a text, or an object { text, images? }
  received: 3`,
  ],
  [
    "a stop reason that is none",
    [{ says: "a", stopReason: "end" }],
    `The script play.json is not valid at /0/stopReason.
  expected: "stop", "length" or "toolUse"
  received: "end"`,
  ],
  [
    "a count below zero",
    [{ says: "a", deltas: -1 }],
    `The script play.json is not valid at /0/deltas.
  expected: a whole number, 0 or more
  received: -1`,
  ],
  [
    "a usage of words",
    [{ says: "a", usage: { input: "many" } }],
    `The script play.json is not valid at /0/usage/input.
  expected: a whole number of tokens
  received: "many"`,
  ],
  [
    "an incomplete cost",
    [{ says: "a", usage: { cost: { input: 1 } } }],
    `The script play.json is not valid at /0/usage/cost/output.
  expected: a number of dollars
  received: nothing`,
  ],
  [
    "a prompt without text",
    [{ when: { source: "rpc" } }],
    `The script play.json is not valid at /0/when/text.
  expected: the text of the prompt
  received: nothing`,
  ],
  [
    "a prompt that is no prompt",
    [{ when: 3 }],
    `The script play.json is not valid at /0/when.
  expected: a text, or an object { text, images?, source? }
  received: 3`,
  ],
  [
    "an image without its type",
    [{ when: { text: "a", images: [{ type: "image", data: "" }] } }],
    `The script play.json is not valid at /0/when/images/0/mimeType.
  expected: a MIME type such as "image/png"
  received: nothing`,
  ],
  [
    "no part at all",
    [{ together: [] }],
    `The script play.json is not valid at /0/together.
  expected: an array of parts
  received: []`,
  ],
  [
    "steps that are no list",
    [{ when: "a", steps: { says: "x" } }],
    `The script play.json is not valid at /0/steps.
  expected: an array of steps
  received: {"says":"x"}`,
  ],
])("refuses %s", (_name, value, text) => {
  expect(refusal(() => parseScript(value, "play.json"))).toBe(`[invalid-script] ${text}`);
  expect(refusal(() => fromJSON(value))).toBe(`[invalid-script] ${text.replace(" play.json", "")}`);
});

const noop = () => {};
it.each<[string, Parameters<typeof when>[1] & object, string]>([
  [
    "late-bound params",
    [says("a"), calls("bash", () => ({}))],
    'Step 2, calls("bash", [function anonymous]), cannot be written as JSON, because of its late-bound params.',
  ],
  [
    "a callback",
    [calls("bash").then(noop)],
    'Step 1, calls("bash"), cannot be written as JSON, because of the callback of its .then() or .onResult().',
  ],
  [
    "a check",
    [together(says("a").expecting(noop))],
    'Step 1, says("a"), cannot be written as JSON, because of the check of its .expecting().',
  ],
  [
    "a decision",
    [answers(() => says("a"))],
    "Step 1, answers([function anonymous]), cannot be written as JSON, because of its function.",
  ],
  [
    "params JSON cannot hold",
    [calls("bash", { at: [new Map()] })],
    'Step 1, calls("bash", {"at":[{}]}), cannot be written as JSON, because of its params.at[0], {}.',
  ],
  [
    "keys of a block JSON cannot hold",
    [thinks("a", { block: { at: noop } })],
    'Step 1, thinks("a"), cannot be written as JSON, because of its block.at, [function noop].',
  ],
])("does not write %s as JSON, and names the step and its line", (_name, steps, happened) => {
  expect(refusal(() => createPlaybook([when("go", steps)]).toJSON())).toBe(
    `[not-data] ${happened}
  written at: packages/playbook/src/script.test.ts:LINE
  expected: texts, numbers, booleans, null, arrays and plain objects
What to do: write the value out, or keep this script in code.`,
  );
});

it("imports nothing of pi, not even its types", () => {
  const imported = new Set<string>();
  const visit = (file: string): void => {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)) {
      if (imported.has(specifier)) continue;
      imported.add(specifier);
      if (specifier.startsWith(".")) visit(join(file, "..", specifier));
    }
  };
  visit(join(import.meta.dirname, "script.ts"));
  expect([...imported].filter((specifier) => !specifier.startsWith(".")).sort()).toEqual([
    "@pi-testkit/failure-report",
    "typebox",
    "typebox/value",
  ]);
});

it("compares steps by what they say, and gives a copy of one no place", () => {
  expect(says("a")).toEqual(says("a"));
  expect(calls("bash", { command: "ls" })).not.toEqual(calls("bash", { command: "pwd" }));
  expect(Object.keys(calls("bash"))).toEqual(["kind", "tool", "params", "options", "callbacks", "expectations"]);
  expect(Object.create(says("a")).writtenAt).toBeUndefined();
  expect(JSON.stringify({ ...says("a") })).toBe('{"kind":"says","text":"a","options":{},"expectations":[]}');
});
