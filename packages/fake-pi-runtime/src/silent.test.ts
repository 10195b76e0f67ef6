// What real pi loses without a word, and the fake shows.
import { describe, expect, it } from "vitest";
import { createFakePi } from "./index.ts";

const kinds = ({ silent }: ReturnType<typeof createFakePi>) => silent.map(({ kind }) => kind);
const tool = (execute: (...args: never[]) => unknown) => ({
  name: "t",
  label: "t",
  description: "t",
  parameters: { type: "object", properties: {} },
  execute,
});

it("a throwing tool_call handler", async () => {
  const fake = createFakePi();
  fake.pi.on("tool_call", () => {
    throw new Error("hook");
  });
  await expect(fake.emit("tool_call", { toolName: "x" })).rejects.toThrow("hook");
  expect(kinds(fake)).toEqual(["tool_call handler threw"]);
  expect(fake.errors).toEqual([]);
});

it("an assignment to event.input", async () => {
  const fake = createFakePi();
  fake.pi.on("tool_call", (event) => {
    (event as { input: object }).input = { command: "other" };
  });
  await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } });
  expect(kinds(fake)).toEqual(["event.input was replaced, which pi does not look at"]);
});

it("an update after the tool has settled", async () => {
  const fake = createFakePi();
  let late = (_partial: unknown) => {};
  const execute = async (...args: never[]) => {
    late = args[3] as unknown as typeof late;
    return { content: [], details: {} };
  };
  fake.pi.registerTool(tool(execute) as never);
  await fake.callTool("t");
  late({ content: [], details: {} });
  expect(kinds(fake)).toEqual(["onUpdate was called after the tool had settled"]);
});

it("a bus handler that fails while another factory loads", async () => {
  const fake = createFakePi();
  await fake.load((pi: typeof fake.pi) => {
    pi.events.on("c", () => {
      throw new Error("lost");
    });
  });
  await fake.load((pi: typeof fake.pi) => pi.events.emit("c", 1));
  expect(kinds(fake)).toEqual(["pi.events handler failed with nobody to report to"]);
  expect(fake.errors).toEqual([]);
});

describe("compaction", () => {
  it("that fails, without onError", async () => {
    const fake = createFakePi();
    fake.ctx.compact();
    await fake.settled();
    expect(fake.silent).toEqual([
      {
        kind: "ctx.compact() failed and has no onError",
        event: "compact",
        extensionPath: "",
        detail: new Error("Nothing to compact (session too small)"),
      },
    ]);
    fake.assertDone();
  });

  it("that fails is not silent with onError", async () => {
    const fake = createFakePi();
    const told: Error[] = [];
    fake.ctx.compact({ onError: (error) => void told.push(error) });
    await fake.settled();
    expect(told).toHaveLength(1);
    expect(fake.silent).toEqual([]);
  });

  const compacted = async (options: object) => {
    const fake = createFakePi();
    await fake.submit("one");
    await fake.submit("two");
    fake.ctx.compact(options);
    await fake.settled();
    return fake;
  };
  const boom = () => {
    throw new Error("callback");
  };

  it("whose onComplete throws, with and without onError", async () => {
    const told: string[] = [];
    expect(kinds(await compacted({ onComplete: boom }))).toEqual(["onComplete of ctx.compact() threw"]);
    const fake = await compacted({ onComplete: boom, onError: ({ message }: Error) => void told.push(message) });
    expect(fake.silent).toMatchObject([{ kind: "onComplete of ctx.compact() threw", detail: new Error("callback") }]);
    expect(told).toEqual(["callback"]);
    expect(fake.errors).toEqual([]);
  });

  it("whose onError throws, or whose callbacks reject: in pi, the process has an unhandled rejection", async () => {
    const fake = createFakePi();
    fake.ctx.compact({ onError: boom });
    fake.ctx.compact({ onError: async () => boom() });
    await fake.settled();
    expect(kinds(fake)).toEqual(["onError of ctx.compact() threw", "onError of ctx.compact() rejected"]);
    expect(kinds(await compacted({ onComplete: async () => boom() }))).toEqual([
      "onComplete of ctx.compact() rejected",
    ]);
  });
});

