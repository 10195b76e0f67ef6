// Examples whose tools ask the user with a component of their own; the answer reaches the model.
import { calls, type MockUIConfig, says, type TestSession, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

type Drive = Extract<MockUIConfig["custom"], (...args: never[]) => unknown>;

/** What the model read as the tool's result. */
const told = (t: TestSession) => t.playbook.requests.at(-1)?.messages.at(-1)?.content[0].text;

const colour = calls("question", {
  question: "Which colour?",
  options: [{ label: "Red" }, { label: "Blue", description: "like the sea" }],
});
const ask = async (custom: Drive) => {
  const t = await withExample("question.ts", { mockUI: { custom } });
  await t.run(when("paint it", [colour, says("Done.")]));
  return t;
};

it("question tells the model which option the user picked", async () => {
  let screen = "";
  const t = await ask((shown) => {
    screen = shown.text();
    shown.press("down", "enter");
  });
  expect(screen).toContain("> 1. Red");
  expect(screen).toContain("like the sea");
  expect(told(t)).toBe("User selected: 2. Blue");
  expect(t.events.toolResults).toMatchObject([{ details: { answer: "Blue", wasCustom: false } }]);
});

it("question tells the model what the user wrote", async () => {
  const t = await ask((shown) => {
    shown.press("down", "down", "enter");
    shown.type("green");
    shown.press("enter");
  });
  expect(told(t)).toBe("User wrote: green");
});

it("question tells the model that the user cancelled", async () => {
  expect(told(await ask((shown) => shown.press("escape")))).toBe("User cancelled the selection");
});

it("question does not ask where there is no terminal", async () => {
  const t = await withExample("question.ts", { mode: "rpc" });
  await t.run(when("paint it", [colour, says("Then not.")]));
  expect(told(t)).toContain("UI not available");
  expect(t.events.uiCallsFor("custom")).toEqual([]);
});

const both = calls("questionnaire", {
  questions: [
    {
      id: "scope",
      label: "Scope",
      prompt: "How much?",
      options: [
        { value: "all", label: "All" },
        { value: "some", label: "Some" },
      ],
    },
    { id: "when", prompt: "When?", options: [{ value: "now", label: "Now" }] },
  ],
});

it("questionnaire tells the model the answers of every tab", async () => {
  const t = await withExample("questionnaire.ts", {
    mockUI: {
      custom: (screen) => {
        screen.press("down", "enter", "down", "enter");
        screen.type("tomorrow");
        screen.press("enter");
        expect(screen.text()).toContain("Ready to submit");
        screen.press("enter");
      },
    },
  });
  await t.run(when("plan", [both, says("Noted.")]));
  expect(told(t)).toBe("Scope: user selected: 2. Some\nQ2: user wrote: tomorrow");
  expect(t.events.toolResults).toMatchObject([{ details: { cancelled: false } }]);
});

it("questionnaire does not submit while a question is open, and can be cancelled", async () => {
  const t = await withExample("questionnaire.ts", {
    mockUI: {
      custom: (screen) => {
        screen.press("enter", "tab", "enter");
        expect(screen.text()).toContain("Unanswered: Q2");
        screen.press("escape");
      },
    },
  });
  await t.run(when("plan", [both, says("Noted.")]));
  expect(told(t)).toBe("User cancelled the questionnaire");
});
