// The failures of a test itself: kept when they happen, whatever the extension or pi makes of them, and thrown at the end.
import { createMockUI } from "@pi-testkit/mock-ui";
import { describe, expect, it } from "vitest";
import { createFakePi, type FakePi, FakePiError, type FakePiOptions } from "./index.ts";

const texts = (error: unknown) => (error as Error).message.replace(/failures\.test\.ts:\d+:\d+/, "failures.test.ts");
const caught = async (run: () => unknown): Promise<Error> => {
  try {
    await run();
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error("nothing was thrown");
};
const boom = () => {
  throw new Error("boom");
};
const place = "  written at: packages/fake-pi-runtime/src/failures.test.ts\n";
const cause = "Likely cause: an assertion in it failed, or it has a mistake";

/** A fake whose extension hides every failure of `act` from pi, and what the test is told. */
const hiding = (options: FakePiOptions, act: (pi: FakePi["pi"], ctx: FakePi["ctx"]) => unknown) => {
  const told: Error[] = [];
  const fake = createFakePi({ ...options, onFailure: (failure) => void told.push(failure) });
  fake.pi.on("agent_start", async (_event, ctx) => {
    try {
      await act(fake.pi, ctx as FakePi["ctx"]);
    } catch {
      // The extension goes on.
    }
  });
  return { fake, told };
};

describe("a function of the test that throws", () => {
  it.each<[string, FakePiOptions, (pi: FakePi["pi"], ctx: FakePi["ctx"]) => unknown]>([
    ['exec of createFakePi, for pi.exec("git"),', { exec: boom }, (pi) => pi.exec("git", [])],
    ["contextUsage of createFakePi", { contextUsage: boom }, (_pi, ctx) => ctx.getContextUsage()],
  ])("%s", async (what, options, act) => {
    const { fake, told } = hiding(options, act);
    const rejected = await caught(() => fake.emit("agent_start"));
    expect(texts(rejected)).toBe(`${what} threw: boom\n${place}${cause}`);
    expect(rejected).toMatchObject({ code: "callback-threw", cause: new Error("boom") });
    expect(FakePiError.isInstance(rejected)).toBe(true);
    expect(told).toEqual([rejected]);
    expect(fake.failure).toBe(rejected);
    expect(await caught(() => fake.assertDone())).toBe(rejected);
    expect(await caught(() => fake.assertDone())).toBe(rejected);
    await fake.emit("agent_end");
    await fake.dispose();
  });

  it("tools.bash, although pi makes an error result of it", async () => {
    const fake = createFakePi({ tools: { bash: boom } });
    const rejected = await caught(() => fake.callTool("bash", { command: "ls" }));
    expect(texts(rejected)).toBe(`tools.bash of createFakePi threw: boom\n${place}${cause}`);
    expect(fake.failure).toBe(rejected);
  });

  it("replies, and the run ends", async () => {
    const fake = createFakePi({ replies: boom });
    const rejected = await caught(() => fake.submit("go"));
    expect(texts(rejected)).toBe(`replies of createFakePi threw: boom\n${place}${cause}`);
    expect(fake.ctx.isIdle()).toBe(true);
    expect(fake.entries.at(-1)?.message.stopReason).toBe("error");
  });

  it("wait of a reply", async () => {
    const fake = createFakePi();
    const rejected = await caught(() => fake.submit("go", { replies: { text: "x", wait: boom } }));
    expect(texts(rejected)).toBe(`wait of a reply threw: boom\n${place}${cause}`);
  });

  it("a UI handler, as mock-ui tells it", async () => {
    const { fake, told } = hiding({ ui: { confirm: boom } }, (_pi, ctx) => ctx.ui.confirm("Sure?", ""));
    const rejected = await caught(() => fake.emit("agent_start"));
    expect(texts(rejected)).toBe(
      `confirm threw for confirm "Sure?": boom\n${place}  received: confirm("Sure?", "", undefined)\n${cause}
What to do: mend it or the extension under test; the answer of a user who dismisses the dialog is cancelled.`,
    );
    expect(fake.failure).toBe(rejected);
    expect(told).toEqual([rejected]);
    expect(await caught(() => fake.assertDone())).toBe(rejected);
  });

  it("a handler of the test's own MockUI, and its onFailure is told too", async () => {
    const told: Error[] = [];
    const ui = createMockUI({ select: "none of them", onFailure: (failure) => void told.push(failure) });
    const { fake } = hiding({ ui }, (_pi, ctx) => ctx.ui.select("Pick", ["a"]));
    const rejected = await caught(() => fake.emit("agent_start"));
    expect(rejected).toMatchObject({ code: "not-an-option" });
    expect(told).toEqual([rejected]);
    expect(fake.failure).toBe(rejected);
  });
});

describe("what is not faked", () => {
  it.each<[string, (pi: FakePi["pi"], ctx: FakePi["ctx"]) => unknown]>([
    ["pi.exec", (pi) => pi.exec("git", [])],
    ["ctx.modelRegistry.complete", (_pi, ctx) => (ctx.modelRegistry as never as { complete(): void }).complete()],
  ])("%s, although the extension hides it", async (what, act) => {
    const { fake } = hiding({}, act);
    const rejected = await caught(() => fake.emit("agent_start"));
    expect(rejected).toMatchObject({ code: "not-faked" });
    expect(rejected.message).toContain(what);
    expect(await caught(() => fake.assertDone())).toBe(rejected);
  });
});

it("the first failure stays, and a failure of the test comes before what pi reports", async () => {
  const fake = createFakePi({ exec: boom });
  fake.pi.on("agent_start", async () => void (await fake.pi.exec("one", [])));
  fake.pi.on("agent_end", async () => void (await fake.pi.exec("two", [])));
  const first = await caught(() => fake.emit("agent_start"));
  const second = await caught(() => fake.emit("agent_end"));
  expect([texts(first).split("\n")[0], texts(second).split("\n")[0]]).toEqual([
    'exec of createFakePi, for pi.exec("one"), threw: boom',
    'exec of createFakePi, for pi.exec("two"), threw: boom',
  ]);
  expect(fake.errors).toHaveLength(2);
  expect(fake.failure).toBe(first);
});

it("errors of an extension are no failure of the test", async () => {
  const fake = createFakePi({ errors: "record" });
  fake.pi.on("agent_start", boom);
  await fake.emit("agent_start");
  expect(fake.failure).toBeUndefined();
  fake.assertDone();
});

it("an error pi reports when no call is under way is thrown by settled(), else by assertDone()", async () => {
  for (const end of [(fake: FakePi) => fake.settled(), (fake: FakePi) => fake.assertDone()]) {
    const fake = createFakePi();
    fake.pi.on("session_info_changed", boom);
    fake.pi.setSessionName("x");
    await new Promise((resolve) => setImmediate(resolve));
    const thrown = await caught(() => end(fake));
    expect(texts(thrown)).toBe(
      `<inline:fake> failed in "session_info_changed": boom\n${place}What to do: correct the extension, or create the fake with errors: "record" and look at fake.errors.`,
    );
    fake.assertDone();
  }
});

it("a call that rejects as in pi rejects with that, and is told once", async () => {
  const fake = createFakePi();
  const failure = new Error("no shell");
  fake.pi.on("user_bash", () => {
    throw failure;
  });
  expect(await caught(() => fake.emit("user_bash", { command: "ls" }))).toBe(failure);
  expect(fake.errors).toMatchObject([{ event: "user_bash", error: "no shell" }]);
  fake.assertDone();
});

describe("assertDone", () => {
  it("names an open dialog", async () => {
    const fake = createFakePi({ ui: { confirm: () => new Promise<boolean>(() => {}) } });
    void fake.ctx.ui.confirm("Sure?", "");
    await new Promise((resolve) => setImmediate(resolve));
    const thrown = await caught(() => fake.assertDone());
    expect(thrown).toMatchObject({ code: "left-over" });
    expect(thrown.message).toContain('open dialog: confirm "Sure?"');
    await fake.dispose();
  });

  it("names answers of the config that nobody asked for", async () => {
    const fake = createFakePi({ ui: { confirm: [true, false] } });
    await fake.ctx.ui.confirm("Sure?", "");
    expect((await caught(() => fake.assertDone())).message).toContain("unused: confirm: false");
  });

  it("names replies that no request came for", async () => {
    const fake = createFakePi({ replies: ["one", "two"] });
    await fake.submit("go");
    const thrown = await caught(() => fake.assertDone());
    expect(thrown).toMatchObject({ code: "left-over" });
    expect(texts(thrown)).toBe(
      `One reply of the model was never asked for.\n${place}  left:\n    "two"\nLikely cause: the run ended earlier than the test expects, or a command or an input handler took the text\nWhat to do: Take the reply out, or make the run go on.`,
    );
  });

  it("is quiet when all is done", async () => {
    const fake = createFakePi({ replies: ["one"], ui: { confirm: [true] } });
    fake.enqueueUi("text");
    await fake.ctx.ui.input("Name");
    await fake.ctx.ui.confirm("Sure?", "");
    await fake.submit("go");
    fake.assertDone();
  });
});
