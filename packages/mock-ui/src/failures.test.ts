// The full text of every message.
import { expect, it } from "vitest";
import { createMockUI, type MockUIConfig } from "./index.ts";

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return String((error as Error).message).replace(/test\.ts:\d+:\d+/g, "test.ts:L:C");
  }
  throw new Error("nothing was thrown");
};

const file = "packages/mock-ui/src/failures.test.ts:L:C";

it("refuses an unknown option and names the nearest", async () => {
  expect(await messageOf(() => createMockUI({ comfirm: true } as MockUIConfig))).toBe(
    `createMockUI does not know the option "comfirm".
  written at: ${file}
  expected: confirm, select, input, editor, custom, onUnhandled, mode, onCall, onFailure
  received: comfirm
What to do: write "confirm".`,
  );
});

it("refuses an unknown mode, policy and listener", async () => {
  expect(await messageOf(() => createMockUI({ mode: "tty" as "tui" }))).toBe(
    `createMockUI does not know the mode "tty".
  written at: ${file}
  expected: tui, rpc, json, print
  received: tty
What to do: write "tui".`,
  );
  expect(await messageOf(() => createMockUI({ onUnhandled: "throw" as "error" }))).toBe(
    `createMockUI does not know this onUnhandled.
  written at: ${file}
  expected: default, error
  received: throw`,
  );
  expect(await messageOf(() => createMockUI({ onCall: 1 as never }))).toBe(
    `createMockUI needs a function as "onCall".
  written at: ${file}
  expected: a function`,
  );
});

it("refuses an answer for a dialog that does not exist", async () => {
  expect(await messageOf(() => createMockUI().answer("slect" as "select", "a"))).toBe(
    `answer() does not know the dialog "slect".
  written at: ${file}
  expected: confirm, select, input, editor, custom
  received: slect
What to do: write "select".`,
  );
});

it("refuses a select answer that is no option", async () => {
  const ui = createMockUI({ select: { Target: "stagng" } });
  expect(await messageOf(() => ui.context.select("Target", ["prod", "staging"]))).toBe(
    `select "Target" was answered with something that is none of its options.
  written at: ${file}
  expected: one of ["prod","staging"]
  received: "stagng" from select["Target"]
Likely cause: a typo for "staging"
What to do: answer "staging".`,
  );
  ui.reset();
  ui.answer("select", "mars");
  expect(await messageOf(() => ui.context.select("Target", ["prod", "staging"]))).toBe(
    `select "Target" was answered with something that is none of its options.
  written at: ${file}
  expected: one of ["prod","staging"]
  received: "mars" from answer("select", …)
Likely cause: the extension offers other options than the test expects
What to do: answer one of the options, or cancelled.`,
  );
});

it("refuses an answer of the wrong type", async () => {
  const ui = createMockUI({ confirm: (() => "yes") as never });
  expect(await messageOf(() => ui.context.confirm("Sure?", ""))).toBe(
    `confirm "Sure?" was answered with something it cannot return.
  written at: ${file}
  expected: true, false or cancelled
  received: "yes" from confirm
What to do: answer with a value of that type; undefined returned by a function, and cancelled, dismiss the dialog.`,
  );
});

it("says that a queue ran out", async () => {
  const ui = createMockUI({ input: { Name: ["Ada"] } });
  await ui.context.input("Name");
  expect(await messageOf(() => ui.context.input("Name"))).toBe(
    `input "Name" was opened after the last answer of its queue.
  written at: ${file}
  expected: at most 1 dialog for input["Name"]
  received: one more
Likely cause: the extension asked again, perhaps because it did not accept an answer
What to do: add an answer to input["Name"], or write a function or a single value there to answer every time.`,
  );
});

it("says that a dialog has no answer", async () => {
  const ui = createMockUI({ onUnhandled: "error" });
  expect(await messageOf(() => ui.context.confirm("Delete?", "all"))).toBe(
    `confirm "Delete?" was opened and the test has no answer for it.
  written at: ${file}
  expected: an answer for confirm "Delete?"
  received: confirm("Delete?", "all")
Likely cause: onUnhandled is "error"
What to do: configure confirm, or call answer("confirm", …) before the dialog opens.`,
  );
});

it("says what a callback threw", async () => {
  const ui = createMockUI({ input: () => Promise.reject("plain") });
  expect(await messageOf(() => ui.context.input("Name"))).toBe(
    `input threw: "plain"
  written at: ${file}`,
  );
});

it("says what is left over", async () => {
  const ui = createMockUI({ confirm: [true, false], input: () => new Promise(() => {}) });
  ui.answer("select", "red");
  void ui.context.input("Name");
  expect(await messageOf(() => ui.assertDone())).toBe(
    `The scripted user is not done.
  written at: ${file}
  expected: every dialog closed and every queued answer used
  left:
    open dialog: input "Name"
    unused: confirm: true, false
    unused: answer("select", …): "red"
Likely cause: a dialog was opened and nobody waited for it, or its handler never returned
What to do: await the dialog, or let its handler return.`,
  );
  ui.dispose();
});
