// The recorder itself. It changes nothing: it listens, and wraps hooks and tools to see what they do.
import { callSite, createFailureKeeper, lazyCallSite } from "@pi-testkit/failure-report";
import { createCollectorExtension } from "./collector-extension.ts";
import { invalidOption } from "./failure-texts.ts";
import { createHearing } from "./hearing.ts";
import { type AnyEvent, asLoose, cwdOf, isContextOf, isSession, isSigned } from "./pi-seams.ts";
import { createQuestions } from "./questions.ts";
import { createRecording } from "./recording.ts";
import { type Detach, type EventSource, readSource } from "./sources.ts";
import type { EventCollector, EventCollectorOptions } from "./test-events.ts";
import { createWaiters } from "./wait-for.ts";

const optionNames = ["stepOf", "isMocked", "onFailure", "now"];

/**
 * Creates a recorder. It listens to nothing until it is attached.
 *
 * @throws EventCollectorError for an unknown option
 * @example
 * const events = createEventCollector();
 * events.attach(session);
 * await session.prompt("List the files");
 * events.toolSequence(); // ["bash"]
 */
export const createEventCollector = (options: EventCollectorOptions = {}): EventCollector => {
  for (const name of Object.keys(options))
    if (!optionNames.includes(name)) throw invalidOption(name, optionNames, callSite(createEventCollector));
  // Read once, since in Node the global is a getter that takes as long as the clock itself.
  const clock = performance;
  const { stepOf = () => undefined, isMocked = () => false, now = () => clock.now() } = options;
  const createdAt = now();

  const owner = {};
  const keeper = createFailureKeeper(options.onFailure);
  const waiters = createWaiters<AnyEvent>();
  const attached = new Map<EventSource, Detach>();
  const folders = new Set<string>();
  let loaded = false;
  let overridden = false;

  const onExtensionEvent = (event: AnyEvent, ctx: unknown) => {
    const { type, reason } = asLoose(event);
    if (type === "session_start" && reason !== undefined && reason !== "startup") recording.boundary(reason);
    recording.hear(event);
    // A reload keeps the session; anything else is its end.
    if (type === "session_shutdown" && reason !== "reload")
      for (const [source, detach] of [...attached]) if (isContextOf(source, ctx)) detach();
  };

  const hearing = createHearing(onExtensionEvent);
  const recording = createRecording({
    now: () => now() - createdAt,
    stepOf,
    isMocked,
    hooked: () => loaded && overridden,
    onEvent: waiters.tell,
    through: hearing.through,
  });

  const listener = {
    onEvent: recording.take,
    onCallBegins: recording.begins,
    onFailure(failure: Error) {
      keeper.keep(failure);
      waiters.fail(failure);
    },
  };

  const attach = (source: EventSource): Detach => {
    const before = attached.get(source);
    if (before !== undefined) return before;
    const reading = readSource(source, listener, lazyCallSite(attach));
    if ("subscribe" in source) {
      // With our extension loaded its session_start tells of a replacement, and why.
      if (
        !loaded &&
        isSession(source) &&
        [...attached.keys()].some((other) => "subscribe" in other && isSession(other))
      )
        recording.boundary("replaced");
      const cwd = cwdOf(source);
      if (cwd !== undefined) folders.add(cwd);
    }
    const stop = () => {
      attached.delete(source);
      reading();
    };
    const detach = Object.assign(stop, { done: reading.done });
    attached.set(source, detach);
    return detach;
  };

  const dispose = () => {
    for (const detach of [...attached.values()]) detach();
  };

  const questions = createQuestions(recording, waiters, folders);
  return {
    ...questions,
    attach,
    record: (event) => recording.take(event, { kind: "record" }),
    recordUI: recording.recordUI,
    onError: recording.recordError,
    extension: createCollectorExtension(
      owner,
      () => {
        loaded = true;
      },
      hearing.last,
    ),
    extensionsOverride(result) {
      overridden = true;
      const own = result.extensions.filter((extension) => isSigned(extension, owner));
      recording.watch(result, own);
      return { ...result, extensions: [...result.extensions.filter((extension) => !own.includes(extension)), ...own] };
    },
    get failure() {
      return keeper.first;
    },
    assertDone: () => keeper.throwFirst(),
    dispose,
    [Symbol.dispose]: dispose,
  };
};
