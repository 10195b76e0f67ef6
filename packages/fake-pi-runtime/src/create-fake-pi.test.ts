// The public face of a fake: the bare style, the loaded extension, what is recorded and what is thrown.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createMockUI } from "@pi-testkit/mock-ui";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFakePi, FakePiError } from "./index.ts";

const greet = {
  name: "greet",
  label: "Greet",
  description: "greets",
  parameters: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
  execute: async (_id: string, { who }: { who: string }) => ({
    content: [{ type: "text" as const, text: `hello ${who}` }],
    details: { who },
  }),
};

const texts = ({ message }: Error) => message.replace(/create-fake-pi\.test\.ts:\d+:\d+/, "create-fake-pi.test.ts");

describe("the bare style", () => {
  it("works with every member taken off the fake", async () => {
    const { pi, ctx, emit, enqueueUi, tools } = createFakePi();
    pi.on("tool_call", async (event, context) => {
      if (event.toolName !== "bash") return undefined;
      return (await context.ui.confirm("Run it?", "really")) ? undefined : { block: true, reason: "refused" };
    });
    pi.registerTool(greet as never);
    expect([...tools.keys()]).toEqual(["greet"]);
    expect(await pi.emit("tool_call", { toolName: "bash" })).toEqual({ block: true, reason: "refused" });
    enqueueUi(true);
    expect(await emit("tool_call", { toolName: "bash" })).toBeUndefined();
    expect(ctx.uiCalls.map(({ method, title }) => [method, title])).toEqual([
      ["confirm", "Run it?"],
      ["confirm", "Run it?"],
    ]);
    expect(ctx.uiQueue).toEqual([]);
  });

  it("shows notifications, entries and sent messages", () => {
    const { pi, ctx, entries, sent } = createFakePi();
    ctx.ui.notify("careful", "warning");
    expect(ctx.notifications).toEqual([{ message: "careful", level: "warning" }]);
    pi.appendEntry("todo", { done: false });
    expect(entries).toMatchObject([{ type: "custom", customType: "todo", data: { done: false } }]);
    pi.sendMessage({ customType: "note", content: "x", display: true }, { deliverAs: "nextTurn" });
    expect(sent).toMatchObject([{ kind: "message", customType: "note", content: "x", delivery: "nextTurn" }]);
  });

  it("hands out one pi, until the session is replaced", async () => {
    const fake = createFakePi();
    const { pi } = fake;
    fake.pi.exec = async () => ({ stdout: "stub", stderr: "", code: 0, killed: false, truncated: false });
    expect(fake.pi).toBe(pi);
    expect(await fake.pi.exec("git", [])).toMatchObject({ stdout: "stub" });
    await fake.reload();
    expect(fake.pi).not.toBe(pi);
    expect(() => pi.getActiveTools()).toThrow("This extension ctx is stale");
    expect(fake.pi.getActiveTools()).toContain("bash");
  });

  it("answers from the queue, then from the config, else dismisses", async () => {
    const { ctx, enqueueUi } = createFakePi({ ui: { select: "b" } });
    enqueueUi("a");
    expect(await ctx.ui.select("Pick", ["a", "b"])).toBe("a");
    expect(await ctx.ui.select("Pick", ["a", "b"])).toBe("b");
    expect(await ctx.ui.confirm("Sure?", "")).toBe(false);
    expect(await ctx.ui.input("Name")).toBeUndefined();
  });

  it("has a UI whatever the mode, unless it is told otherwise", async () => {
    for (const mode of ["tui", "rpc", "print", "json"] as const) {
      expect([createFakePi({ mode }).ctx.mode, createFakePi({ mode }).ctx.hasUI]).toEqual([mode, true]);
      expect(createFakePi({ mode, hasUI: false }).ctx.hasUI).toBe(false);
    }
    expect(await createFakePi({ hasUI: false, ui: { confirm: true } }).ctx.ui.confirm("Sure?", "")).toBe(false);
  });

  it("has the host's flags at once", () => {
    const { pi } = createFakePi({ flags: { plan: true, model: "x", quiet: false } });
    pi.registerFlag("plan", { type: "boolean", default: false });
    pi.registerFlag("model", { type: "string", default: "y" });
    pi.registerFlag("quiet", { type: "boolean", default: false });
    expect(["plan", "model", "quiet"].map((name) => pi.getFlag(name))).toEqual([true, "x", false]);
  });

  it("takes a MockUI as it is", async () => {
    const ui = createMockUI({ confirm: true });
    const fake = createFakePi({ ui });
    expect(await fake.ctx.ui.confirm("Sure?", "")).toBe(true);
    expect(fake.ui).toBe(ui);
    expect(ui.calls).toHaveLength(1);
  });
});

