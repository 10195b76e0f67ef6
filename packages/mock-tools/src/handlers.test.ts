// What a handler may be and what comes of it, on a bare tool: no pi runs here.
import { expect, it, vi } from "vitest";
import { createToolMocks, passthrough, repeatLast, type ToolMocksOptions, throwsError } from "./index.ts";

const bare = (name: string, execute: (...call: any[]) => Promise<any> = async () => text("real")) => ({
  name,
  label: name,
  description: name,
  parameters: { type: "object", properties: {} } as any,
  execute,
});

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }], details: {} });

/** Calls a tool as pi's loop does. */
const caller = (handlers: Parameters<typeof createToolMocks>[0], options?: ToolMocksOptions, real = bare("tool")) => {
  const mocks = createToolMocks(handlers, options);
  const tool = mocks.wrap(real);
  let count = 0;
  return { mocks, call: (params: unknown = {}) => tool.execute(`call-${++count}`, params as never) as Promise<any> };
};

it("makes a result of a string, of a part of a result, and of a whole one", async () => {
  const { call } = caller({
    tool: [
      "words",
      "",
      { details: { only: "details" } },
      {
        content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
        details: 1,
        structuredContent: { a: 1 },
        usage: { input: 1 },
        terminate: true,
      },
    ],
  });
  expect(await call()).toEqual(text("words"));
  expect(await call()).toEqual(text(""));
  expect(await call()).toEqual({ content: [], details: { only: "details" } });
  expect(await call()).toEqual({
    content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
    details: 1,
    structuredContent: { a: 1 },
    usage: { input: 1 },
    terminate: true,
  });
});

it("asks a function, synchronous or not, with the parameters and the call", async () => {
  const updates: unknown[] = [];
  const controller = new AbortController();
  const mocks = createToolMocks({
    tool: async (params, { toolCallId, signal, update, ctx }) => {
      update("half");
      update({ details: { percent: 50 } });
      await Promise.resolve();
      return `${params.word} ${toolCallId} ${signal === controller.signal} ${ctx}`;
    },
    other: (params) => params.word,
  });
  const tool = mocks.wrap(bare("tool"));
  const result = await tool.execute("id", { word: "hi" } as never, controller.signal, (partial: unknown) =>
    updates.push(partial),
  );
  expect(result).toEqual(text("hi id true undefined"));
  expect(updates).toEqual([text("half"), { content: [], details: { percent: 50 } }]);
  expect(await mocks.wrap(bare("other")).execute("id", { word: "sync" } as never)).toEqual(text("sync"));
});

it("takes one entry of an array a call, functions, failures and queues among them", async () => {
  const { call, mocks } = caller({ tool: ["one", () => "two", throwsError("three"), ["four", passthrough()]] });
  expect(await call()).toEqual(text("one"));
  expect(await call()).toEqual(text("two"));
  await expect(call()).rejects.toThrow(/^three$/);
  expect(await call()).toEqual(text("four"));
  expect(await call()).toEqual(text("real"));
  mocks.assertDone();
});

it("keeps a queue that ran out as the failure, also when a later call goes well", async () => {
  const { call, mocks } = caller({ tool: ["one"] });
  await call();
  await expect(call()).rejects.toHaveProperty("code", "queue-exhausted");
  mocks.set("tool", "again");
  expect(await call()).toEqual(text("again"));
  expect(mocks.failure).toHaveProperty("code", "queue-exhausted");
  expect(() => mocks.assertDone()).toThrow(mocks.failure);
});

it("answers with the first, the last and one past the last entry of repeatLast", async () => {
  const { call, mocks } = caller({ tool: repeatLast(["one", "two"]) });
  expect([await call(), await call(), await call()]).toEqual([text("one"), text("two"), text("two")]);
  mocks.assertDone();
});

it("runs the real tool on passthrough, with what it was given, and says it was no mock", async () => {
  const seen: unknown[] = [];
  const { call, mocks } = caller(
    { tool: passthrough() },
    {},
    bare("tool", async (...given) => {
      seen.push(given.slice(0, 2));
      return text("real");
    }),
  );
  expect(await call({ a: 1 })).toEqual(text("real"));
  expect(seen).toEqual([["call-1", { a: 1 }]]);
  expect(mocks.calls).toEqual([{ toolName: "tool", toolCallId: "call-1", params: { a: 1 }, result: text("real") }]);
  expect(mocks.isMocked("call-1")).toBe(false);
});

it("runs a tool nobody named for real, and forgets a mock of the same call id", async () => {
  const { call, mocks } = caller({ tool: "mocked" });
  await call();
  expect(mocks.isMocked("call-1")).toBe(true);
  await mocks.wrap(bare("other")).execute("call-1", {} as never);
  expect(mocks.isMocked("call-1")).toBe(false);
  expect(mocks.callsFor("other")).toEqual([]);
});

it("tells what a real tool threw, and not what a mock throws", async () => {
  const heard: unknown[] = [];
  const boom = new Error("boom");
  const real = bare("tool", async () => {
    throw boom;
  });
  const { call } = caller(
    { tool: [passthrough(), throwsError("scripted")] },
    { onRealThrow: (where, thrown) => heard.push(where, thrown) },
    real,
  );
  await expect(call({ a: 1 })).rejects.toBe(boom);
  await expect(call()).rejects.toThrow("scripted");
  expect(heard).toEqual([{ toolName: "tool", toolCallId: "call-1", params: { a: 1 } }, boom]);
});

