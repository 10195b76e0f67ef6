// The parent's side: queues responses, puts `pi` in the way, and reads what the children wrote.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { callSite, describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { createInstallation, pathWith } from "./installation.ts";
import { type MockPiInvocation, readReport, readReports } from "./invocation.ts";
import { writeLaunchers } from "./launcher.ts";
import { makeMockFolder, removeMockFolder } from "./mock-folder.ts";
import { MockPiError } from "./mock-pi-error.ts";
import { childFailure, leftOver } from "./outcome.ts";
import type { MockPiResponse } from "./response.ts";
import { storedResponse } from "./response-check.ts";
import { parseScenario } from "./scenario.ts";
import type { RpcScenario } from "./scenario-shape.ts";
import {
  beginGeneration,
  type ExtensionFlag,
  listInvocations,
  type Queue,
  queueResponse,
  writeConfig,
} from "./state-folder.ts";
import { newestKnown } from "./wire-changes.ts";

/** What `createMockPi` takes. */
export interface MockPiOptions {
  /** The release whose wire is spoken. Default: the newest this package knows, 1.6.0. */
  piVersion?: string | undefined;
  /** A `pi` that no response is for fails and tells who started it, instead of echoing. Default false. */
  guard?: boolean | undefined;
  /** Milliseconds after which a child outside RPC mode ends by itself. Default 30000. */
  childTimeoutMs?: number | undefined;
  /** A line `null` ends an RPC pi; true: the mock goes on. Default false, as pi. */
  survivesNull?: boolean | undefined;
  /** Long options of extensions, without dashes, that are no unknown options: a name, or `{ name, type }`. */
  extensionFlags?: readonly ExtensionFlag[] | undefined;
}

/** What `install()` takes. */
export interface InstallOptions {
  /** Also makes this process's own program (`process.argv[1]`) the mock, for clients that re-run it. */
  asCurrentProgram?: boolean | undefined;
}

