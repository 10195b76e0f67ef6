// A recorded session in which somebody spoke while the model was answering, replayed.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ask } from "./fixtures/ask.ts";
import { closeSessions, echoTool, type OpenSession, openSession, type SessionSetting } from "./fixtures/session.ts";
import {
  calls,
  createPlaybook,
  fails,
  fromJSON,
  playbookFromSession,
  type Script,
  says,
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

/** A file tells times in milliseconds: an answer has to take longer than that to be known as younger than a message. */
const delayMs = 5;

const image = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  mimeType: "image/png",
} as const;

const transcript = ({ session }: OpenSession): unknown[] =>
  (session.messages as any[])
    .filter(({ role }) => role !== "system")
    .map(({ role, content, stopReason, errorMessage }) => [role, content, stopReason, errorMessage]);

/** The texts of the user and the model, in order. */
const spoken = (opened: OpenSession): string[] =>
  (opened.session.messages as any[])
    .filter(({ role }) => role === "user" || role === "assistant")
    .map(({ role, content, errorMessage }) =>
      [
        role === "user" ? ">" : "<",
        errorMessage ?? content.map((block: any) => block.text ?? block.type).join(" "),
      ].join(" "),
    );

const echoing = (then: (id: string) => unknown): any => ({
  ...echoTool,
  execute: async (id: string, params: any) => {
    await then(id);
    return echoTool.execute(id, params);
  },
});

/** The session being recorded, for tools that speak to it. */
let recorded: OpenSession | undefined;
const say = (text: string, options: object): unknown => recorded?.session.prompt(text, options);

const record = async (script: Script, setting: SessionSetting): Promise<{ opened: OpenSession; file: string }> => {
  const playbook = createPlaybook(script);
  const opened = await openSession(playbook, setting);
  recorded = opened;
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  playbook.assertDone();
  const file = join(folder, "session.jsonl");
  copyFileSync(opened.session.sessionFile as string, file);
  return { opened, file };
};

const replay = async (file: string, setting: SessionSetting = {}): Promise<OpenSession> => {
  const { script, mockTools } = await playbookFromSession(file);
  const playbook = createPlaybook(script);
  const tool = {
    ...echoTool,
    execute: async (toolCallId: string, params: any) => {
      const { isError: _, ...result } = (mockTools.echo as any)(params, { toolCallId });
      return result;
    },
  };
  const opened = await openSession(playbook, { customTools: [tool], ...setting });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  playbook.assertDone();
  expect(opened.errors).toEqual([]);
  return opened;
};

it("replays what the user said during a run, steering and follow-up, where it was said", async () => {
  const script = [
    when("first", [
      together(calls("echo", { text: "a" }), calls("echo", { text: "b" })),
      says("steered", { delayMs }),
      says("followed"),
      says("and again"),
    ]),
    when("second", [calls("echo", { text: "c" }), says("no more")]),
  ];
  const tool = echoing(async (id) => {
    if (id !== "call-1") return;
    await say("mind the tests", { streamingBehavior: "steer", images: [image] });
    await say("then the docs", { streamingBehavior: "followUp" });
    await say("then a commit", { streamingBehavior: "followUp" });
  });
  const { opened, file } = await record(script, { customTools: [tool] });
  expect(spoken(opened)).toEqual([
    "> first",
    "< toolCall toolCall",
    "> mind the tests image",
    "< steered",
    "> then the docs",
    "< followed",
    "> then a commit",
    "< and again",
    "> second",
    "< toolCall",
    "< no more",
  ]);
  const { script: read } = await playbookFromSession(file, { checked: false });
  const json: any = createPlaybook(read).toJSON();
  expect(json.map((turn: any) => [turn.when, turn.steps.map(({ queued }: any) => queued)])).toEqual([
    [
      "first",
      [[{ text: "mind the tests", images: [expect.any(Object)] }], ["then the docs"], ["then a commit"], undefined],
    ],
    ["second", [undefined, undefined]],
  ]);
  expect(createPlaybook(fromJSON(json)).toJSON()).toEqual(json);
  expect(transcript(await replay(file))).toEqual(transcript(opened));
});

it("replays several messages at once, and one said while a failed answer was tried again", async () => {
  const settings = { steeringMode: "all", retry: { enabled: true, maxRetries: 3, baseDelayMs: 0 } };
  const tool = echoing(async () => {
    await say("one", { streamingBehavior: "steer" });
    await say("two", { streamingBehavior: "steer" });
  });
  const script = [
    when("first", [
      calls("echo", { text: "a" }),
      fails("529 overloaded", { queued: ["three"], delayMs }),
      says("all of it"),
    ]),
    when("second", [says("no more")]),
  ];
  const { opened, file } = await record(script, { customTools: [tool], settings });
  expect(spoken(opened).filter((line) => line.startsWith(">"))).toEqual([
    "> first",
    "> one",
    "> two",
    "> three",
    "> second",
  ]);
  expect(transcript(await replay(file, { settings }))).toEqual(transcript(opened));
});

