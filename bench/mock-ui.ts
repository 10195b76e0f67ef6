// What the scripted user costs: a dialog against a bare async function, a key press on a custom component against calling
// pi-tui's own input and render. Ratios of one run, best of many short rounds taken turn about.
import { SelectList, TuiMainScreen } from "@earendil-works/pi-tui";
import { createMockUI, type Screen } from "@pi-testkit/mock-ui";
import { tellFigure } from "./promise.ts";

const rounds = Number(process.env.ROUNDS ?? 200);

type Work = () => Promise<void> | void;

/** Nanoseconds of each work, the best of all rounds; `prepare` runs outside the clock. */
const best = async (works: Readonly<Record<string, () => Work>>): Promise<Record<string, number>> => {
  const result: Record<string, number> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, prepare] of Object.entries(works)) {
      const work = prepare();
      const start = process.hrtime.bigint();
      await work();
      result[name] = Math.min(result[name] ?? Number.POSITIVE_INFINITY, Number(process.hrtime.bigint() - start));
    }
  return result;
};

const dialogs = 2000;
const many = (ask: () => Promise<unknown>) => async () => {
  for (let count = 0; count < dialogs; count++) await ask();
};
const bare = async (_title: string, _message: string) => true;
const confirmed = (config: Parameters<typeof createMockUI>[0]) => () => {
  const { confirm } = createMockUI(config).context;
  return many(() => confirm("Sure?", "really"));
};
const asked = await best({
  bare: () => many(() => bare("Sure?", "really")),
  value: confirmed({ confirm: true }),
  function: confirmed({ confirm: () => true }),
  clock: () => many(async () => performance.now()),
});
const each = (name: string) => (asked[name] ?? Number.NaN) / dialogs;
tellFigure({
  what: "a dialog : a bare async function",
  value: each("value") / each("bare"),
  limit: 3,
  unit: "×",
  detail:
    `${each("bare").toFixed(0)} ns bare, ${each("value").toFixed(0)} ns with a value, ${each("function").toFixed(0)} ns with a function; ` +
    `reading the clock takes ${(each("clock") - each("bare")).toFixed(0)} ns of it`,
});

const presses = 100;
const style = (text: string) => text;
const list = () =>
  new SelectList(
    Array.from({ length: 10 }, (_, index) => ({
      value: `${index}`,
      label: `Option ${index}`,
      description: "words ".repeat(5),
    })),
    10,
    { selectedPrefix: style, selectedText: style, description: style, scrollInfo: style, noMatch: style },
  );
const nothing = () => {};
let input: (data: string) => void = nothing;
let written = "";
const tui = new TuiMainScreen(
  {
    start: (take) => {
      input = take;
    },
    stop: nothing,
    drainInput: async () => {},
    write: (data) => {
      written = data;
    },
    columns: 80,
    rows: 24,
    kittyProtocolActive: false,
    moveBy: nothing,
    hideCursor: nothing,
    showCursor: nothing,
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
    setProgramStatus: nothing,
  },
  false,
);
const direct = list();
tui.addChild(direct);
tui.setFocus(direct);
tui.start();

let leave: () => void = nothing;
let open: (screen: Screen) => void = nothing;
const opened = new Promise<Screen>((resolve) => {
  open = resolve;
});
const ui = createMockUI({
  custom: (screen) => {
    open(screen);
    return new Promise<void>((resolve) => {
      leave = resolve;
    });
  },
});
const closed = ui.context.custom<void>((_tui, _theme, _keybindings, done) => {
  const component = list();
  component.onCancel = () => done();
  return component;
});
const screen = await opened;
const pressed = await best({
  direct: () => () => {
    for (let count = 0; count < presses; count++) {
      input("\x1b[B");
      tui.renderNow();
    }
  },
  press: () => () => {
    for (let count = 0; count < presses; count++) screen.press("down");
  },
});
const press = (name: string) => (pressed[name] ?? Number.NaN) / presses / 1000;
tellFigure({
  what: "a key press on a custom component : pi-tui's own input and render",
  value: press("press") / press("direct"),
  limit: 1.5,
  unit: "×",
  detail: `${press("direct").toFixed(1)} µs direct, ${press("press").toFixed(1)} µs by screen.press`,
});
screen.press("escape");
leave();
await closed;
tui.stop();
process.exitCode = written === "" ? 1 : 0;
