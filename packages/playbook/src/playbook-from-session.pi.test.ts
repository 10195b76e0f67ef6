// A session that pi recorded, replayed: the same transcript, or the first message that differs.
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeSessions, echoTool, type OpenSession, openSession } from "./fixtures/session.ts";
import {
  calls,
  createPlaybook,
  fails,
  fromJSON,
  isTurn,
  playbookFromSession,
  says,
  thinks,
  together,
  when,
} from "./index.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recorded-"));
});
afterEach(async () => {
  await closeSessions();
  rmSync(folder, { recursive: true });
});

const settings = { retry: { enabled: true, maxRetries: 3, baseDelayMs: 0 } };

/** An extension whose reaction to a prompt can be recorded: it adds a message to it. */
const extension =
  (word: string) =>
  (pi: any): void => {
    pi.on("before_agent_start", () => ({ message: { customType: "note", content: `note: ${word}`, display: true } }));
  };

const transcript = ({ session }: OpenSession): string[] =>
  (session.messages as any[])
    .filter(({ role }) => role !== "system")
    .map(({ role, content, stopReason, errorMessage, isError, usage }) =>
      JSON.stringify([role, content, stopReason, errorMessage, isError, usage]),
    );

/** Records a session and returns a copy of its file. */
const record = async (): Promise<{ file: string; recorded: string[] }> => {
  const playbook = createPlaybook([
    when("first", [
      together(thinks("Both."), says("Looking."), calls("echo", { text: "a" }), calls("echo", { text: "b" })),
      calls("nothing", { x: 1 }, { allowUndeclared: true }),
      says("Seen.", { usage: { input: 12, output: 3 } }),
    ]),
    when("second", [fails("529 overloaded"), together(thinks("only thought"))]),
    when("third", [says("cut", { stopReason: "length" })]),
  ]);
  const opened = await openSession(playbook, { customTools: [echoTool], factories: [extension("x")], settings });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const recorded = transcript(opened);
  const file = join(folder, "session.jsonl");
  copyFileSync(opened.session.sessionFile as string, file);
  return { file, recorded };
};

const replay = async (file: string, change: { word?: string; result?: string } = {}) => {
  const { script, mockTools, summaries } = await playbookFromSession(file);
  const playbook = createPlaybook(script, { summaries });
  const tool = {
    ...echoTool,
    execute: async (toolCallId: string, params: any) => {
      const { content, details } = (mockTools.echo as any)(params, { toolCallId });
      return { content: change.result ? [{ type: "text", text: change.result }] : content, details };
    },
  };
  const opened = await openSession(playbook, {
    customTools: [tool],
    factories: [extension(change.word ?? "x")],
    settings,
  });
  const played = playbook.play((prompt) => opened.session.prompt(prompt.text));
  return { playbook, opened, played };
};

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error: any = await work.then(
    () => new Error("nothing was thrown"),
    (thrown) => thrown,
  );
  return `[${error.code}] ${error.message}`.replaceAll(/\S*session\.jsonl/g, "session.jsonl");
};

it("gives the same transcript when it is replayed against the same extension, and writes nothing", async () => {
  const { file, recorded } = await record();
  const hash = () => createHash("sha256").update(readFileSync(file)).digest("hex");
  const before = [hash(), readdirSync(folder)];
  const { playbook, opened, played } = await replay(file);
  await played;
  playbook.assertDone();
  expect(transcript(opened)).toEqual(recorded);
  expect([hash(), readdirSync(folder)]).toEqual(before);
});