/** A stand-in for the `pi` binary. Members may be passed unbound. */
export interface MockPi {
  /** Puts `pi` first in PATH of this process. Throws `installed-twice`. */
  install(options?: InstallOptions): void;
  /** Takes it out again, and only what is still ours; also done when the process ends. */
  uninstall(): void;
  /** Queues the answer of one child. Throws `invalid-response`. */
  onCall(response: MockPiResponse): void;
  /** Queues the behaviour of one child in RPC mode. Throws `invalid-scenario`. */
  onRpc(scenario: RpcScenario): void;
  /** Forgets responses and calls. A child that runs keeps to what it was started with. */
  reset(): void;
  /** How many children were started. */
  callCount(): number;
  /** The children, in the order they started. */
  invocations(): MockPiInvocation[];
  /** Waits for a child that was not waited for before. Default limit 10 s; throws `timed-out`. */
  waitForCall(options?: { timeoutMs?: number | undefined }): Promise<MockPiInvocation>;
  /** This process's environment with `pi` first in PATH, for one child. */
  env(): Record<string, string>;
  /** The folder that goes into PATH. */
  readonly dir: string;
  /** For `node <cliPath>`, as pi's own `RpcClient` takes it. */
  readonly cliPath: string;
  readonly piVersion: string;
  /** The first failure: of a child, or none yet. What is left over is none: `assertDone()` looks for it anew. */
  readonly failure: Error | undefined;
  /**
   * Throws when a child gave up by itself, its script had no step for a request, a response was never claimed, or a
   * child has not played its script to the end. Also after `dispose()`.
   */
  assertDone(): void;
  /** Uninstalls and removes the folder; while a child runs, what it would start fails. Idempotent, never throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

const known: Record<keyof MockPiOptions, true> = {
  piVersion: true,
  guard: true,
  childTimeoutMs: true,
  survivesNull: true,
  extensionFlags: true,
};

const checkOptions = (options: MockPiOptions, writtenAt: string | undefined): void => {
  const refuse = (happened: string, expected: string, received?: unknown, near?: string): never => {
    throw new MockPiError(
      "invalid-option",
      tellFailure({
        happened,
        writtenAt,
        expected,
        received: received === undefined ? undefined : describeValue(received),
        fix: near && `write "${near}".`,
      }),
    );
  };
  const names = Object.keys(known);
  for (const name of Object.keys(options))
    if (!names.includes(name))
      refuse(`createMockPi does not know the option "${name}".`, names.join(", "), undefined, nearestName(name, names));
  const { piVersion, childTimeoutMs } = options;
  if (piVersion !== undefined && !/^\d+\.\d+\.\d+/.test(piVersion))
    refuse("createMockPi does not know this version of pi.", 'a version, such as "1.6.0"', piVersion);
  if (childTimeoutMs !== undefined && !(childTimeoutMs > 0))
    refuse("createMockPi needs a limit of time.", "a number of milliseconds above 0", childTimeoutMs);
};

// Kept from before a test installs fake timers.
const { setTimeout: realSetTimeout } = globalThis;
const realNow = performance.now.bind(performance);

/**
 * Creates a stand-in for the `pi` binary. Nothing global is touched before `install()`.
 *
 * @throws MockPiError `invalid-option`
 * @example
 * using pi = createMockPi();
 * pi.onCall({ output: "Four files." });
 * spawnSync("pi", ["-p", "How many files?"], { env: pi.env(), encoding: "utf8" }).stdout; // "Four files.\n"
 * pi.invocations()[0]?.argv; // ["-p", "How many files?"]
 */
export const createMockPi = (options: MockPiOptions = {}): MockPi => {
  const createdAt = callSite(createMockPi);
  checkOptions(options, createdAt);
  const { piVersion = newestKnown, guard = false, childTimeoutMs = 30_000, survivesNull = false } = options;
  const { extensionFlags = [] } = options;
  const dir = makeMockFolder();
  const state = join(dir, "state");
  writeConfig(state, {
    piVersion,
    guard,
    childTimeoutMs,
    survivesNull,
    extensionFlags,
    agentDir: join(dir, "agent"),
  });
  let generations = 1;
  let generation = beginGeneration(state, generations);
  const cliPath = writeLaunchers(dir, state);
  const installation = createInstallation(dir);
  const written = new Map<string, string | undefined>();
  let queued = 0;
  // By path: a child that entered itself late may stand before one that was waited for.
  const waited = new Set<string>();
  let disposed = false;
  let failure: Error | undefined;
  let leftAtEnd: Error | undefined;

  const checkAlive = (what: string, writtenAt: string | undefined): void => {
    if (!disposed) return;
    throw new MockPiError(
      "disposed",
      tellFailure({ happened: `${what} was called on a mock pi that was disposed of.`, writtenAt }),
    );
  };

  const queue = (name: Queue, response: object, writtenAt: string | undefined): void => {
    written.set(queueResponse(generation, name, ++queued, response), writtenAt);
  };

  const onCall: MockPi["onCall"] = (response) => {
    const writtenAt = callSite(onCall);
    checkAlive("onCall()", writtenAt);
    queue("calls", storedResponse(response, writtenAt), writtenAt);
  };
  const onRpc: MockPi["onRpc"] = (scenario) => {
    const writtenAt = callSite(onRpc);
    checkAlive("onRpc()", writtenAt);
    queue("rpc", parseScenario(scenario, "of onRpc()", writtenAt), writtenAt);
  };

  const firstFailure = (): Error | undefined => {
    if (!disposed) failure ??= childFailure(generation, written, createdAt);
    return failure;
  };

  const assertDone = (): void => {
    const failed = firstFailure() ?? (disposed ? leftAtEnd : leftOver(generation, written));
    if (failed) throw failed;
  };

  const install: MockPi["install"] = ({ asCurrentProgram = false } = {}) => {
    const writtenAt = callSite(install);
    checkAlive("install()", writtenAt);
    installation.install(asCurrentProgram ? cliPath : undefined, writtenAt);
  };

  const reset = (): void => {
    checkAlive("reset()", callSite(reset));
    failure = undefined;
    waited.clear();
    written.clear();
    generation = beginGeneration(state, ++generations);
  };

  const waitForCall: MockPi["waitForCall"] = async ({ timeoutMs = 10_000 } = {}) => {
    const writtenAt = callSite(waitForCall);
    checkAlive("waitForCall()", writtenAt);
    const limit = realNow() + timeoutMs;
    for (;;) {
      const path = listInvocations(generation).find((each) => !waited.has(each));
      if (path !== undefined) {
        waited.add(path);
        return readReport(path).invocation;
      }
      if (realNow() > limit)
        throw new MockPiError(
          "timed-out",
          tellFailure({
            happened: `No pi was started within ${timeoutMs} ms.`,
            writtenAt,
            received: `${listInvocations(generation).length} earlier calls`,
            cause: "the code under test does not start pi, or finds another one.",
          }),
        );
      await new Promise<void>((resolve) => void realSetTimeout(resolve, 10));
    }
  };

  const dispose = (): void => {
    installation.uninstall();
    if (disposed) return;
    const told = existsSync(generation); // unless somebody has emptied the temporary folder
    if (told && firstFailure() === undefined) leftAtEnd = leftOver(generation, written);
    disposed = true;
    // A child that still runs must not find the next `pi` in PATH when it starts one: the launchers stay, and fail.
    const busy =
      told &&
      readReports(generation).some(({ invocation: { exitCode, signal } }) => exitCode === null && signal === null);
    if (busy) rmSync(state, { recursive: true, force: true, maxRetries: 3 });
    else removeMockFolder(dir);
  };

  return {
    install,
    uninstall: installation.uninstall,
    onCall,
    onRpc,
    reset,
    callCount: () => (disposed ? 0 : listInvocations(generation).length),
    invocations: () => (disposed ? [] : readReports(generation).map(({ invocation }) => invocation)),
    waitForCall,
    env: () => {
      const all = { ...process.env, ...pathWith(dir, process.env) };
      return Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    },
    dir,
    cliPath,
    piVersion,
    get failure() {
      return firstFailure();
    },
    assertDone,
    dispose,
    [Symbol.dispose]: dispose,
  };
};
