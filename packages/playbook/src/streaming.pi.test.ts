// The stream of one response, asked directly: partial messages, deltas, delays, aborts, fake timers.
import * as piAi from "@earendil-works/pi-ai";
import { afterEach, expect, it, vi } from "vitest";
import { ask, user } from "./fixtures/ask.ts";
import { calls, createPlaybook, fails, says, thinks, together } from "./index.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** What pi-ai's own faux provider streams for a message. */
const fauxEvents = async (content: unknown): Promise<any[]> => {
  const faux: any = piAi;
  const message = faux.fauxAssistantMessage(content);
  let stream: AsyncIterable<any>;
  if (faux.createFauxCore) {
    const core = faux.createFauxCore({ tokenSize: { min: 100, max: 100 } });
    core.setResponses([message]);
    stream = core.stream(core.getModel(), { messages: [] });
  } else {
    const registered = faux.registerFauxProvider({ tokenSize: { min: 100, max: 100 } });
    registered.setResponses([message]);
    stream = faux.stream(registered.getModel(), { messages: [] });
    registered.unregister();
  }
  const events: any[] = [];
  for await (const event of stream) events.push(structuredClone(event));
  return events;
};

it("looks as pi-ai's own faux provider does: names, order, deltas, contents, partial stop reasons", async () => {
  const faux: any = piAi;
  const look = (events: any[]) =>
    events.map(({ type, contentIndex, delta, content, toolCall, partial, message, reason }) => ({
      type,
      contentIndex,
      delta,
      content,
      toolCall,
      reason,
      partial: partial?.content.length,
      stopReason: (partial ?? message).stopReason,
      role: (partial ?? message).role,
    }));
  const scripted = together(
    thinks("Let me see."),
    says("Looking."),
    calls("read", { path: "a.txt" }, { id: "c1", stopReason: "stop" }),
  );
  const { events } = await ask(createPlaybook([scripted]), "hi");
  const real = await fauxEvents([
    faux.fauxThinking("Let me see."),
    faux.fauxText("Looking."),
    faux.fauxToolCall("read", { path: "a.txt" }, { id: "c1" }),
  ]);
  expect(look(events)).toEqual(look(real));
});

it("shows the arguments of a call as they arrive, never wrong and whole at the end", async () => {
  const params = { path: "some/long/path.txt", lines: [1, 2, 3] };
  const { events } = await ask(createPlaybook([calls("read", params, { deltas: 8 })]), "hi");
  const seen = events
    .filter(({ type }) => type === "toolcall_delta")
    .map((event: any) => event.partial.content[0].arguments);
  expect(seen.length).toBe(8);
  expect(seen[0]).not.toEqual(params);
  expect(
    seen.some(({ path }) => typeof path === "string" && params.path.startsWith(path) && path !== params.path),
  ).toBe(true);
  expect(seen.at(-1)).toEqual(params);
});

it("never changes a partial message that it has sent", async () => {
  const { events } = await ask(createPlaybook([together(says("abcdef", { deltas: 3 }), calls("x", { a: "b" }))]), "hi");
  const texts = events
    .filter(({ type }) => type === "text_start" || type === "text_delta")
    .map((event: any) => event.partial.content[0].text);
  expect(texts).toEqual(["", "ab", "abcd", "abcdef"]);
});

it("never cuts a character in two", async () => {
  const { events } = await ask(createPlaybook([says("a😀b😀", { deltas: 4 })]), "hi");
  expect(events.filter(({ type }) => type === "text_delta").map((event: any) => event.delta)).toEqual([
    "a",
    "😀",
    "b",
    "😀",
  ]);
});

it("waits delayMs on the timers of the test", async () => {
  vi.useFakeTimers();
  const playbook = createPlaybook([says("late", { delayMs: 60_000 })]);
  const reply = ask(playbook, "hi");
  let done = false;
  void reply.then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(done).toBe(false);
  // The wait itself may have begun a moment after the request.
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await reply).message.content).toEqual([{ type: "text", text: "late" }]);
  playbook.assertDone();
});

it("waits in real time without fake timers, before a failure too", async () => {
  const playbook = createPlaybook([says("a", { delayMs: 5 }), fails("b", { delayMs: 5 })]);
  const started = performance.now();
  await ask(playbook, "hi");
  await ask(playbook, "hi");
  expect(performance.now() - started).toBeGreaterThanOrEqual(9);
});

it("never hangs on fake timers that nobody advances: it fails, and says what to do", async () => {
  vi.useFakeTimers();
  const playbook = createPlaybook([says("before"), says("late", { delayMs: 50 })]);
  await ask(playbook, "hi");
  const { message } = await ask(playbook, "hi");
  expect([message.stopReason, message.errorMessage]).toEqual([
    "error",
    "The pi-testkit playbook stopped this run; run(), play() and assertDone() throw the reason.",
  ]);
  expect(() => playbook.assertDone()).toThrow(playbook.failure as Error);
  expect(playbook.failure?.message.replace(/:\d+:\d+/, ":LINE")).toBe(
    `Step 2 waits 50 ms, its delayMs, on fake timers that nobody advances.
  written at: packages/playbook/src/streaming.pi.test.ts:LINE
Likely cause: the test installed fake timers, and awaits the run before it moves them.
What to do: start the run without awaiting it, advance the timers by 50 ms, then await it; or leave out delayMs.`,
  );
});

it("ends a wait at once when the signal aborts", async () => {
  const abort = new AbortController();
  const playbook = createPlaybook([together(says("first"), says("late", { delayMs: 60_000 }))]);
  const reply = ask(playbook, "hi", { signal: abort.signal });
  setTimeout(() => abort.abort(), 5);
  const { message } = await reply;
  expect([message.stopReason, message.content]).toEqual(["aborted", [{ type: "text", text: "first" }]]);
});

it("answers a request that was aborted before it came with the abort, and eats no step", async () => {
  const playbook = createPlaybook([says("a")]);
  const { events, message } = await ask(playbook, "hi", { signal: AbortSignal.abort() });
  expect(events.map(({ type }) => type)).toEqual(["error"]);
  expect([message.stopReason, message.errorMessage, playbook.remaining]).toEqual(["aborted", "Request was aborted", 1]);
});

it("dates a response one millisecond after the newest message it answers", async () => {
  const playbook = createPlaybook([says("a"), fails("b")]);
  expect((await ask(playbook, [user("x"), { ...user("y"), timestamp: 41 }])).message.timestamp).toBe(42);
  expect((await ask(playbook, [{ role: "user", content: "x" }])).message.timestamp).toBe(1);
});

it("streams what comes before a failure, leaves the last block open, and ends with an error that holds it", async () => {
  const after = [thinks("Hm."), together(says("one two", { deltas: 2 }))];
  const { events, message } = await ask(createPlaybook([fails("529 overloaded", { after })]), "hi");
  const content = [
    { type: "thinking", thinking: "Hm." },
    { type: "text", text: "one two" },
  ];
  expect(events.map(({ type }) => type)).toEqual([
    "start",
    "thinking_start",
    "thinking_delta",
    "thinking_end",
    "text_start",
    "text_delta",
    "text_delta",
    "error",
  ]);
  expect((events.at(-2) as any).partial).toMatchObject({ content });
  expect((events.at(-2) as any).partial.errorMessage).toBeUndefined();
  expect(message).toMatchObject({ stopReason: "error", errorMessage: "529 overloaded", content });
});
