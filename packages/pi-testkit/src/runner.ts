// Runs turns on the hosted session, waits for what they start, and takes the session down.
import { describeValue, lazyCallSite, tellFailure } from "@pi-testkit/failure-report";
import { isTurn, type Prompt, type Turn } from "@pi-testkit/playbook";
import type { Doubles } from "./doubles.ts";
import { runUserBash, userBashOf } from "./exec-user-bash.ts";
import { isIdle, waitForIdle } from "./pi-seams.ts";
import type { RunFailures } from "./run-failures.ts";
import { blockedCall, unknownMock } from "./run-problems.ts";
import type { SessionHost } from "./session-host.ts";
import { TestSessionError } from "./test-session-error.ts";
import type { Workspace } from "./workspace.ts";

export interface RunnerSetting {
  readonly host: SessionHost;
  readonly failures: RunFailures;
  readonly doubles: Doubles;
  readonly workspace: Workspace;
  readonly onBlocked: "record" | "throw";
  /** Whether a user types a prompt into pi's editor, where `!` starts a command. */
  readonly userTypes: (prompt: Prompt) => boolean;
}

export interface Runner {
  run(...turns: Turn[]): Promise<void>;
  settled(): Promise<void>;
  dispose(): Promise<void>;
}

// Kept from before a test installs fake timers, which must not hold up the kit itself.
const { setImmediate: realSetImmediate, setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** How long a stopped run, or a session being disposed of, may take to end, in milliseconds. */
const patience = 5_000;
/** How often, every five milliseconds, a turn with steps left may be found idle before it counts as over. */
const idleRounds = 20;

export const createRunner = ({ host, failures, doubles, workspace, onBlocked, userTypes }: RunnerSetting): Runner => {
  const { playbook, mocks, events } = doubles;
  let running: (() => string | undefined) | undefined;
  let disposing: Promise<void> | undefined;

  const guard = (method: string): void => {
    if (disposing) throw disposed(method);
  };

  const send = async (prompt: Prompt): Promise<void> => {
    const { text, ...rest } = prompt;
    const bash = userTypes(prompt) ? userBashOf(text) : undefined;
    const sending = bash ? runUserBash(host.session, bash) : host.session.prompt(text, rest);
    const sent = sending.catch((error: unknown) => failures.add(refused(text, error)));
    await Promise.race([sent, stoppedFor(failures)]);
    await quiet();
    // What stopped a run is the failure, not the steps that it left over.
    failures.throwFirst();
  };

  /** Waits until the session is idle, and while steps are left gives an extension time to start another run. */
  const quiet = async (): Promise<void> => {
    for (let round = 0; round < idleRounds; round++) {
      if (!isIdle(host.session)) {
        await Promise.race([waitForIdle(host.session), stoppedFor(failures)]);
        round = 0;
      }
      if (failures.any || playbook.remaining === 0) return;
      await new Promise<void>((resolve) => realSetTimeout(resolve, 5));
    }
  };

  const runTurns = async (turns: readonly Turn[]): Promise<void> => {
    const blockedBefore = onBlocked === "throw" ? events.blockedCalls().length : 0;
    for (const turn of turns) {
      playbook.append([turn]);
      await playbook.play(send).catch((error: Error) => failures.add(error));
      failures.throwFirst();
    }
    const [blocked] = onBlocked === "throw" ? events.blockedCalls().slice(blockedBefore) : [];
    if (blocked) throw blockedCall(blocked, playbook.placeOf(blocked.toolCallId));
    const [stranger] = mocks.unmatched(host.session.getAllTools().map((tool) => tool.name));
    if (stranger)
      throw unknownMock(
        stranger,
        host.session.getAllTools().map((tool) => tool.name),
      );
  };

  const run: Runner["run"] = async (...turns) => {
    guard("run()");
    const place = lazyCallSite(run);
    for (const turn of turns) if (!isTurn(turn)) throw notATurn(turn, place());
    if (running !== undefined) throw stillRunning(running() ?? "an unknown place", place());
    running = place;
    try {
      // Something may have failed between two runs, and nobody has been told of it.
      failures.throwFirst();
      await runTurns(turns);
    } finally {
      running = undefined;
      playbook.discard();
      failures.begin();
    }
  };

  const takeDown = async (): Promise<void> => {
    const problems: unknown[] = [];
    const step = async (work: () => unknown): Promise<void> => {
      try {
        await work();
      } catch (error) {
        problems.push(error);
      }
    };
    // Up to 0.82 pi's own disposal does not wait for what still runs.
    await step(() => within(host.session.abort(), "a tool or a handler that was still running"));
    const [hung] = problems;
    // A run that nothing ends is not waited for any longer by whoever awaits it.
    if (hung instanceof Error) failures.add(hung, { stop: true });
    await step(() => within(host.end(), `${hung ? "the same, or " : ""}a handler of session_shutdown`));
    await step(() => doubles.dispose());
    await step(() => workspace.remove());
    if (problems.length === 1) throw problems[0];
    if (problems.length > 1)
      throw new AggregateError(
        problems,
        ["Several things failed while the session was taken down.", ...problems.map(messageOf)].join("\n"),
      );
  };

  return {
    run,
    async settled() {
      guard("settled()");
      do {
        await Promise.race([waitForIdle(host.session), stoppedFor(failures)]);
        await new Promise<void>((resolve) => realSetImmediate(resolve));
      } while (!isIdle(host.session) && !failures.any);
      failures.throwFirst();
    },
    dispose() {
      disposing ??= takeDown();
      return disposing;
    },
  };
};

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : describeValue(thrown));

/** Resolves some time after the run was stopped, for what does not react to the abort. */
const stoppedFor = async (failures: RunFailures): Promise<void> => {
  await failures.stopped;
  await new Promise<void>((resolve) => {
    realSetTimeout(resolve, patience).unref?.();
  });
};

const within = async (work: Promise<void>, what: string): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = realSetTimeout(
      () =>
        reject(
          new TestSessionError(
            "hung",
            tellFailure({
              happened: `The session did not end within ${patience / 1000} seconds.`,
              cause: `a handler did not return: ${what}.`,
              fix: "let the handler observe its signal, or return.",
            }),
          ),
        ),
      patience,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    realClearTimeout(timer);
  }
};

const disposed = (method: string): TestSessionError =>
  new TestSessionError(
    "disposed",
    tellFailure({
      happened: `${method} was called on a session that was disposed of.`,
      cause: "a missing await before dispose(), or a session shared between tests.",
      fix: "create a session for each test.",
    }),
  );

const stillRunning = (since: string, writtenAt: string | undefined): TestSessionError =>
  new TestSessionError(
    "running",
    tellFailure({
      happened: "run() was called while another run() of the session was still running.",
      writtenAt,
      expected: `the run started at ${since} to be awaited first`,
      fix: "await each run(); to send input in the middle of a run, use session.steer() or session.prompt() from a mock tool.",
    }),
  );

const notATurn = (received: unknown, writtenAt: string | undefined): TestSessionError =>
  new TestSessionError(
    "invalid-turn",
    tellFailure({
      happened: "run() was given something that is no turn.",
      writtenAt,
      expected: 'turns, such as when("a prompt", [says("an answer")])',
      received: describeValue(received),
    }),
  );

const refused = (text: string, error: unknown): TestSessionError =>
  new TestSessionError(
    "prompt-refused",
    tellFailure({
      happened: `pi refused the prompt ${describeValue(text)}: ${messageOf(error)}`,
      cause: "the session was busy, has no usable model, or compacts.",
      fix: "wait with settled() for what still runs, and leave the session a model of the playbook.",
    }),
    { cause: error },
  );