describe("a loaded extension", () => {
  const extension = (pi: ExtensionAPI) => {
    pi.registerFlag("loud", { type: "boolean", default: false });
    pi.registerTool(greet as never);
    pi.registerCommand("hello", {
      description: "says hello",
      handler: async (args, ctx) => ctx.ui.notify(`hello ${args}`, "info"),
    });
    pi.on("input", ({ text }) => (text === "stop" ? { action: "handled" } : undefined));
    pi.on("session_start", (_event, ctx) => ctx.ui.setStatus("greet", pi.getFlag("loud") ? "LOUD" : "quiet"));
  };

  it("starts, runs commands and tools, and takes prompts", async () => {
    await using fake = createFakePi({ flags: { loud: true } });
    await fake.load(extension);
    await fake.start();
    expect(fake.ui.status.get("greet")).toBe("LOUD");
    await fake.runCommand("hello", "you");
    expect(fake.ctx.notifications).toEqual([{ message: "hello you", level: "info" }]);
    expect(await fake.callTool("greet", { who: "you" })).toEqual({
      content: [{ type: "text", text: "hello you" }],
      details: { who: "you" },
      isError: false,
      text: "hello you",
      outcome: "ok",
    });
    expect(await fake.submit("stop")).toBe("handled");
    expect(await fake.submit("go on", { replies: ["fine"] })).toBe("prompt");
    expect(fake.entries.map(({ type }) => type)).toContain("message");
    expect([...fake.flags.values()]).toMatchObject([{ name: "loud", type: "boolean", value: true }]);
    expect([...fake.commands.keys()]).toEqual(["hello"]);
  });

  it("loads a module with a default export", async () => {
    const fake = createFakePi();
    const { pi, errors } = await fake.load({ default: extension });
    expect(errors).toEqual([]);
    expect(typeof pi.on).toBe("function");
    expect(fake.tools.has("greet")).toBe(true);
  });

  it("runs its factory again on reload, and the old pi is stale", async () => {
    let loads = 0;
    const fake = createFakePi();
    const { pi } = await fake.load(() => void loads++);
    await fake.start();
    await fake.reload();
    expect(loads).toBe(2);
    expect(() => pi.getFlag("x")).toThrow("This extension ctx is stale after session replacement or reload.");
    expect(fake.pi.getActiveTools()).toContain("bash");
  });

  it("says why a call did not run", async () => {
    const fake = createFakePi({ tools: { bash: "output" } });
    fake.pi.on("tool_call", ({ toolName, input }) => {
      if (toolName !== "bash") return undefined;
      if ("command" in input && input.command === "throw") throw new Error("hook");
      return "command" in input && input.command === "rm" ? { block: true, reason: "no" } : undefined;
    });
    const outcomes = [];
    for (const [name, params] of [
      ["bash", { command: "ls" }],
      ["bash", { command: "rm" }],
      ["bash", { command: "throw" }],
      ["bash", {}],
      ["nope", {}],
    ] as const) {
      const { outcome, reason } = await fake.callTool(name, params);
      outcomes.push([outcome, reason]);
    }
    expect(outcomes).toEqual([
      ["ok", undefined],
      ["blocked", "no"],
      ["blockedByError", "hook"],
      ["invalid", undefined],
      ["notFound", undefined],
    ]);
    expect(fake.silent).toMatchObject([{ kind: "tool_call handler threw", event: "tool_call" }]);
  });

  it("says which validator checked a call", async () => {
    const fake = createFakePi({ tools: { bash: "output" } });
    const result = await fake.callTool("bash", { command: "ls" });
    expect(result.validator).toBe("pi-ai");
    expect(Object.keys(result)).not.toContain("validator");
  });
});