describe("after a replacement or a reload", () => {
  const loaded = async () => {
    const fake = createFakePi();
    const { pi } = await fake.load(() => {}, "mine");
    await fake.start();
    return { fake, pi };
  };

  it("a stale pi that somebody catches", async () => {
    const { fake, pi } = await loaded();
    await fake.replaceSession();
    const uses = [() => pi.appendEntry("late"), () => pi.on("input", () => undefined), () => pi.events.emit("c", 1)];
    for (const use of uses) expect(use).toThrow("This extension ctx is stale after session replacement or reload.");
    expect(fake.silent.map(({ kind, event, extensionPath }) => [kind, event, extensionPath])).toEqual([
      ["stale pi was used", "appendEntry", "<inline:mine>"],
      ["stale pi was used", "on", "<inline:mine>"],
      ["stale pi was used", "events.emit", "<inline:mine>"],
    ]);
    expect(fake.entries).toEqual([]);
  });

  it("a stale ctx in a promise nobody waits for", async () => {
    const fake = createFakePi();
    let dropped: Promise<void> | undefined;
    let go = () => {};
    const reloaded = new Promise<void>((resolve) => {
      go = resolve;
    });
    await fake.load((pi: typeof fake.pi) => {
      pi.on("input", (_event, ctx) => {
        dropped = reloaded.then(() => ctx.ui.notify("late"));
        dropped.catch(() => {});
      });
    });
    await fake.emit("input", { text: "x" });
    await fake.reload();
    go();
    await expect(dropped).rejects.toThrow("stale");
    expect(fake.silent).toMatchObject([{ kind: "stale ctx was used", event: "ui", extensionPath: "" }]);
  });

  it("but not when pi reports it after all", async () => {
    const fake = createFakePi({ errors: "record" });
    fake.pi.registerCommand("c", {
      handler: async (_args, ctx) => {
        await ctx.newSession();
        ctx.ui.notify("late");
      },
    });
    await fake.runCommand("c");
    expect(fake.errors).toMatchObject([{ extensionPath: "command:c", event: "command" }]);
    expect(fake.silent).toEqual([]);
  });

  it("an entry written to the session that was replaced", async () => {
    const fake = createFakePi();
    const { sessionManager } = fake.ctx;
    await fake.reload();
    (sessionManager as never as { appendCustomEntry(type: string): string }).appendCustomEntry("in time");
    expect(kinds(fake)).toEqual([]);
    await fake.replaceSession();
    (sessionManager as never as { appendCustomEntry(type: string): string }).appendCustomEntry("late");
    expect(fake.silent).toMatchObject([
      {
        kind: "an entry was written to a session that had been replaced",
        event: "custom",
        detail: { type: "custom", customType: "late" },
      },
    ]);
    expect(fake.entries).toEqual([]);
  });

  it("a bus handler that rejects", async () => {
    const fake = createFakePi();
    let go = () => {};
    const replaced = new Promise<void>((resolve) => {
      go = resolve;
    });
    await fake.load((pi: typeof fake.pi) => {
      pi.events.on("c", async () => {
        await replaced;
        throw new Error("lost");
      });
    });
    fake.pi.events.emit("c", 1);
    await fake.replaceSession();
    go();
    await fake.settled();
    expect(fake.silent).toMatchObject([{ event: "events:c", extensionPath: "<inline:1>", detail: "lost" }]);
  });
});

describe("what nobody awaits", () => {
  it("is reported when it is a handler of an event, and settled() waits for it", async () => {
    const fake = createFakePi();
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error("late");
    };
    fake.pi.on("session_info_changed", late);
    fake.pi.on("ui_prompt_start", late);
    fake.pi.setSessionName("x");
    await fake.ctx.ui.confirm("a", "b");
    await expect(fake.settled()).rejects.toThrow("2 errors were reported during settled().");
    expect(fake.errors).toMatchObject([{ event: "session_info_changed" }, { event: "ui_prompt_start" }]);
    expect(fake.silent).toEqual([]);
  });

  it("is silent when it is the onUpdate of ctx.executeTool", async () => {
    const fake = createFakePi();
    const inner = async (...args: never[]) => {
      (args[3] as unknown as (partial: object) => void)({ content: [], details: {} });
      return { content: [], details: {} };
    };
    const outer = async (...args: never[]) => {
      const ctx = args[4] as unknown as {
        executeTool(name: string, params: object, options: object): Promise<unknown>;
      };
      await ctx.executeTool("inner", {}, { onUpdate: () => Promise.reject(new Error("update")) });
      return { content: [], details: {} };
    };
    fake.pi.registerTool({ ...tool(inner), name: "inner" } as never);
    fake.pi.registerTool({ ...tool(outer), name: "outer" } as never);
    expect(await fake.callTool("outer")).toMatchObject({ outcome: "ok" });
    await fake.settled();
    expect(fake.silent).toMatchObject([
      { kind: "onUpdate of ctx.executeTool() rejected", detail: new Error("update") },
    ]);
  });
});
