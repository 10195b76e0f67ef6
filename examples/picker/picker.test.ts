import { type Screen, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { expect, it } from "vitest";

const extensions = ["examples/picker/picker.extension.ts"];

// #region picker
it("moves by keys, shows where it is, and takes what is marked", async () => {
  const frames: string[] = [];
  const session = await createTestSession({
    extensions,
    mockUI: {
      custom: (screen: Screen) => {
        screen.press("down", "down");
        frames.push(screen.text());
        screen.press("up", "enter");
      },
    },
  });
  await session.run(when("/colour"));

  expect(frames).toEqual(["  red\n  green\n> blue"]);
  expect(session.ui.notifications).toEqual([{ message: "The colour is green", level: "info" }]);
});
// #endregion picker

it("leaves everything as it was on escape", async () => {
  const session = await createTestSession({ extensions, mockUI: { custom: (screen) => screen.press("escape") } });
  await session.run(when("/colour"));
  expect(session.ui.notifications).toEqual([{ message: "The colour stays", level: "info" }]);
});