it("lets an extension say again what it said itself, early or late, and does not say it twice", async () => {
  const extension = (pi: any): void => {
    let turns = 0;
    pi.on("turn_start", () => {
      if (++turns === 1) pi.sendUserMessage("early", { deliverAs: "steer" });
    });
    pi.on("tool_result", () => {
      pi.sendUserMessage("late", { deliverAs: "followUp" });
    });
  };
  const script = [
    when("first", [calls("echo", { text: "a" }), says("one", { delayMs }), says("two")]),
    when("second", [calls("echo", { text: "a" }), says("three", { delayMs }), says("four")]),
  ];
  const { opened, file } = await record(script, { customTools: [echoTool], factories: [extension] });
  expect(spoken(opened).filter((line) => line.startsWith(">"))).toEqual([
    "> first",
    "> early",
    "> late",
    "> second",
    "> late",
  ]);
  expect(transcript(await replay(file, { factories: [extension] }))).toEqual(transcript(opened));
});

it("lets an extension say again what it said between two steps", async ({ skip }) => {
  let sent = 0;
  const extension = (pi: any): void => {
    pi.on("turn_end", ({ toolResults }: any) => {
      if (toolResults.length === 0) return;
      sent++;
      pi.sendUserMessage("go on", { deliverAs: "steer" });
    });
  };
  const script = [when("first", [calls("echo", { text: "a" }), calls("echo", { text: "a" }), says("one")])];
  const setting = { customTools: [echoTool], factories: [extension] };
  const recording = await record(script, setting).catch((error: Error) => error);
  skip(recording instanceof Error, "0.74.0 looks into its queue before it tells of turn_end");
  const { opened, file } = recording as Exclude<typeof recording, Error>;
  expect(spoken(opened)).toEqual(["> first", "< toolCall", "> go on", "< toolCall", "> go on", "< one"]);
  expect(transcript(await replay(file, { factories: [extension] }))).toEqual(transcript(opened));
  expect(sent).toBe(4);
});

it("ends a run where a tool had ended it, and keeps the prompt after it a turn of its own", async () => {
  const tool = { ...echoTool, execute: async () => ({ content: [], details: undefined, terminate: true }) };
  const script = [
    when("first", [together(calls("echo", { text: "a" }), calls("echo", { text: "b" }))]),
    when("second", [calls("echo", { text: "c" })]),
  ];
  const playbook = createPlaybook(script);
  const recording = await openSession(playbook, { customTools: [tool] });
  await playbook.play(async (prompt) => {
    // A person reads before going on.
    if (prompt.text === "second") await new Promise((resolve) => setTimeout(resolve, 1_100));
    await recording.session.prompt(prompt.text);
  });
  const file = recording.session.sessionFile as string;
  const { script: read, mockTools } = await playbookFromSession(file, { checked: false });
  expect(createPlaybook(read).toJSON()).toMatchObject([{ when: "first" }, { when: "second" }]);
  expect(mockTools.echo?.({}, { toolCallId: "call-3" })).toMatchObject({ terminate: true });
  expect(transcript(await replay(file))).toEqual(transcript(recording));
});

it("goes by the place of a message when a file has no times", async () => {
  const file = join(folder, "session.jsonl");
  const call = { type: "toolCall", id: "c", name: "echo", arguments: {} };
  const messages = [
    { role: "user", content: "first" },
    { role: "assistant", content: [call] },
    { role: "toolResult", toolCallId: "c", toolName: "echo", content: [] },
    { role: "user", content: "steered" },
    { role: "assistant", content: "done" },
    { role: "user", content: "second" },
  ];
  const lines = [{ type: "session", id: "s" }, ...messages.map((message) => ({ type: "message", message }))];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  const { script } = await playbookFromSession(file, { checked: false });
  expect(createPlaybook(script).toJSON()).toMatchObject([
    { when: "first", steps: [{ calls: "echo", queued: ["steered"] }, { says: "done" }] },
    { when: "second" },
  ]);
});

it("queues what a script of code has queued, at any part of a message", async () => {
  const playbook = createPlaybook([
    when("go", [
      together(says("a", { queued: ["b"] }), calls("echo", { text: "c" }, { queued: ["d"] })),
      says("e"),
      says("f"),
    ]),
  ]);
  const opened = await openSession(playbook, { customTools: [echoTool] });
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(spoken(opened)).toEqual(["> go", "< a toolCall", "> b", "< e", "> d", "< f"]);
});

it("listens to input only where a script has something to queue, since pi then answers prompts later", async () => {
  const listens = ({ session }: OpenSession): boolean => (session as any).extensionRunner.hasHandlers("input");
  const playbook = createPlaybook([when("one", [says("a")])]);
  const opened = await openSession(playbook);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(listens(opened)).toBe(false);
  playbook.append([when("two", [together(says("b", { queued: ["c"] })), says("d")])]);
  await playbook.play((prompt) => opened.session.prompt(prompt.text));
  expect(listens(opened)).toBe(true);
  expect(spoken(opened)).toEqual(["> one", "< a", "> two", "< b", "> c", "< d"]);
});

it("tells that a bare stream has nobody to queue a message", async () => {
  const playbook = createPlaybook([says("a", { queued: ["b"] })]);
  await ask(playbook, "go");
  const error: any = playbook.failure;
  expect(`[${error.code}] ${error.message}`.replace(/:\d+:\d+/, ":LINE")).toBe(
    `[invalid-step] Step 1 has messages for the user to queue, and there is no session to queue them in.
  written at: packages/playbook/src/recorded-queue.pi.test.ts:LINE
Likely cause: the step was played on a bare stream, or for a completion of an extension.
What to do: load playbook.extension into the session, or queue the messages in the test and leave them out of the script.`,
  );
});
