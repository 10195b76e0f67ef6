// Puts the parts of the scripted user together. Each part has its own file.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { callSite, createFailureKeeper } from "@pi-testkit/failure-report";
import { createAnswerBook } from "./answer-book.ts";
import { answerRpcWith } from "./answer-rpc.ts";
import { createCallLog } from "./call-log.ts";
import { createCustom } from "./custom.ts";
import { createDialogDesk, isPromise } from "./dialog-desk.ts";
import { onCallThrew } from "./dialog-failures.ts";
import { createDialogs } from "./dialogs.ts";
import type { DialogMethod } from "./handler.ts";
import { leftOver } from "./left-over.ts";
import { createMissingMembers } from "./missing-members.ts";
import type { MockUI } from "./mock-ui.ts";
import { checkAnswerMethod, checkConfig, type MockUIConfig } from "./mock-ui-config.ts";
import { hasUser } from "./modes.ts";
import { createPendingDialogs } from "./pending-dialogs.ts";
import { createScreen, type Screen } from "./screen.ts";
import { createSurfaces } from "./surfaces.ts";
import type { UICallRecord } from "./ui-call-record.ts";

/**
 * Creates a scripted user of a pi extension.
 *
 * @throws {MockUIError} `invalid-option` when the config has an unknown key or value.
 * @example
 * const ui = createMockUI({ confirm: { "Delete?": false, default: true }, select: ["red", "green"], input: (title) => `${title} yes` });
 * await ui.context.confirm("Delete?", "all of it"); // false
 * await ui.context.select("Colour", ["red", "green"]); // "red"
 */
export const createMockUI = (config: MockUIConfig = {}): MockUI => {
  const writtenAt = callSite(createMockUI);
  checkConfig(config, writtenAt);
  const { confirm, select, input, editor, custom, mode = "tui", onUnhandled = "default", onCall, onFailure } = config;
  const keeper = createFailureKeeper(onFailure);
  const failed = (thrown: unknown, call: UICallRecord) => void keeper.keep(onCallThrew(thrown, call, writtenAt));
  const tellCall = (call: UICallRecord) => {
    try {
      // Nobody waits for an async one, but what it rejects with is a failure, too.
      const returned: unknown = onCall?.(call);
      if (isPromise(returned)) returned.then(undefined, (thrown) => failed(thrown, call));
    } catch (thrown) {
      failed(thrown, call);
    }
  };
  const log = createCallLog(onCall && tellCall);
  const pending = createPendingDialogs();
  const book = createAnswerBook({ confirm, select, input, editor, custom }, writtenAt);
  const desk = createDialogDesk({ log, book, keeper, pending, mode, onUnhandled, writtenAt });
  const surfaces = createSurfaces(log, mode, (thrown) => components.fail(thrown));
  const components = createCustom(desk, surfaces.stage, surfaces.theme, () => screen);
  const screen: Screen = createScreen(surfaces.stage, surfaces.input, components);
  const context: ExtensionUIContext = { ...createDialogs(desk), custom: components.custom, ...surfaces.members };

  const answer: MockUI["answer"] = (method, ...values) => {
    const place = callSite(answer);
    checkAnswerMethod(method, place);
    book.push(method, values, place);
  };
  // A double that passes on an answer of its own says where that was written, and by what call.
  const answerAs = (method: DialogMethod, value: unknown, from: string, place: string | undefined) =>
    book.push(method, [value], place, from);
  const dispose = () => {
    pending.closed = true;
    pending.dismissAll();
    surfaces.takeDown();
    surfaces.stage.dispose();
  };
  const { notices, looks, bars, widgets, editor: userEditor } = surfaces;

  return {
    context,
    mode,
    hasUI: hasUser(mode),
    bindings: hasUser(mode) ? { uiContext: context, mode } : { mode },
    calls: log.calls,
    callsFor: log.callsFor,
    answer,
    answerRpc: (request) => answerRpcWith(context, request),
    complete: userEditor.complete,
    reportUnknownMembers: createMissingMembers(context, keeper),
    screen,
    notifications: notices.notifications,
    status: notices.status,
    widgets: widgets.byKey,
    submitted: userEditor.submitted,
    get title() {
      return notices.title;
    },
    get editorText() {
      return userEditor.text;
    },
    get header() {
      return bars.header;
    },
    get footer() {
      return bars.footer;
    },
    get working() {
      return looks.working;
    },
    get hiddenThinkingLabel() {
      return looks.hiddenThinkingLabel;
    },
    get toolsExpanded() {
      return looks.toolsExpanded;
    },
    get theme() {
      return surfaces.theme.name;
    },
    get pending() {
      return pending.list();
    },
    get failure() {
      return keeper.first;
    },
    assertDone() {
      keeper.throwFirst();
      const left = leftOver(pending.list(), book.unused(), writtenAt);
      if (left) throw left;
    },
    dispose,
    sessionReplaced() {
      if (mode !== "tui") return;
      pending.abandonAll();
      surfaces.replaceExtensions();
    },
    reset() {
      pending.dismissAll();
      log.reset();
      book.reset();
      surfaces.reset();
      keeper.reset();
    },
    [Symbol.dispose]: dispose,
    [Symbol.for("@pi-testkit/mock-ui:answer-as")]: answerAs,
  };
};
