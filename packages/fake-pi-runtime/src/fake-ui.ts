// The user of a fake: a scripted one made from the options, or the context of one the test made. Queued answers come
// first, whatever the dialog; what nobody answers is dismissed.
import { onBehalfOf } from "@pi-testkit/failure-report";
import { cancelled, createMockUI, type MockUI, type MockUIConfig, type UICallRecord } from "@pi-testkit/mock-ui";
import { as } from "./pi-seams.ts";
import type { ExtensionUIContext } from "./pi-shapes.ts";

/** A foreign UI: anything with a `context`. A MockUI fits. */
export interface ForeignUI {
  readonly context: ExtensionUIContext;
}

export interface FakeUI {
  readonly context: ExtensionUIContext;
  readonly queue: unknown[];
  enqueue(value: unknown, writtenAt: () => string | undefined): void;
  /** Where the first answer in the queue was written. */
  placeOfFirst(): string | undefined;
  readonly calls: readonly UICallRecord[];
  readonly notifications: readonly { message: string; level: string }[];
  /** The scripted user behind it. For a foreign context: one that only records. */
  readonly mock: MockUI;
}

/** How mock-ui takes an answer that another double passes on. */
const answerAsKey = Symbol.for("@pi-testkit/mock-ui:answer-as");

const dialogs = ["confirm", "select", "input", "editor"] as const;

const isForeign = (given: MockUIConfig | ForeignUI | undefined): given is ForeignUI =>
  given !== undefined && "context" in given && typeof given.context === "object";

const isMockUI = (given: ForeignUI): given is MockUI => "answer" in given && "calls" in given;

/** A recorder in front of a context this package did not make: what it answers or throws passes unchanged. */
const recordingUI = (foreign: ExtensionUIContext): MockUI => {
  const mock = createMockUI();
  const calls: UICallRecord[] = [];
  const notifications: { message: string; level: string }[] = [];
  const context: Record<string, unknown> = { ...foreign };
  for (const [name, member] of Object.entries(foreign)) {
    if (typeof member !== "function") continue;
    context[name] = (...args: unknown[]) => {
      const returnValue: unknown = undefined;
      const record = { method: name, args, returnValue, at: calls.length };
      calls.push(as<UICallRecord>(record));
      if (name === "notify") notifications.push({ message: String(args[0]), level: String(args[1] ?? "info") });
      const answer = as<(...given: unknown[]) => unknown>(member)(...args);
      record.returnValue = answer;
      if (answer instanceof Promise)
        answer.then(
          (value) => {
            record.returnValue = value;
          },
          () => {},
        );
      return answer;
    };
  }
  return {
    ...mock,
    context: as<ExtensionUIContext>(context),
    calls,
    notifications: as<never>(notifications),
  };
};

/** `keep` is told the failures of a user made here; one of the test's own tells them by itself. */
export const createFakeUI = (
  given: MockUIConfig | ForeignUI | undefined,
  mode: string,
  keep: (failure: Error) => void,
  writtenAt: () => string | undefined,
): FakeUI => {
  const queue: unknown[] = [];
  const places: (() => string | undefined)[] = [];
  // A test may change the queue itself; then nobody knows which place is whose.
  const placeOfFirst = () => (places.length === queue.length ? places[0]?.() : undefined);
  const take = () => {
    const place = placeOfFirst();
    if (places.length === queue.length) places.shift();
    return { value: queue.shift(), place };
  };
  const dismissed = (call: UICallRecord) => (call.method === "custom" ? take().value : undefined);
  const mock = isForeign(given)
    ? isMockUI(given)
      ? given
      : recordingUI(given.context)
    : onBehalfOf(writtenAt, () =>
        createMockUI({
          onUnhandled: dismissed,
          mode: mode === "rpc" ? "rpc" : "tui",
          ...given,
          onFailure: (failure) => {
            keep(failure);
            given?.onFailure?.(failure);
          },
        }),
      );
  const answer = (method: (typeof dialogs)[number], value: unknown, place: string | undefined) => {
    const given = value === undefined ? cancelled : value;
    const answerAs: unknown = Reflect.get(mock, answerAsKey);
    if (typeof answerAs === "function") answerAs(method, given, "enqueueUi(…)", place);
    else mock.answer(method, as<never>(given));
  };
  const context: ExtensionUIContext = { ...mock.context };
  for (const method of dialogs) {
    const ask = as<(...args: unknown[]) => Promise<unknown>>(mock.context[method]);
    const foreignOnly = isForeign(given) && !isMockUI(given);
    const queued = (...args: unknown[]) => {
      const own = as<{ signal?: AbortSignal } | undefined>(args.at(-1));
      const aborted = typeof own === "object" && own?.signal?.aborted;
      if (queue.length > 0 && !aborted) {
        const { value, place } = take();
        if (foreignOnly) return Promise.resolve(value);
        answer(method, value, place);
      }
      return ask(...args);
    };
    Object.assign(context, { [method]: queued });
  }
  return {
    context,
    queue,
    enqueue: (value, place) => {
      if (queue.length === 0) places.length = 0;
      queue.push(value);
      places.push(place);
    },
    placeOfFirst,
    calls: mock.calls,
    notifications: as<readonly { message: string; level: string }[]>(mock.notifications),
    mock,
  };
};