it("records copies of the parameters and the result", async () => {
  const result = { content: [{ type: "text", text: "before" }] };
  const { call, mocks } = caller({ tool: () => result });
  const params = { list: [1] };
  await call(params);
  params.list.push(2);
  result.content[0]!.text = "after";
  expect(mocks.calls[0]).toMatchObject({ params: { list: [1] }, result: { content: [{ text: "before" }] } });
});

it("tells onCall each call when it is over, and fails if it throws", async () => {
  const heard: unknown[] = [];
  const { call, mocks } = caller(
    { tool: ["one", throwsError("no"), "two"] },
    {
      onCall(entry) {
        heard.push([entry.toolCallId, entry.result?.content?.[0]?.text]);
        if (heard.length === 3) throw new Error("not three");
      },
    },
  );
  await call();
  await expect(call()).rejects.toThrow("no");
  await expect(call()).rejects.toHaveProperty("code", "callback-threw");
  expect(heard).toEqual([
    ["call-1", "one"],
    ["call-2", undefined],
    ["call-3", "two"],
  ]);
  expect(mocks.failure).toHaveProperty("code", "callback-threw");
});

it("keeps what an async onCall rejects with, and stops the run", async () => {
  const abort = vi.fn();
  const mocks = createToolMocks(
    { tool: "one" },
    {
      onCall: async () => {
        throw new Error("late");
      },
    },
  );
  const ctx = { abort };
  expect(await mocks.wrap(bare("tool")).execute("call-1", {}, undefined, undefined, ctx)).toEqual(text("one"));
  await vi.waitFor(() => expect(mocks.failure).toMatchObject({ code: "callback-threw", cause: new Error("late") }));
  expect(abort).toHaveBeenCalledTimes(1);
  expect(() => mocks.assertDone()).toThrow(mocks.failure);
});

it("keeps what a listener for real throws throws itself", async () => {
  const { call, mocks } = caller(
    { tool: passthrough() },
    {
      onRealThrow: () => {
        throw new Error("in the listener");
      },
    },
    bare("tool", async () => {
      throw new Error("real");
    }),
  );
  await expect(call()).rejects.toHaveProperty("code", "callback-threw");
  expect(mocks.failure).toMatchObject({ code: "callback-threw", cause: new Error("in the listener") });
});

it("hands out copies of a result it was given, with what is no plain data as it is", async () => {
  const when = new (class When {
    year = 2026;
  })();
  const run = () => {};
  const result = { content: [{ type: "text", text: "x" }], details: { n: 0, when, run } };
  const { call } = caller({ tool: repeatLast([result]) });
  const first = await call();
  expect(first).toStrictEqual(result);
  expect([first.details.when, first.details.run]).toEqual([when, run]);
  first.content[0].text = "changed";
  first.details.n = 1;
  expect(await call()).toEqual(result);
  expect(result.details.n).toBe(0);
});

it("is taken off by using", async () => {
  const detached = vi.fn();
  {
    using mocks = createToolMocks({ tool: "mocked" });
    expect(mocks[Symbol.dispose]).toBe(mocks.dispose);
    mocks.attach({
      getAllTools: () => [],
      getToolDefinition: () => undefined,
      subscribe: () => detached,
    } as never);
  }
  expect(detached).toHaveBeenCalledTimes(1);
});

it("goes back to the beginning on reset", async () => {
  const { call, mocks } = caller({ tool: ["one"] });
  mocks.set("tool", ["other"]);
  await call();
  await call().catch(() => {});
  mocks.reset();
  expect([mocks.calls, mocks.failure, mocks.isMocked("call-1")]).toEqual([[], undefined, false]);
  expect(await call()).toEqual(text("one"));
});

it("takes a mock away when it is set to undefined", async () => {
  const { call, mocks } = caller({ tool: "mocked" });
  mocks.set("tool", undefined);
  expect(await call()).toEqual(text("real"));
});

it("leaves the tool it wraps alone, and wraps a tool once", () => {
  const mocks = createToolMocks({ tool: "mocked" });
  const tool = bare("tool");
  const { execute } = tool;
  const wrapped = mocks.wrap(tool);
  expect(tool.execute).toBe(execute);
  expect(mocks.wrap(wrapped)).toBe(wrapped);
  expect(mocks.wrap({ ...wrapped }).execute).toBe(wrapped.execute);
  const { execute: _, ...rest } = tool;
  expect(wrapped).toMatchObject(rest);
});

it("wraps a tool that is an object of a class, with its private state", async () => {
  class Counter {
    readonly name = "tool";
    readonly label = "tool";
    readonly description = "tool";
    readonly parameters = { type: "object", properties: {} } as any;
    #count = 0;
    prepareArguments(args: unknown) {
      this.#count++;
      return args as any;
    }
    async execute() {
      return text(`prepared ${this.#count} times`);
    }
  }
  const wrapped = createToolMocks({ tool: passthrough() }).wrap(new Counter());
  wrapped.prepareArguments({});
  expect(await wrapped.execute()).toEqual(text("prepared 1 times"));
});

it("wraps a registered tool by its definition", async () => {
  const registered = { definition: bare("tool"), sourceInfo: { path: "x" } } as any;
  const wrapped = createToolMocks({ tool: "mocked" }).wrap(registered);
  expect(wrapped).toMatchObject({ sourceInfo: { path: "x" } });
  expect(await wrapped.definition.execute("id", {})).toEqual(text("mocked"));
});

it("passes members unbound", async () => {
  const { wrap, calls, callsFor, isMocked, set, assertDone, reset } = createToolMocks({ tool: "one" });
  await wrap(bare("tool")).execute("id", {} as never);
  expect([calls.length, callsFor("tool").length, isMocked("id")]).toEqual([1, 1, true]);
  set("tool", "two");
  assertDone();
  reset();
});
