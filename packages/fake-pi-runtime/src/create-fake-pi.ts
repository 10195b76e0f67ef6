// Puts the parts of a fake together and turns what pi reported into a rejection. Each part has its own file.
import { lazyCallSite } from "@pi-testkit/failure-report";
import { createAuthorCallbacks } from "./author-callbacks.ts";
import { checkOptions } from "./check-options.ts";
import { createClock } from "./clock.ts";
import { resolveCommands } from "./commands.ts";
import { completePayload } from "./complete-payload.ts";
import { createDirectCalls } from "./direct-calls.ts";
import { isKnownEvent } from "./event-payloads.ts";
import {
  leftOver,
  loadFailure,
  unknownCommand,
  unknownEventWarning,
  unknownFlag,
  unusedReplies,
} from "./fake-failures.ts";
import type { FakeHost, SentMessage } from "./fake-host.ts";
import { createExec, createReplies, modelOf, toolOptions } from "./fake-options.ts";
import type { FakePi, FakePiOptions, FakeReport } from "./fake-pi.ts";
import { fakeFailure } from "./fake-pi-error.ts";
import type { FakeReply } from "./fake-reply.ts";
import { createFakeUI } from "./fake-ui.ts";
import { givenFlags } from "./host-flags.ts";
import { createHostSide, hostSideKey } from "./host-side.ts";
import { failedApi, withEmit } from "./implicit-api.ts";
import { extensionSource } from "./load-extension.ts";
import { as } from "./pi-seams.ts";
import { contextUsage, withoutUndefined } from "./plain-values.ts";
import { type Call, createReportBook } from "./report-book.ts";
import { createSessions } from "./session-replacement.ts";
import { createSilentLosses } from "./silent-losses.ts";
import { createViews } from "./views.ts";

const implicitPath = "<inline:fake>";

/** Taken before a test can fake it: a call must return under fake timers, too. */
const realSetImmediate = setImmediate;

/**
 * Creates the runtime of an extension without pi: `pi` and `ctx` as pi 1.6.0 makes them, with hooks, tools, commands,
 * session and UI. What it does is compared with real pi by the conformance suite of this repository.
 *
 * @throws {FakePiError} `unknown-option` for an option that does not exist, and for a value it does not take.
 * @example
 * const { pi, emit, tools } = createFakePi();
 * pi.on("tool_call", (event) => (event.toolName === "bash" ? { block: true, reason: "no shell" } : undefined));
 * await emit("tool_call", { toolName: "bash", input: { command: "ls" } }); // { block: true, reason: "no shell" }
 */
