// The scripted user as a test sees it: the interface only.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@earendil-works/pi-tui";
import type { RpcUIRequest, RpcUIResponse } from "./answer-rpc.ts";
import type { CustomAnswer } from "./custom.ts";
import type { DialogAnswer, DialogMethod } from "./handler.ts";
import type { WorkingRow } from "./looks.ts";
import type { MockUIMode } from "./modes.ts";
import type { Notification } from "./notices.ts";
import type { Screen } from "./screen.ts";
import type { UICallRecord, UIMethod } from "./ui-call-record.ts";
import type { Widget } from "./widgets.ts";

/** One answer for a dialog of that kind. */
export type AnswerFor<Method extends DialogMethod | "custom"> = Method extends DialogMethod
  ? DialogAnswer<Method>
  : CustomAnswer;

/** The scripted user. Every member may be passed on unbound. */
export interface MockUI {
  /** What pi's `bindExtensions({ uiContext })` takes: a plain object with every member of `ExtensionUIContext`. */
  readonly context: ExtensionUIContext;
  readonly mode: MockUIMode;
  /** Whether pi gives an extension a UI in this mode (`ctx.hasUI`). */
  readonly hasUI: boolean;
  /**
   * What pi binds in this mode, for `bindExtensions({ ...ui.bindings, onError })`: without a UI context in `json` and `print`,
   * where pi uses its own that does nothing, and `ctx.hasUI` is false.
   */
  readonly bindings: { readonly uiContext?: ExtensionUIContext; readonly mode: MockUIMode };
  /** Every call on `context`, in order. */
  readonly calls: readonly UICallRecord[];
  /** The calls of one method, in order. */
  callsFor(method: UIMethod): UICallRecord[];
  /** Queues answers for the next dialogs of a kind; they come before the config's. */
  answer<Method extends DialogMethod | "custom">(method: Method, ...values: AnswerFor<Method>[]): void;
  /** The user behind pi's RPC mode: the response to a UI request, or `undefined` where pi expects none. */
  answerRpc(request: RpcUIRequest): Promise<RpcUIResponse | undefined>;
  /** What the extension's completions offer at the end of `text`. */
  complete(text: string): Promise<AutocompleteItem[]>;
  /**
   * Makes members of pi's own UI context that this mock does not know fail by name when used; returns their names. For a pi newer than
   * the mock: `ui.reportUnknownMembers(Object.keys(session.extensionRunner.getUIContext()))` before binding.
   */
  reportUnknownMembers(memberNames: Iterable<string>): string[];
  /** The user's screen and keyboard. */
  readonly screen: Screen;
  readonly notifications: Notification[];
  /** Status texts by key, without colours. */
  readonly status: ReadonlyMap<string, string>;
  /** Widgets by key. */
  readonly widgets: ReadonlyMap<string, Widget>;
  /** The terminal's title, if an extension set one. */
  readonly title: string | undefined;
  /** The text in the user's editor. */
  readonly editorText: string;
  /** What was submitted in an extension's own editor. */
  readonly submitted: readonly string[];
  /** The lines of an extension's own header and footer, if it set one. */
  readonly header: readonly string[] | undefined;
  readonly footer: readonly string[] | undefined;
  readonly working: WorkingRow;
  readonly hiddenThinkingLabel: string | undefined;
  readonly toolsExpanded: boolean;
  /** The theme's name; `"<in-memory>"` for one given as an object, as in pi. */
  readonly theme: string;
  /** The calls whose dialog is open; the last one is on top. */
  readonly pending: readonly UICallRecord[];
  /** The first thing that went wrong. */
  readonly failure: Error | undefined;
  /** Throws the first failure; else a MockUIError when a dialog is open or an answer was not used. */
  assertDone(): void;
  /** Dismisses what is open and disposes components. Later dialogs are dismissed at once. Never throws. */
  dispose(): void;
  /**
   * What pi's terminal does when it reloads and when another session takes over: takes away what the old extensions put on the screen,
   * listeners and completions included. Their open dialogs never settle, until `dispose()` dismisses them. Does nothing in other modes.
   * For a host: `runtime.setBeforeSessionInvalidate(ui.sessionReplaced)`, and before `session.reload()`.
   */
  sessionReplaced(): void;
  /** As new: forgets calls, surfaces, failure and queued answers; the config's queues start again. */
  reset(): void;
  [Symbol.dispose](): void;
}
