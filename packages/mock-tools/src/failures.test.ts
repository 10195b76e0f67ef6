// Every failure on its full text.
import { expect, it } from "vitest";
import { createToolMocks, MockToolsError, passthrough, repeatLast } from "./index.ts";

const bare = (name: string) => ({
  name,
  label: name,
  description: name,
  parameters: { type: "object", properties: {} } as any,
  execute: async (..._call: any[]) => ({ content: [], details: {} }),
});

const messageOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    expect(MockToolsError.isInstance(error)).toBe(true);
    return (error as Error).message.replace(/failures\.test\.ts:\d+:\d+/, "failures.test.ts");
  }
  return "did not throw";
};

const callTool = (handlers: Parameters<typeof createToolMocks>[0], times = 1, options = {}) => {
  const mocks = createToolMocks(handlers, { stepOf: () => 3, ...options });
  const tool = mocks.wrap(bare("deploy"));
  return messageOf(async () => {
    for (let index = 1; index <= times; index++) await tool.execute(`c${index}`, { target: "prod" } as never);
  });
};

it("says that a handler threw", async () => {
  expect(
    await callTool({
      deploy: () => {
        throw new Error("expected 1 to be 2");
      },
    }),
  ).toBe(`The mock of "deploy" threw at step 3, call "c1": expected 1 to be 2
  written at: packages/mock-tools/src/failures.test.ts
  received: parameters {"target":"prod"}
Likely cause: an assertion in the handler failed, or the handler has a mistake
What to do: return throwsError("…") or { isError: true } where the tool itself is meant to fail.`);
});

it("says that onCall threw", async () => {
  const onCall = () => {
    throw new Error("nothing expected");
  };
  expect(
    await callTool({ deploy: "" }, 1, { onCall, stepOf: undefined }),
  ).toBe(`The onCall callback threw for "deploy" at call "c1": nothing expected
  written at: packages/mock-tools/src/failures.test.ts
  received: parameters {"target":"prod"}
Likely cause: an assertion in onCall failed, or onCall has a mistake
What to do: mend onCall or the extension under test.`);
});

it("says that onRealThrow threw", async () => {
  const onRealThrow = () => {
    throw new Error("nothing expected");
  };
  const mocks = createToolMocks({ deploy: passthrough() }, { onRealThrow, stepOf: () => 3 });
  const broken = { ...bare("deploy"), execute: () => Promise.reject(new Error("real")) };
  const run = () => mocks.wrap(broken as ReturnType<typeof bare>).execute("c1", { target: "prod" });
  expect(await messageOf(run)).toBe(`The onRealThrow callback threw for "deploy" at step 3, call "c1": nothing expected
  written at: packages/mock-tools/src/failures.test.ts
  received: parameters {"target":"prod"}
Likely cause: an assertion in onRealThrow failed, or onRealThrow has a mistake
What to do: mend onRealThrow or the extension under test.`);
});

it("says that a handler gave no outcome", async () => {
  expect(
    await callTool({ deploy: () => ({ txt: "typo" }) as never }),
  ).toBe(`The mock of "deploy" gave no outcome at step 3, call "c1".
  written at: packages/mock-tools/src/failures.test.ts
  expected: a string, a result { content, details?, isError?, … }, throwsError(message) or passthrough()
  received: {"txt":"typo"}
Likely cause: a key of the result is misspelt
What to do: return one of the four.`);
  expect(await callTool({ deploy: () => undefined as never })).toContain(
    "Likely cause: the handler has no return on this path",
  );
});

it("says that a queue ran out", async () => {
  expect(
    await callTool({ deploy: ["one", "two"] }, 3),
  ).toBe(`The queue of "deploy" ran out at step 3, call "c3": call 3, 2 queued.
  written at: packages/mock-tools/src/failures.test.ts
  expected: 2 calls
  received: one more, with parameters {"target":"prod"}
Likely cause: the model or an extension called the tool once more than the test foresees
What to do: queue another answer, or use repeatLast([...]) if the last one may answer every further call.`);
});

