import { expect, it, vi } from "vitest";
import { cancelled, createMockUI, MockUIError } from "./index.ts";

it("answers with the contract's defaults when nothing is configured", async () => {
  const { context } = createMockUI();
  expect(await context.confirm("Sure?", "really")).toBe(true);
  expect(await context.select("Colour", ["red", "green"])).toBe("red");
  expect(await context.select("Nothing", [])).toBe(undefined);
  expect(await context.input("Name", "type here")).toBe("");
  expect(await context.editor("Text", "prefill")).toBe("");
});

it("answers by value, by title, by function with pi's arguments, and by order", async () => {
  const confirm = vi.fn(() => false);
  const input = vi.fn(async (title: string) => `${title}!`);
  const options = { timeout: 1000 };
  const { context, assertDone } = createMockUI({
    confirm,
    select: { Colour: "green", default: ["b", cancelled, () => "a"] },
    input,
    editor: "kept",
  });
  expect(await context.confirm("Sure?", "really", options)).toBe(false);
  expect(confirm).toHaveBeenCalledWith("Sure?", "really", options);
  expect(await context.select("Colour", ["red", "green"])).toBe("green");
  const letters = [1, 2, 3].map(() => context.select("Letter", ["a", "b"]));
  expect(await Promise.all(letters)).toEqual(["b", undefined, "a"]);
  expect(await context.input("Name", "hint")).toBe("Name!");
  expect(input).toHaveBeenCalledWith("Name", "hint");
  expect(await context.editor("Text", "prefill")).toBe("kept");
  assertDone();
});

it("takes a title that every object has for a title, and an undefined answer for none", async () => {
  const { context } = createMockUI({
    input: { toString: "text", Name: undefined, default: "rest" },
    confirm: undefined,
  });
  expect(await context.input("toString")).toBe("text");
  expect(await context.input("Name")).toBe("rest");
  expect(await context.input("constructor")).toBe("rest");
  expect(await context.confirm("a", "b")).toBe(true);
});

it("dismisses on cancelled and on a function that returns undefined", async () => {
  const { context } = createMockUI({ confirm: cancelled, select: () => undefined, input: async () => cancelled });
  expect(await context.confirm("a", "b")).toBe(false);
  expect(await context.select("a", ["b"])).toBe(undefined);
  expect(await context.input("a")).toBe(undefined);
});

it("takes queued answers before the config's, whatever their kind", async () => {
  const ui = createMockUI({ confirm: false });
  ui.answer("confirm", true, cancelled, () => true);
  const answers = [1, 2, 3, 4].map(() => ui.context.confirm("a", "b"));
  expect(await Promise.all(answers)).toEqual([true, false, true, false]);
  ui.assertDone();
});

it("keeps what a handler throws as the failure, and the extension sees it too", async () => {
  const heard: Error[] = [];
  const ui = createMockUI({
    confirm: () => {
      throw new TypeError("first");
    },
    input: async () => {
      throw new Error("second");
    },
    onFailure: (failure) => heard.push(failure),
  });
  await expect(ui.context.confirm("a", "b")).rejects.toThrow("first");
  await expect(ui.context.input("a")).rejects.toThrow("second");
  expect(ui.failure).toMatchObject({ name: "MockUIError", cause: new TypeError("first") });
  expect(heard).toEqual([ui.failure]);
  expect(() => ui.assertDone()).toThrow(ui.failure);
  ui.dispose();
});

it("answers what is not configured as onUnhandled says", async () => {
  const seen: string[] = [];
  const ui = createMockUI({
    onUnhandled: (call) => {
      seen.push(`${call.method} ${call.title}`);
      return call.method === "confirm" ? "default" : call.method === "select" ? "error" : "typed";
    },
  });
  expect(await ui.context.confirm("a", "b")).toBe(true);
  expect(await ui.context.select("Policy", ["warn", "error"])).toBe("error");
  expect(await ui.context.input("c")).toBe("typed");
  await expect(ui.context.select("Colour", ["red"])).rejects.toThrow('select "Colour" was opened');
  expect(seen).toEqual(["confirm a", "select Policy", "input c", "select Colour"]);
  expect(MockUIError.isInstance(ui.failure) && ui.failure.code).toBe("unhandled");
});

it("works detached, spread and after the extension changed what it passed", async () => {
  const ui = createMockUI();
  const spread = { ...ui.context };
  const { select } = spread;
  const options = ["red", "green"];
  const choice = select("Colour", options);
  options.length = 0;
  expect(await choice).toBe("red");
  const { callsFor, answer } = ui;
  answer("select", "green");
  expect(await select("Colour", ["green"])).toBe("green");
  expect(callsFor("select").map((call) => [call.options, call.returnValue])).toEqual([
    [["red", "green"], "red"],
    [["green"], "green"],
  ]);
});

it("takes the position of an option for the option, and refuses one that is not there", async () => {
  const ui = createMockUI({ select: [1, (_title, options) => options.length - 1, 3] });
  expect(await ui.context.select("Where?", ["staging", "prod"])).toBe("prod");
  expect(await ui.context.select("Where?", ["staging", "prod", "nowhere"])).toBe("nowhere");
  await expect(ui.context.select("Where?", ["staging", "prod"])).rejects.toThrow(
    'select "Where?" was answered with something that is none of its options.',
  );
  expect(ui.failure?.message).toContain("received: 3 from select");
});
