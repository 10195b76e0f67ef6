// ctx.ui.custom(): builds the extension's component as pi does, shows it, and lets the test's handler drive it.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import { tellFailure } from "@pi-testkit/failure-report";
import type { FoundAnswer } from "./answer-book.ts";
import { type Cancelled, isCancelled } from "./cancelled.ts";
import type { DialogDesk } from "./dialog-desk.ts";
import { answerThrew, drawingThrew } from "./dialog-failures.ts";
import { MockUIError } from "./mock-ui-error.ts";
import { closeOverlay } from "./pi-seams.ts";
import { oneTurn } from "./real-timers.ts";
import { freezeRendering } from "./rendered-lines.ts";
import type { OpenComponents, Screen } from "./screen.ts";
import type { Stage } from "./stage.ts";
import type { ThemeChoice } from "./theme-choice.ts";
import type { OpenRecord, UICallRecord } from "./ui-call-record.ts";

/** Drives a custom component: presses keys and reads the screen until the component calls `done()`. */
export type CustomFunction = (screen: Screen, call: UICallRecord) => unknown;

/** What happens to custom components: each one alike, or one after the other. */
export type CustomHandler = CustomFunction | readonly CustomAnswer[] | CustomValue;

/** One entry of a queue for `custom`, or of `answer("custom", …)`. */
export type CustomAnswer = CustomFunction | CustomValue;

/** A value to resolve with at once; nothing is built. Functions and arrays have a meaning of their own. */
export type CustomValue = Cancelled | string | number | boolean | null | { readonly [key: string]: unknown };

type Custom = ExtensionUIContext["custom"];
type CustomOptions = NonNullable<Parameters<Custom>[1]>;
type CustomComponent = Component & { dispose?(): void; width?: number };
type CustomFactory = (...args: Parameters<Parameters<Custom>[0]>) => CustomComponent | Promise<CustomComponent>;

/** @internal The components that are open, and who waits for one to close. */
export interface CustomComponents extends OpenComponents {
  readonly custom: Custom;
  /** Closes every component with a failure: one of them threw while it was drawn. */
  fail(thrown: unknown): void;
}

const stillOpen = (screen: Screen, writtenAt: string | undefined): MockUIError =>
  new MockUIError(
    "still-open",
    tellFailure({
      happened: "The custom component was still open when its handler returned.",
      writtenAt,
      expected: "that the component calls done()",
      left: screen.text() === "" ? ["(an empty screen)"] : screen.lines,
      cause: "a key is missing, or the component finishes later than the handler",
      fix: "press the key that closes the component; if it closes by itself, await screen.closed().",
    }),
  );

/** Shows a component where pi would; returns what takes it away. */
const show = (stage: Stage, component: CustomComponent, options: CustomOptions | undefined): (() => void) => {
  if (!options?.overlay || stage.loaded === undefined) {
    stage.push(component);
    return () => stage.remove(component);
  }
  const { overlayOptions, onHandle } = options;
  const fallback = component.width ? { width: component.width } : undefined;
  const layout = overlayOptions ? (typeof overlayOptions === "function" ? overlayOptions() : overlayOptions) : fallback;
  const unfreeze = freezeRendering(component, stage.loaded.freeze);
  const handle = stage.loaded.tui.showOverlay(component, layout);
  onHandle?.(handle);
  return () => {
    closeOverlay(handle);
    unfreeze();
  };
};

/** @internal */
export const createCustom = (
  desk: DialogDesk,
  stage: Stage,
  theme: ThemeChoice,
  screenOf: () => Screen,
): CustomComponents => {
  const open = new Set<(thrown: unknown) => void>();
  const waiting = new Set<() => void>();

  const run = (record: OpenRecord, factory: CustomFactory, options: CustomOptions | undefined, found: FoundAnswer) =>
    new Promise<unknown>((resolve, reject) => {
      let component: CustomComponent | undefined;
      let hide = () => {};
      let isOpen = true;
      const close = () => {
        isOpen = false;
        open.delete(fail);
        desk.pending.remove(record);
        hide();
        try {
          component?.dispose?.();
        } catch {
          // pi ignores what dispose throws.
        }
        for (const closed of [...waiting]) closed();
      };
      const end = (result: unknown) => {
        if (isOpen) close();
        resolve(desk.settle(record, result));
      };
      const done = (result: unknown) => {
        if (isOpen) end(result);
      };
      const fail = (thrown: unknown) => {
        if (!isOpen) return void desk.keeper.keep(answerThrew(thrown, record, found.from, found.writtenAt));
        close();
        reject(desk.fail(record, thrown, found));
      };
      // What the extension's own factory throws reaches the extension, as in pi, and is no failure of the test.
      const refuse = (thrown: unknown) => {
        if (!isOpen) return;
        close();
        desk.settle(record, undefined);
        reject(thrown);
      };
      const drive = async () => {
        await (found.answer as CustomFunction)(screenOf(), record);
        if (isOpen) await oneTurn();
        if (isOpen) throw stillOpen(screenOf(), found.writtenAt);
      };
      open.add(fail);
      desk.pending.add(record, { dismiss: () => end(undefined), abandon: close });
      stage.load().then(({ tui, kit }) => {
        if (!isOpen) return;
        Promise.resolve()
          .then(() => factory(tui, theme.handle, kit.keybindings, done))
          .then((built) => {
            component = built;
            if (isOpen) hide = show(stage, built, options);
          })
          .then(() => (isOpen ? drive().catch(fail) : undefined), refuse);
      }, fail);
    });

  const answerWithoutScreen = async (record: OpenRecord, found: FoundAnswer): Promise<unknown> => {
    try {
      const given = typeof found.answer === "function" ? await found.answer() : found.answer;
      return desk.settle(record, isCancelled(given) ? undefined : given);
    } catch (thrown) {
      throw desk.fail(record, thrown, found);
    }
  };

  const find = desk.finder("custom");
  const ask = (record: OpenRecord, args: readonly unknown[]): Promise<unknown> => {
    try {
      const found = find(record);
      if (found.unhandled) record.unhandled = true;
      const drives = typeof found.answer === "function" && !found.unhandled;
      return drives
        ? run(record, args[0] as CustomFactory, args[1] as CustomOptions | undefined, found)
        : answerWithoutScreen(record, found);
    } catch (thrown) {
      return Promise.reject(desk.fail(record, thrown, undefined));
    }
  };

  return {
    custom: (...args) => {
      const record = desk.log.open("custom", args);
      const ignored = desk.mode !== "tui" || desk.pending.closed;
      return (ignored ? Promise.resolve(desk.settle(record, undefined)) : ask(record, args)) as Promise<never>;
    },
    fail(thrown) {
      if (open.size === 0) desk.keeper.keep(drawingThrew(thrown, desk.writtenAt));
      for (const failOne of [...open]) failOne(thrown);
    },
    get size() {
      return open.size;
    },
    onClose(closed) {
      waiting.add(closed);
      return () => waiting.delete(closed);
    },
  };
};