it("says which answers were left over", async () => {
  const mocks = createToolMocks({ deploy: ["one", "two"], rollback: ["one"] });
  mocks.wrap(bare("rollback"));
  await mocks.wrap(bare("deploy")).execute();
  expect(
    await messageOf(mocks.assertDone),
  ).toBe(`Queued answers were left over: the run ended before they were asked for.
  written at: packages/mock-tools/src/failures.test.ts
  left:
    "deploy": 1 of 2
    "rollback": 1 of 1
Likely cause: the tool was called less often than the test foresees
What to do: take the answers out, or find out why the calls did not come.`);
});

it("names the tool that was meant, and takes it back when the tool comes late", async () => {
  const mocks = createToolMocks({ deplyo: "x" });
  mocks.wrap(bare("deploy"));
  expect(mocks.unmatched()).toEqual([{ name: "deplyo", nearest: "deploy" }]);
  expect(await messageOf(mocks.assertDone)).toBe(`There is a mock for "deplyo", but no tool of that name.
  written at: packages/mock-tools/src/failures.test.ts
  expected: one of deploy
  received: deplyo
Likely cause: "deploy" was meant
What to do: write "deploy".`);
  expect(mocks.unmatched(["deplyo"])).toEqual([]);
  mocks.wrap(bare("deplyo"));
  mocks.assertDone();
});

it("says that nothing is near to a name", async () => {
  const mocks = createToolMocks({ rollback: "x" });
  mocks.wrap(bare("bash"));
  expect(await messageOf(mocks.assertDone)).toContain(
    "Likely cause: the extension that has the tool is not loaded\nWhat to do: load it, or take the mock out.",
  );
});

it("names the option that was meant", async () => {
  expect(
    await messageOf(() => createToolMocks({}, { onUnmoked: "error" } as never)),
  ).toBe(`createToolMocks() has no option "onUnmoked".
  written at: packages/mock-tools/src/failures.test.ts
  expected: one of onUnmocked, onCall, onFailure, onRealThrow, stepOf
  received: onUnmoked
Likely cause: "onUnmocked" was meant
What to do: write onUnmocked.`);
});

it("refuses a value that is no handler, at creation and later", async () => {
  const expected = `The mock of "bash" is no handler.
  written at: packages/mock-tools/src/failures.test.ts
  expected: a string, a result { content, details?, isError?, … }, throwsError(message), passthrough(), a function, or an array of these
  received: 7
What to do: give one of these.`;
  expect(await messageOf(() => createToolMocks({ bash: 7 as never }))).toBe(expected);
  expect(await messageOf(() => createToolMocks({}).set("bash", 7 as never))).toBe(expected);
});

it("refuses handlers and options that are no objects", async () => {
  for (const handlers of [null, undefined, "bash", ["bash"]])
    expect(await messageOf(() => createToolMocks(handlers as never))).toBe(`createToolMocks() cannot use these handlers.
  written at: packages/mock-tools/src/failures.test.ts
  expected: an object of handlers by tool name: { bash: "…" }
  received: ${handlers === undefined ? "undefined" : JSON.stringify(handlers)}
What to do: give {} where nothing is mocked.`);
  expect(await messageOf(() => createToolMocks({}, null as never))).toBe(`createToolMocks() cannot use these options.
  written at: packages/mock-tools/src/failures.test.ts
  expected: an object with some of onUnmocked, onCall, onFailure, onRealThrow, stepOf
  received: null
What to do: leave them out, or give an object.`);
});

it("refuses repeatLast without a last handler", async () => {
  const refused = (received: string) => `repeatLast() needs at least one handler: there is no last one.
  written at: packages/mock-tools/src/failures.test.ts
  expected: an array of handlers
  received: ${received}
What to do: give it the handler that answers every further call.`;
  expect(await messageOf(() => repeatLast([]))).toBe(refused("[]"));
  expect(await messageOf(() => repeatLast(null as never))).toBe(refused("null"));
});

it("points at the line that set a handler", async () => {
  const mocks = createToolMocks({});
  mocks.set("deploy", []);
  expect(await messageOf(() => mocks.wrap(bare("deploy")).execute())).toContain(
    "  written at: packages/mock-tools/src/failures.test.ts\n",
  );
});

it("recognises an error of another copy of the package", () => {
  const foreign = Object.assign(new Error("x"), { [Symbol.for("@pi-testkit/mock-tools.error")]: true });
  expect(MockToolsError.isInstance(foreign)).toBe(true);
  expect(MockToolsError.isInstance(new Error("x"))).toBe(false);
});