export const createFakePi = (options: FakePiOptions = {}): FakePi => {
  const writtenAt = lazyCallSite(createFakePi);
  checkOptions(options, writtenAt);
  const { mode = "tui", hasUI = true, cwd = process.cwd(), errors: errorStyle = "throw" } = options;
  const clock = createClock();
  const book = createReportBook(errorStyle, options.onFailure);
  const callbacks = createAuthorCallbacks(book.keepFailure, writtenAt);
  const ui = createFakeUI(options.ui, mode, book.keepFailure, writtenAt);
  const views = createViews();
  const sent: SentMessage[] = [];
  const losses = createSilentLosses();
  const warnings: string[] = [];
  const running = new Set<Promise<unknown>>();
  const replies = createReplies(options.replies, clock.nextToolCallId, callbacks, writtenAt);
  const model = modelOf(options.model);
  let shutdownRequests = 0;
  let disposed = false;
  let ready = false;

  const host: FakeHost = {
    clock,
    cwd,
    mode,
    ui: hasUI ? ui.context : undefined,
    hostFlags: givenFlags(options.flags),
    ...toolOptions(options.tools, callbacks),
    sent,
    models: new Map(model ? [[`${model.provider}/${model.id}`, model]] : []),
    providers: new Map(),
    virtualModels: new Map(),
    trusted: options.trusted ?? true,
    settings: () => ({
      compaction: { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 },
      ...options.settings,
    }),
    contextUsage: (isEmpty) => contextUsage(options, model?.contextWindow, isEmpty, callbacks),
    reply: replies.reply,
    summary: () => "summary",
    exec: createExec(options.exec, callbacks),
    report: (error, thrown) => {
      losses.reported(thrown);
      book.report(error, thrown);
    },
    notFaked: callbacks.notFaked,
    silent: losses.note,
    unawaited: (returned, entry) => host.track(losses.unawaited(returned, entry)),
    warn: (text) => void (warnings.includes(text) || warnings.push(text)),
    track: (work) => {
      const done = work.then(
        () => {},
        () => {},
      );
      running.add(done);
      void done.then(() => running.delete(done));
    },
    changed: () => {
      if (ready) views.fill(sessions.current, host);
    },
    onShutdownRequest: () => {
      shutdownRequests++;
    },
  };

  let implicit: Parameters<typeof withEmit>[0] | undefined;
  let bare: FakePi["pi"] | undefined;
  const sessions = createSessions(host, { model }, (create) => {
    implicit = create(implicitPath).api;
    bare = undefined;
  });
  ready = true;
  host.changed();

  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  /** A call of the test that goes on now, and the line it stands in. */
  const called = (member: (...given: never[]) => unknown, what: string): Call => ({
    what,
    writtenAt: lazyCallSite(member),
  });

  /** Runs a call, waits for what it set going in passing, and rejects with what pi reported meanwhile. */
  const tell = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    if (disposed)
      throw fakeFailure("disposed", {
        happened: `${call.what} was called after dispose().`,
        writtenAt: call.writtenAt(),
        fix: "Create a new fake.",
      });
    const mark = book.mark();
    const failureBefore = ui.mock.failure;
    const done = await work().then(
      (value) => ({ value }),
      (thrown: unknown) => ({ thrown }),
    );
    await new Promise<void>((resolve) => void realSetImmediate(resolve));
    // A MockUI of the test's own keeps its failure by itself.
    if (ui.mock.failure && ui.mock.failure !== failureBefore) book.keepFailure(ui.mock.failure);
    book.throwSince(mark, call, "thrown" in done ? done : undefined);
    if ("thrown" in done) throw done.thrown;
    return done.value;
  };
  const calls = createDirectCalls(host, sessions);

  const warnAboutEvents = () => {
    for (const record of sessions.current.runner.set.records)
      for (const event of record.handlers.keys())
        if (!isKnownEvent(event)) host.warn(unknownEventWarning(event, record.path));
  };

  const emit = as<FakePi["emit"]>(async (event: string, payload: Record<string, unknown> = {}) => {
    const call = called(emit, `emit("${event}")`);
    const { session, runner } = sessions.current;
    const whole = completePayload(
      event,
      payload,
      {
        cwd,
        nextToolCallId: clock.nextToolCallId,
        now: clock.now,
        model: () => session.model,
        messages: () => session.store.buildSessionProjection().messages,
        systemPromptOptions: () => session.promptOptions(),
      },
      call.writtenAt,
    );
    warnAboutEvents();
    return tell(call, async () => withoutUndefined(await calls.emit(event, whole, runner)));
  });

  const fake: FakePi = {
    load: async (given, name) => {
      const call = called(fake.load, "load()");
      const source = extensionSource(given, name, ++position);
      const loaded = await tell(call, async () => {
        const result = await sessions.load(source);
        warnAboutEvents();
        return result;
      });
      if (errorStyle === "throw" && loaded.errors.length > 0) throw loadFailure(loaded, call.writtenAt());
      return { pi: loaded.pi ?? failedApi(loaded.errors), errors: loaded.errors };
    },
    start: async (reason = "startup") => {
      const flags = sessions.current.runner.set.records.flatMap((record) => [...record.flags.keys()]);
      for (const name of host.hostFlags.keys()) if (!flags.includes(name)) throw unknownFlag(name, flags, writtenAt());
      await tell(called(fake.start, "start()"), () => sessions.start(reason));
    },
    emit,
    callTool: (name, params = {}, given = {}) =>
      tell(called(fake.callTool, `callTool("${name}")`), () => calls.callTool(name, params, given)),
    callTools: (given) => tell(called(fake.callTools, "callTools()"), () => calls.callTools(given)),
    submit: async (text, given = {}) => {
      const call = called(fake.submit, `submit(${JSON.stringify(text)})`);
      for (const reply of as<FakeReply[]>([given.replies ?? []].flat()))
        replies.ahead.push({ reply, writtenAt: call.writtenAt });
      return tell(call, async () => {
        let taken: "handled" | "prompt" = "prompt";
        await sessions.current.actions.prompts.prompt(text, given, (disposition) => {
          taken = disposition === "handled" ? "handled" : "prompt";
        });
        return taken;
      });
    },
    runCommand: async (name, args = "") => {
      const call = called(fake.runCommand, `runCommand("${name}")`);
      const commands = resolveCommands(sessions.current.runner.set.records).map(({ invocationName }) => invocationName);
      if (!commands.includes(name)) throw unknownCommand(name, commands, call.writtenAt());
      await tell(call, () => sessions.current.actions.prompts.prompt(args === "" ? `/${name}` : `/${name} ${args}`));
    },
    shutdown: (reason = "quit") => tell(called(fake.shutdown, "shutdown()"), () => sessions.shutdown(reason)),
    replaceSession: (reason = "new") =>
      tell(called(fake.replaceSession, "replaceSession()"), async () => {
        const { store } = sessions.current.session;
        if (reason === "new") return sessions.newSession();
        if (reason === "resume") return sessions.switchSession(store.getSessionFile() ?? `${cwd}/resumed.jsonl`);
        return sessions.fork(store.getLeafId() ?? "", { position: "at" });
      }),
    reload: () => tell(called(fake.reload, "reload()"), () => sessions.reload()),
    settled: async () => {
      const call = called(fake.settled, "settled()");
      await tell(call, settled);
      book.throwUnseen(call);
    },
    tools: views.tools,
    commands: views.commands,
    flags: views.flags,
    shortcuts: views.shortcuts,
    renderers: views.renderers,
    providers: host.providers,
    virtualModels: host.virtualModels,
    mcpServers: views.mcpServers,
    entries: as<FakePi["entries"]>(views.entries),
    sent,
    errors: book.errors,
    silent: losses.list,
    loadErrors: as<FakeReport[]>(sessions.loadErrors),
    warnings,
    enqueueUi: (value) => ui.enqueue(value, lazyCallSite(fake.enqueueUi)),
    ui: ui.mock,
    assertDone: () => {
      if (fake.failure) throw fake.failure;
      book.throwUnseen({ what: "the test", writtenAt });
      ui.mock.assertDone();
      if (ui.queue.length > 0) throw leftOver(ui.queue, ui.placeOfFirst());
      if (replies.unused().length > 0) throw unusedReplies(replies.unused());
    },
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      ui.mock.dispose();
      await sessions.current.actions.abort();
      sessions.current.session.runner.set.invalidate();
    },
    [Symbol.asyncDispose]: () => fake.dispose(),
    // Last, since every member after a getter costs each fake a hidden class of its own.
    get pi() {
      // One object for as long as its session lasts, so that a member a test replaced stays replaced.
      bare ??= withEmit(as(implicit), emit);
      return bare;
    },
    get ctx() {
      const context = sessions.current.runner.createCommandContext();
      const extra = { uiCalls: ui.calls, uiQueue: ui.queue, notifications: ui.notifications };
      return as<FakePi["ctx"]>(Object.defineProperties(context, Object.getOwnPropertyDescriptors(extra)));
    },
    get shutdownRequests() {
      return shutdownRequests;
    },
    get failure() {
      return book.failure ?? ui.mock.failure;
    },
  };
  let position = 0;
  return Object.defineProperty(fake, hostSideKey, { value: createHostSide(sessions) });
};
