// The full text of every message.
import { expect, it, vi } from "vitest";
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

it("refuses a config that is no object", async () => {
  for (const config of [null, "yes", ["yes"]])
    expect(await messageOf(() => createMockUI(config as MockUIConfig))).toBe(
      `createMockUI needs an object.
  written at: ${file}
  expected: an object, such as { confirm: true }
  received: ${JSON.stringify(config)}`,
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

it("takes a short answer for a typo only of what it resembles", async () => {
  const told = async (answer: string, options: string[]) =>
    (await messageOf(() => createMockUI({ select: answer }).context.select("Pick", options))).split(
      "Likely cause: ",
    )[1];
  const other = `the extension offers other options than the test expects
What to do: answer one of the options, or cancelled.`;
  expect(await told("z", ["x", "y"])).toBe(other);
  expect(await told("", ["x", "y"])).toBe(other);
  expect(await told("X", ["x", "y"])).toBe('a typo for "x"\nWhat to do: answer "x".');
  expect(await told("ys", ["no", "yes"])).toBe('a typo for "yes"\nWhat to do: answer "yes".');
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

it("says which answer threw, for which dialog", async () => {
  const ui = createMockUI({ input: () => Promise.reject("plain") });
  expect(await messageOf(() => ui.context.input("Name", "hint"))).toBe(
    `input threw for input "Name": "plain"
  written at: ${file}
  received: input("Name", "hint")
Likely cause: an assertion in it failed, or it has a mistake
What to do: mend it or the extension under test; the answer of a user who dismisses the dialog is cancelled.`,
  );
  ui.reset();
  ui.answer("confirm", () => {
    throw new Error("expected 1 to be 2");
  });
  expect(await messageOf(() => ui.context.confirm("Sure?", "really"))).toContain(
    'answer("confirm", …) threw for confirm "Sure?": expected 1 to be 2\n',
  );
});

it("says that a driver of a component threw", async () => {
  const custom = () => {
    throw new Error("expected red to be green");
  };
  const ui = createMockUI({ custom });
  expect(await messageOf(() => ui.context.custom(() => ({ render: () => ["red"], invalidate() {} })))).toBe(
    `custom threw for custom: expected red to be green
  written at: ${file}
  received: custom([function anonymous])
Likely cause: an assertion in it failed, or it or the component it drives has a mistake
What to do: mend it or the extension under test; the answer of a user who dismisses the dialog is cancelled.`,
  );
});

it("says that onCall threw, and for which call", async () => {
  const ui = createMockUI({
    onCall: () => {
      throw new Error("oc");
    },
  });
  ui.context.notify("hello", "warning");
  expect(await messageOf(ui.assertDone)).toBe(
    `onCall threw for notify: oc
  written at: ${file}
  received: notify("hello", "warning")
Likely cause: an assertion in onCall failed, or onCall has a mistake
What to do: mend onCall or the extension under test.`,
  );
});

it("says that a component threw while nobody drove it", async () => {
  const ui = createMockUI();
  const render = () => {
    throw new Error("cannot draw");
  };
  ui.context.setWidget("broken", () => ({ render, invalidate() {} }));
  await ui.screen.next().catch(() => {});
  await vi.waitFor(async () =>
    expect(await messageOf(ui.assertDone)).toBe(
      `A component threw while it was drawn: cannot draw
  written at: ${file}
Likely cause: the extension's component has a mistake, which crashes pi
What to do: mend the component.`,
    ),
  );
  ui.dispose();
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

it("refuses a key pi has no name for", async () => {
  const { screen } = createMockUI();
  expect(await messageOf(() => screen.press("entr" as "enter"))).toBe(
    `press() does not know the key "entr".
  written at: ${file}
  expected: a key name of pi, such as "enter", "down", "pageUp", "a", "ctrl+c" or "shift+tab"
What to do: write "enter"; type() is for text.`,
  );
  expect(await messageOf(() => screen.press("A" as "a"))).toBe(
    `press() does not know the key "A".
  written at: ${file}
  expected: a key name of pi, such as "enter", "down", "pageUp", "a", "ctrl+c" or "shift+tab"
Likely cause: pi names letters in lower case
What to do: write "shift+a"; type() is for text.`,
  );
  expect(await messageOf(() => screen.press("contrl+c" as "ctrl+c"))).toContain(`does not know the key "contrl+c"`);
  for (const text of ["hello", "é"])
    expect(await messageOf(() => screen.press(text as "a"))).toContain("What to do: use type() for text.");
});

it("refuses a key that nothing takes", async () => {
  const ui = createMockUI();
  expect(await messageOf(() => ui.screen.press("enter"))).toBe(
    `A key was pressed and nothing on the screen takes it.
  written at: ${file}
  expected: an open custom component, an extension's editor or a listener for terminal input
Likely cause: nothing was drawn so far
What to do: wait for the first frame: await screen.next().`,
  );
  await ui.screen.next();
  expect(await messageOf(() => ui.screen.type("x"))).toBe(
    `A key was pressed and nothing on the screen takes it.
  written at: ${file}
  expected: an open custom component, an extension's editor or a listener for terminal input
Likely cause: the component is already closed
What to do: press fewer keys.`,
  );
});

it("shows the last screen of a component that is still open", async () => {
  const ui = createMockUI({ custom: () => {} });
  const open = () => ui.context.custom(() => ({ render: () => ["> red", "  green"], invalidate() {} }));
  expect(await messageOf(open)).toBe(
    `The custom component was still open when its handler returned.
  written at: ${file}
  expected: that the component calls done()
  left:
    > red
      green
Likely cause: a key is missing, or the component finishes later than the handler
What to do: press the key that closes the component; if it closes by itself, await screen.closed().`,
  );
});

it("shows the line that is too wide", async () => {
  let text = "x";
  const ui = createMockUI({ custom: (screen) => screen.press("x") });
  const open = () =>
    ui.context.custom(() => ({
      render: () => [text],
      invalidate() {},
      handleInput: () => {
        text = "y".repeat(300);
      },
    }));
  expect(await messageOf(open)).toBe(
    `A component drew a line of 300 columns on a screen of 80, which crashes pi.
  expected: at most 80 columns
  received: "${"y".repeat(200)}…"
Likely cause: the component does not cut its lines
What to do: cut lines with truncateToWidth(line, width) of @earendil-works/pi-tui.`,
  );
});

it("ends a wait that nothing ends, on real time, while the test's timers are fake", async () => {
  vi.useFakeTimers();
  const ui = createMockUI({
    custom: async (screen) => {
      await screen.next();
      const messages = await Promise.all(
        [screen.next, () => screen.until(() => false), screen.closed].map((wait) => messageOf(wait)),
      );
      finish(messages);
    },
  });
  let finish: (messages: string[]) => void = () => {};
  const messages = await ui.context.custom<string[]>((_tui, _theme, _keybindings, done) => {
    finish = done;
    return { render: () => ["waiting"], invalidate() {} };
  });
  const rest = `
  written at: ${file}
  left:
    waiting
Likely cause: the component waits for something: a key, or fake timers that the test did not advance
What to do: press the key or advance the timers before waiting.`;
  expect(messages.map((message) => message.replace(/written at: .*/, `written at: ${file}`))).toEqual([
    `The screen did not come to another frame within five seconds.${rest}`,
    `The screen did not come to the awaited frame within five seconds.${rest}`,
    `The screen did not come to the end of its component within five seconds.${rest}`,
  ]);
  vi.useRealTimers();
}, 20_000);

it("names a member of a newer pi when an extension uses it", async () => {
  const ui = createMockUI();
  expect(ui.reportUnknownMembers([...Object.keys(ui.context), "showHologram"])).toEqual(["showHologram"]);
  const spread = { ...ui.context } as unknown as { showHologram(): void };
  expect(await messageOf(() => spread.showHologram())).toBe(
    `The extension called ctx.ui.showHologram(), which this version of @pi-testkit/mock-ui does not know.
Likely cause: the installed pi is newer than the mock
What to do: update @pi-testkit/mock-ui.`,
  );
  expect(() => ui.assertDone()).toThrow("showHologram");
});
