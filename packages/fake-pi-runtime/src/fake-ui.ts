// The user of a fake: a scripted one made from the options, or the context of one the test made. Queued answers come
// first, whatever the dialog; what nobody answers is dismissed.
import { cancelled, createMockUI, type MockUI, type MockUIConfig, type UICallRecord } from "@pi-testkit/mock-ui";
import type { ExtensionUIContext } from "./pi-shapes.ts";

/** A foreign UI: anything with a `context`. A MockUI fits. */
export interface ForeignUI {
  readonly context: ExtensionUIContext;
}

export interface FakeUI {
  readonly context: ExtensionUIContext;
  readonly queue: unknown[];
  readonly calls: readonly UICallRecord[];
  readonly notifications: readonly { message: string; level: string }[];
  /** The scripted user behind it. For a foreign context: one that only records. */
  readonly mock: MockUI;
}

const dialogs = ["confirm", "select", "input", "editor"] as const;

const isForeign = (given: MockUIConfig | ForeignUI | undefined): given is ForeignUI =>
  given !== undefined && "context" in given && typeof given.context === "object";

const isMockUI = (given: ForeignUI): given is MockUI => "answer" in given && "calls" in given;

/** A recorder in front of a context this package did not make. */
const recordingUI = (foreign: ExtensionUIContext): MockUI => {
  const forward =
    (method: (typeof dialogs)[number]) =>
    (...args: unknown[]) =>
      (foreign[method] as (...given: unknown[]) => Promise<never>)(...args);
  const mock = createMockUI({
    confirm: forward("confirm"),
    select: forward("select"),
    input: forward("input"),
    editor: forward("editor"),
  } as MockUIConfig);
  const context = { ...foreign };
  for (const method of dialogs) Object.assign(context, { [method]: mock.context[method] });
  const notify: ExtensionUIContext["notify"] = (message, level) => {
    mock.context.notify(message, level);
    foreign.notify(message, level);
  };
  return { ...mock, context: { ...context, notify } };
};

export const createFakeUI = (given: MockUIConfig | ForeignUI | undefined, mode: string): FakeUI => {
  const queue: unknown[] = [];
  const dismissed = (call: UICallRecord) => (call.method === "custom" ? queue.shift() : undefined);
  const mock = isForeign(given)
    ? isMockUI(given)
      ? given
      : recordingUI(given.context)
    : createMockUI({ onUnhandled: dismissed, mode: mode === "rpc" ? "rpc" : "tui", ...given });
  const answer = (method: (typeof dialogs)[number], value: unknown) =>
    mock.answer(method, (value === undefined ? cancelled : value) as never);
  const context: ExtensionUIContext = { ...mock.context };
  for (const method of dialogs) {
    const ask = mock.context[method] as (...args: unknown[]) => Promise<unknown>;
    const queued = (...args: unknown[]) => {
      const own = args.at(-1) as { signal?: AbortSignal } | undefined;
      const aborted = typeof own === "object" && own?.signal?.aborted;
      if (queue.length > 0 && !aborted) answer(method, queue.shift());
      return ask(...args);
    };
    Object.assign(context, { [method]: queued });
  }
  return {
    context,
    queue,
    calls: mock.calls,
    notifications: mock.notifications as readonly { message: string; level: string }[],
    mock,
  };
};