it("replays what a failed or stopped answer had said, and what a provider signed", async () => {
  const signed = { thinkingSignature: "sig-1" };
  const playbook = createPlaybook([
    when("first", [
      fails("529 overloaded", {
        usage: { output: 7 },
        after: [thinks("Let me", { block: signed }), says("Lo"), calls("echo", { text: "a" }, { id: "cut" })],
      }),
      together(
        thinks("[redacted]", { block: { thinkingSignature: "sig-2", redacted: true } }),
        says("Looking.", { block: { textSignature: "sig-3" } }),
        calls("echo", { text: "a" }, { id: "cut", block: { thoughtSignature: "sig-4" } }),
      ),
      says("Seen.", { block: { textSignature: "sig-5" } }),
    ]),
    when("second", [says("one two three four", { deltas: 4 })]),
    when("third", [together(thinks("only thought", { block: signed }))]),
  ]);
  const opened = await openSession(playbook, { customTools: [echoTool], settings });
  opened.session.subscribe((event: any) => {
    if (event.assistantMessageEvent?.delta?.startsWith("one")) void opened.session.abort();
  });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const file = join(folder, "session.jsonl");
  copyFileSync(opened.session.sessionFile as string, file);
  const spoken = (opened.session.messages as any[]).filter(({ role }) => role === "assistant");
  expect(spoken.find(({ stopReason }) => stopReason === "aborted").content[0].text).toMatch(/^one (?!.*four)/);
  // pi itself forgets a failed answer that it asks for again; the file does not.
  const kept = readFileSync(file, "utf8");
  expect(kept).toContain('{"type":"text","text":"Lo"},{"type":"toolCall","id":"cut"');

  const { script, mockTools } = await playbookFromSession(file);
  const again = createPlaybook(script);
  const tool = { ...echoTool, execute: async (id: string) => (mockTools.echo as any)({}, { toolCallId: id }) };
  const replayed = await openSession(again, { customTools: [tool], settings });
  await again.play((prompt) => replayed.session.prompt(prompt.text));
  again.assertDone();
  const answersOf = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).message)
      .filter((message) => message?.role === "assistant")
      .map(({ content, stopReason, errorMessage, usage }) => [content, stopReason, errorMessage, usage]);
  expect(answersOf(readFileSync(replayed.session.sessionFile as string, "utf8"))).toEqual(answersOf(kept));
  expect(transcript(replayed)).toEqual(transcript(opened));
  const { script: data } = await playbookFromSession(file, { checked: false });
  const json = createPlaybook(data).toJSON();
  expect(createPlaybook(fromJSON(json)).toJSON()).toEqual(json);
});

it("makes turns, steps and handlers of it", async () => {
  const { script, mockTools } = await playbookFromSession((await record()).file);
  expect(script.filter(isTurn).map(({ prompt, steps }) => [prompt.text, steps.map(({ kind }) => kind)])).toEqual([
    ["first", ["together", "calls", "says"]],
    ["second", ["fails", "together"]],
    ["third", ["says"]],
  ]);
  expect(Object.keys(mockTools)).toEqual(["echo", "nothing"]);
  expect(mockTools.echo?.({}, { toolCallId: "call-2" })).toEqual({
    content: [{ type: "text", text: "echo b" }],
    details: { n: 1 },
    isError: false,
  });
});

it("shows the first message that differs beside the recorded one: of a tool", async () => {
  const { file } = await record();
  const { played } = await replay(file, { result: "another" });
  expect((await failureOf(played)).replace(/:\d+$/m, ":LINE")).toBe(
    `[diverged] The replay differs from the recording before step 2, calls("nothing", {"x":1}).
  expected                                       | received
  the result of echo (call-1):                   | the result of echo (call-1):
> echo a                                         | another
  written at: session.jsonl:LINE
Likely cause: the extension, its tools or the mocks behave differently from when the session was recorded.
What to do: find out why; if the new behaviour is right, record the session again.`,
  );
});

it("shows the first message that differs: of an extension", async () => {
  const { file } = await record();
  const { played } = await replay(file, { word: "y" });
  expect(await failureOf(played)).toContain(
    `  user:                                          | user:
> note: x                                        | note: y
`,
  );
});

it("sees a difference far behind in a long text, and messages that are missing", async () => {
  const { file } = await record();
  const long = "x".repeat(300);
  const text = readFileSync(file, "utf8").replace("echo a", `${long}1${long}`);
  writeFileSync(file, text);
  const { played } = await replay(file, { result: `${long}2${long}` });
  expect(await failureOf(played)).toContain("[diverged]");
  const { script } = await playbookFromSession(file);
  const playbook = createPlaybook(script);
  const opened = await openSession(playbook, { customTools: [echoTool], settings });
  expect(await failureOf(playbook.play((prompt) => opened.session.prompt(prompt.text)))).toContain(
    `> user:                                          | no further message
> note: x                                        |
`,
  );
});

it("compares what a call that nobody recorded would give, and says so", async () => {
  const { mockTools } = await playbookFromSession((await record()).file);
  expect(() => mockTools.echo?.({}, { toolCallId: "call-9" })).toThrow(
    'The tool "echo" was called as call-9, and the session ',
  );
});

it("gives the summaries of compactions back, and goes on after one", async () => {
  const long = "x".repeat(100_000);
  const playbook = createPlaybook([when(`${long} 1`, [says("one")]), when(`${long} 2`, [says("two")])], {
    summaries: "in short",
  });
  const opened = await openSession(playbook);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  await opened.session.compact();
  playbook.append([when("3", [says("three")])]);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  const file = join(folder, "session.jsonl");
  copyFileSync(opened.session.sessionFile as string, file);

  const recorded = await playbookFromSession(file);
  expect(recorded.summaries).toHaveLength(1);
  expect(recorded.summaries[0]).toContain("in short");
  const again = createPlaybook(recorded.script, { summaries: recorded.summaries[0] });
  const replayed = await openSession(again);
  let sent = 0;
  await again.play(async (prompt) => {
    if (++sent === 3) await replayed.session.compact();
    await replayed.session.prompt(prompt.text);
  });
  again.assertDone();
});