describe("under fake timers", () => {
  afterEach(() => void vi.useRealTimers());

  it("every call returns", async () => {
    vi.useFakeTimers();
    const fake = createFakePi({ tools: { bash: "output" } });
    await fake.load(() => {});
    await fake.start();
    await fake.emit("agent_end");
    expect(await fake.callTool("bash", { command: "ls" })).toMatchObject({ outcome: "ok" });
    expect(await fake.submit("go")).toBe("prompt");
    await fake.settled();
    await fake.shutdown();
    await fake.dispose();
  });
});

describe("errors that pi reports", () => {
  const failing = (pi: ExtensionAPI) => {
    pi.on("agent_start", () => {
      throw new Error("boom");
    });
  };

  it("reject the call they happened in, after the dispatch has run to its end", async () => {
    const fake = createFakePi();
    let later = false;
    await fake.load(failing);
    fake.pi.on("agent_start", () => {
      later = true;
    });
    const error = await fake.emit("agent_start").catch((thrown) => thrown);
    expect(FakePiError.isInstance(error)).toBe(true);
    expect(error.code).toBe("extension-failed");
    expect(error.cause).toEqual(new Error("boom"));
    expect(texts(error)).toBe(
      '<inline:1> failed in "agent_start": boom\n  written at: packages/fake-pi-runtime/src/create-fake-pi.test.ts\nWhat to do: correct the extension, or create the fake with errors: "record" and look at fake.errors.',
    );
    expect(later).toBe(true);
    expect(fake.errors).toMatchObject([{ extensionPath: "<inline:1>", event: "agent_start", error: "boom" }]);
    fake.assertDone();
  });

  it("come together when there are several", async () => {
    const fake = createFakePi();
    await fake.load(failing);
    await fake.load(failing);
    const error = await fake.emit("agent_start").catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.errors).toHaveLength(2);
    expect(texts(error)).toBe(
      '2 errors were reported during emit("agent_start").\n  written at: packages/fake-pi-runtime/src/create-fake-pi.test.ts\n  left:\n    <inline:1> failed in "agent_start": boom\n    <inline:2> failed in "agent_start": boom\nWhat to do: correct the extensions, or create the fake with errors: "record" and look at fake.errors.',
    );
  });

  it("are only recorded when asked for", async () => {
    const fake = createFakePi({ errors: "record" });
    await fake.load(failing);
    await fake.emit("agent_start");
    expect(fake.errors).toHaveLength(1);
    fake.assertDone();
  });

  it("reject load when a factory fails", async () => {
    const fake = createFakePi();
    const error = await fake
      .load(() => {
        throw new Error("no");
      }, "mine")
      .catch((thrown) => thrown);
    expect(texts(error)).toBe(
      '<inline:mine>: no\n  written at: packages/fake-pi-runtime/src/create-fake-pi.test.ts\nLikely cause: in pi\'s own command line, each of these stops pi before the session starts\nWhat to do: correct the extension, or create the fake with errors: "record" and look at fake.loadErrors.',
    );
    expect(fake.loadErrors).toEqual([{ extensionPath: "<inline:mine>", event: "load", error: "no" }]);
  });
});

describe("busy", () => {
  it("is the session from agent_start to agent_settled", async () => {
    const fake = createFakePi({ errors: "record" });
    expect(fake.ctx.isIdle()).toBe(true);
    await fake.emit("agent_start");
    expect([fake.ctx.isIdle(), fake.ctx.signal !== undefined]).toEqual([false, true]);
    fake.pi.sendUserMessage("lost");
    await fake.settled();
    expect(fake.errors).toMatchObject([{ extensionPath: "<runtime>", event: "send_user_message" }]);
    expect(fake.sent).toMatchObject([{ kind: "user", content: "lost", delivery: "rejected" }]);
    await fake.emit("agent_settled");
    expect(fake.ctx.isIdle()).toBe(true);
    await fake.dispose();
  });
});
