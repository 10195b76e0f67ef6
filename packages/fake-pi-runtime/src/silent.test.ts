// What real pi loses without a word, and the fake shows.
import { expect, it } from "vitest";
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
