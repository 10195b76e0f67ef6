// Puts the parts of the scripted user together. Each part has its own file.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { callSite, createFailureKeeper, describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { createAnswerBook } from "./answer-book.ts";
import { createCallLog } from "./call-log.ts";
import { dialogName } from "./dialog-answer.ts";
import { asFailure } from "./dialog-failures.ts";
import { createDialogs } from "./dialogs.ts";
import type { DialogAnswer, DialogMethod } from "./handler.ts";
import { checkConfig, type MockUIConfig } from "./mock-ui-config.ts";
import { MockUIError } from "./mock-ui-error.ts";
import { hasUser, type MockUIMode } from "./modes.ts";
import { createPendingDialogs } from "./pending-dialogs.ts";
import { createSurfaces, type Notification, type Widget } from "./surfaces.ts";
import type { UICallRecord, UIMethod } from "./ui-call-record.ts";

/** The scripted user. Every member may be passed on unbound. */
export interface MockUI {
  /** What pi's `bindExtensions({ uiContext })` takes: a plain object with every member of `ExtensionUIContext`. */
  readonly context: ExtensionUIContext;
  readonly mode: MockUIMode;
  /** Whether pi gives an extension a UI in this mode (`ctx.hasUI`). */
  readonly hasUI: boolean;
  /** Every call on `context`, in order. */
  readonly calls: readonly UICallRecord[];
  /** The calls of one method, in order. */
  callsFor(method: UIMethod): UICallRecord[];
  /** Queues answers for the next dialogs of a kind; they come before the config's. */
  answer<Method extends DialogMethod>(method: Method, ...values: DialogAnswer<Method>[]): void;
  readonly notifications: readonly Notification[];
  /** Status texts by key. */
  readonly status: ReadonlyMap<string, string>;
  /** Widgets by key. */
  readonly widgets: ReadonlyMap<string, Widget>;
  /** The terminal's title, if an extension set one. */
  readonly title: string | undefined;
  /** The text in the user's editor. */
  readonly editorText: string;
  /** The calls whose dialog is open; the last one is on top. */
  readonly pending: readonly UICallRecord[];
  /** The first thing that went wrong. */
  readonly failure: Error | undefined;
  /** Throws the first failure; else a MockUIError when a dialog is open or an answer was not used. */
  assertDone(): void;
  /** Dismisses what is open. Later dialogs are dismissed at once. Never throws. */
  dispose(): void;
  /** As new: forgets calls, surfaces, failure and queued answers; the config's queues start again. */
  reset(): void;
  [Symbol.dispose](): void;
}

const dialogMethods: readonly DialogMethod[] = ["confirm", "select", "input", "editor"];

/**
 * Creates a scripted user of a pi extension.
 *
 * @throws {MockUIError} `invalidOption` when the config has an unknown key or value.
 * @example
 * const ui = createMockUI({ confirm: { "Delete?": false, default: true }, select: ["red", "green"], input: (title) => `${title} yes` });
 * await ui.context.confirm("Delete?", "all of it"); // false
 * await ui.context.select("Colour", ["red", "green"]); // "red"
 */
export const createMockUI = (config: MockUIConfig = {}): MockUI => {
  const writtenAt = callSite(createMockUI);
  checkConfig(config, writtenAt);
  const { mode = "tui", onUnhandled = "default", onCall } = config;
  const keeper = createFailureKeeper(config.onFailure);
  const tellCall = (call: UICallRecord) => {
    try {
      onCall?.(call);
    } catch (thrown) {
      keeper.keep(asFailure(thrown, "onCall", writtenAt));
    }
  };
  const log = createCallLog(onCall && tellCall);
  const pending = createPendingDialogs();
  const { confirm, select, input, editor } = config;
  const book = createAnswerBook<DialogMethod | "custom">({ confirm, select, input, editor }, dialogMethods, writtenAt);
  const dialogs = createDialogs({ log, book, keeper, pending, mode, onUnhandled, writtenAt });
  const surfaces = createSurfaces(log, mode);

  const answer: MockUI["answer"] = (method, ...values) => {
    const place = callSite(answer);
    if (!dialogMethods.includes(method)) {
      const nearest = nearestName(String(method), dialogMethods);
      throw new MockUIError(
        "invalidOption",
        tellFailure({
          happened: `answer() does not know the dialog ${describeValue(method)}.`,
          writtenAt: place,
          expected: dialogMethods.join(", "),
          fix: nearest ? `write "${nearest}".` : undefined,
        }),
      );
    }
    book.push(method, values, place);
  };

  const assertDone = () => {
    keeper.throwFirst();
    const open = pending.list();
    const unused = book.unused();
    if (open.length + unused.length === 0) return;
    throw new MockUIError(
      "leftOver",
      tellFailure({
        happened: "The scripted user is not done.",
        writtenAt: unused[0]?.writtenAt ?? writtenAt,
        expected: "every dialog closed and every queued answer used",
        left: [
          ...open.map((call) => `open dialog: ${dialogName(call)}`),
          ...unused.map(({ from, answers }) => `unused: ${from}: ${answers.map(describeValue).join(", ")}`),
        ],
        cause: open.length
          ? "a dialog was opened and nobody waited for it, or its handler never returned"
          : "the extension asked less often than the test expects",
        fix: open.length
          ? "await the dialog, or let its handler return."
          : "remove the answer, or make the extension ask.",
      }),
    );
  };

  const dispose = () => {
    pending.closed = true;
    pending.dismissAll();
  };

  return {
    context: { ...dialogs, custom: async () => undefined as never, ...surfaces.members },
    mode,
    hasUI: hasUser(mode),
    calls: log.calls,
    callsFor: log.callsFor,
    answer,
    notifications: surfaces.notifications,
    status: surfaces.status,
    widgets: surfaces.widgets,
    get title() {
      return surfaces.title;
    },
    get editorText() {
      return surfaces.editorText;
    },
    get pending() {
      return pending.list();
    },
    get failure() {
      return keeper.first;
    },
    assertDone,
    dispose,
    reset() {
      pending.dismissAll();
      log.reset();
      book.reset();
      surfaces.reset();
      keeper.reset();
    },
    [Symbol.dispose]: dispose,
  };
};