it("writes a script as data when its checks are left out", async () => {
  const { script } = await playbookFromSession((await record()).file, { checked: false });
  const json: any = createPlaybook(script).toJSON();
  expect(json[2]).toMatchObject({ when: "third", steps: [{ says: "cut", stopReason: "length" }] });
});

it("reads what pi reads: the formats of older releases, images, texts that are no blocks", async () => {
  const file = join(folder, "session.jsonl");
  const image = { type: "image", data: "aGk=", mimeType: "image/png" };
  const entries = [
    { type: "session", id: "s", timestamp: "2025-01-01T00:00:00.000Z", cwd: "." },
    { type: "message", message: { role: "user", content: "plain" } },
    { type: "message", message: { role: "assistant", content: "plain too", stopReason: "stop" } },
    { type: "message", message: { role: "user", content: [{ type: "text", text: "look" }, image] } },
    { type: "message", message: { role: "assistant", content: [], stopReason: "aborted", errorMessage: "stopped" } },
    { type: "message", message: { role: "assistant", content: null } },
  ];
  writeFileSync(file, `${entries.map((entry) => JSON.stringify(entry)).join("\n\n")}\n`);
  const { script } = await playbookFromSession(file, { checked: false });
  expect(createPlaybook(script).toJSON()).toEqual([
    { when: "plain", steps: [{ says: "plain too", stopReason: "stop" }] },
    { when: { text: "look", images: [image] }, steps: [{ fails: "stopped", reason: "aborted" }, { together: [] }] },
  ]);
});

it("plays the branch that the last entry is on", async () => {
  const file = join(folder, "session.jsonl");
  const line = (id: string, parentId: string | null, role: string, content: string) =>
    JSON.stringify({
      type: "message",
      id,
      parentId,
      timestamp: "2026-01-01T00:00:00.000Z",
      message: { role, content },
    });
  writeFileSync(
    file,
    [
      JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "." }),
      line("1", null, "user", "one"),
      line("2", "1", "assistant", "first try"),
      line("3", "1", "assistant", "second try"),
    ].join("\n"),
  );
  const { script } = await playbookFromSession(file, { checked: false });
  expect(createPlaybook(script).toJSON()).toEqual([{ when: "one", steps: [{ says: "second try" }] }]);
});

const header = '{"type":"session","version":3,"id":"s"}';
it.each<[string, string, string]>([
  ["empty", "", "is damaged at line 1.\n  expected: a session header\n  received: an empty file"],
  [
    "without a header",
    '\n{"type":"message"}',
    'is damaged at line 2.\n  expected: a session header, { "type": "session", … }\n  received: {"type":"message"}',
  ],
  [
    "cut in mid-line",
    `${header}\n{"type":"mess`,
    'is damaged at line 2.\n  expected: a JSON object\n  received: "{\\"type\\":\\"mess" (Unterminated',
  ],
  [
    "with a value that is no object",
    `${header}\n\n3`,
    "is damaged at line 3.\n  expected: a JSON object\n  received: 3",
  ],
  [
    "with an entry of no type",
    `${header}\n{}`,
    'is damaged at line 2.\n  expected: an entry with a "type"\n  received: {}',
  ],
  [
    "with a message of no role",
    `${header}\n{"type":"message","id":"1","parentId":null,"message":{}}`,
    "is damaged at line 2.\n  expected: a message with a role\n  received: {}",
  ],
  [
    "with a parent that is not there",
    `${header}\n{"type":"custom","id":"1","parentId":"0"}`,
    'is damaged at line 2.\n  expected: a parent that is in the file\n  received: "0"',
  ],
  [
    "with a circle",
    `${header}\n{"type":"custom","id":"1","parentId":"2"}\n{"type":"custom","id":"2","parentId":"1"}`,
    "is damaged at line 3.\n  expected: a parent that comes before the entry\n  received: 2",
  ],
])("tells the line of a file that is damaged: %s", async (_name, content, message) => {
  const file = join(folder, "session.jsonl");
  writeFileSync(file, content);
  expect(await failureOf(playbookFromSession(file))).toContain(
    `[invalid-session] The session session.jsonl ${message}`,
  );
});

it("tells a file that is not there", async () => {
  expect(await failureOf(playbookFromSession(join(folder, "none.jsonl")))).toMatch(
    /^\[invalid-session\] The session .*none\.jsonl cannot be read: ENOENT: no such file or directory/,
  );
});
