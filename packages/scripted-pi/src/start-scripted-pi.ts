// Puts the parts together: a prepared pi, its process, the client, the user and the collector.

import { createEventCollector, type EventCollector } from "@pi-testkit/event-collector";
import { callSite, createFailureKeeper, describeValue, onBehalfOf, tellFailure } from "@pi-testkit/failure-report";
import { createMockUI, type MockUI, type MockUIConfig } from "@pi-testkit/mock-ui";
import { exitedEarly } from "./exit-failure.ts";
import { createLineReader } from "./jsonl.ts";
import { checkOptions, type PiMode, type ScriptedPiOptions } from "./options.ts";
import { type Invocation, type PiExit, startProcess } from "./pi-process.ts";
import { prepare } from "./prepare.ts";
import { createRecordLog, type PiRecord } from "./record-log.ts";
import { createClient, type PiClient } from "./rpc-client.ts";
import { ScriptedPiError } from "./scripted-pi-error.ts";
import { answerRequest } from "./ui-answers.ts";

/** A real pi that runs. Members may be passed unbound. */
export interface ScriptedPi {
  /** Speaks to pi. Only RPC mode takes commands; `waitFor` is for JSON mode too. */
  readonly client: PiClient;
  /** pi's events, recorded. Which hook blocked a call is not on the wire: its outcome is `"unknown"`. */
  readonly events: EventCollector;
  /** The user that answers RPC dialogs. */
  readonly ui: MockUI;
  readonly mode: PiMode;
  /** The release of pi; undefined when `pi` named a file outside its package. */
  readonly version: string | undefined;
  /** The command line, the whole environment and the working directory. */
  readonly invocation: Invocation;
  /** pi's agent dir, where sessions are written. */
  readonly agentDir: string;
  /** Everything pi wrote to stdout as records, responses included. Empty in print mode. */
  readonly records: readonly PiRecord[];
  /** What pi wrote to stdout so far, as text. */
  readonly stdout: string;
  /** What pi wrote to stderr so far. */
  readonly stderr: string;
  readonly pid: number | undefined;
  /** Resolves when pi and its output have ended; never rejects. */
  readonly exited: Promise<PiExit>;
  /** The first thing that went wrong here, in the user's answers or in the playbook. */
  readonly failure: Error | undefined;
  /** Sends pi a signal. */
  kill(signal?: PiSignal): void;
  /**
   * Throws the first failure: of the user, of a line that is no record, of the playbook, or what that has left over. May be
   * asked while pi runs, and after `dispose()`.
   */
  assertDone(): void;
  /** Ends pi and everything it started, and removes its folders. Idempotent, never throws. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The signals pi knows. */
export type PiSignal = "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGKILL";

const asRecord = (line: string): PiRecord | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "type" in value ? (value as PiRecord) : undefined;
  } catch {
    return undefined;
  }
};

/** What is neither an answer nor a question is an event, of the release that runs. */
const asEvent = (record: PiRecord): Parameters<EventCollector["record"]>[0] => record as never;

const notProtocol = (line: string, writtenAt: string | undefined): ScriptedPiError =>
  new ScriptedPiError(
    "not-protocol",
    tellFailure({
      happened: "pi wrote a line to stdout that is no record.",
      writtenAt,
      expected: 'a JSON object with a "type"',
      received: describeValue(line),
    }),
  );

/** Releases that say `agent_settled`: 0.80.4 and later. */
const saysSettled = (version: string | undefined): boolean => {
  const [major = 1, minor = 0, patch = 0] = (version ?? "1.0.0").split(/[.-]/).map(Number);
  return major > 0 || minor > 80 || (minor === 80 && patch >= 4);
};

/**
 * Starts the real pi, offline and away from the user's home, with the playbook as its model.
 *
 * @throws ScriptedPiError `invalid-option`, `pi-not-found`; PlaybookError when the playbook cannot be written as data.
 * @example
 * const pi = startScriptedPi({ playbook: [when("hi", [says("hello")])], mode: "rpc" });
 * await pi.client.run("hi");
 * pi.events.messages.length; // 2
 * await pi.dispose();
 */
export const startScriptedPi = (options: ScriptedPiOptions): ScriptedPi => {
  const writtenAt = callSite(startScriptedPi);
  checkOptions(options, writtenAt);
  const { mode = "rpc" } = options;
  const failures = createFailureKeeper((failure) => {
    log.close(() => failure);
    if (mode === "rpc") write(`${JSON.stringify({ type: "abort" })}\n`);
  });
  const log = createRecordLog();
  const events = createEventCollector();
  const { onCall, onFailure, ...uiConfig } = options.ui || {};
  const config: MockUIConfig = {
    mode: "rpc",
    ...uiConfig,
    onCall(call) {
      events.recordUI(call);
      return onCall?.(call);
    },
    onFailure(failure) {
      failures.keep(failure);
      onFailure?.(failure);
    },
  };
  const ui = onBehalfOf(
    () => writtenAt,
    () => createMockUI(config),
  );
  const prepared = prepare(options, writtenAt);
  const { invocation, program } = prepared;
  const { child, exited, end } = startProcess(invocation, mode === "rpc" ? "open" : options.stdin);
  let stdout = "";
  let stderr = "";

  const write = (text: string | Uint8Array): void => {
    if (!child.stdin.writable) return;
    options.onLine?.("in", Buffer.from(text).toString("utf8").replace(/\n$/, ""));
    child.stdin.write(text);
  };
  const answer = async (request: PiRecord): Promise<void> => {
    try {
      await answerRequest(ui, request, (record) => write(`${JSON.stringify(record)}\n`));
    } catch (thrown) {
      failures.keep(thrown instanceof Error ? thrown : new Error(describeValue(thrown)));
      // Nobody else will answer, and an extension that waits would hold up the end of its run.
      write(`${JSON.stringify({ type: "extension_ui_response", id: request.id, cancelled: true })}\n`);
    }
  };
  /** A run that the playbook stopped ends with an error; why is known to its log alone. */
  const lookAtPlaybook = (): void => {
    const failed = prepared.report.failure();
    if (failed) failures.keep(failed);
  };
  let leftOver = prepared.report.left;
  const reader = createLineReader((line) => {
    options.onLine?.("out", line);
    if (mode === "print") return;
    const record = asRecord(line);
    if (record === undefined) {
      failures.keep(notProtocol(line, writtenAt));
      return;
    }
    log.add(record);
    if (record.type === "extension_ui_request") {
      if (options.ui !== false) void answer(record);
    } else if (record.type !== "response") {
      if (record.message?.stopReason === "error") lookAtPlaybook();
      events.record(asEvent(record));
    }
  });
  child.stdout.on("data", (chunk: Uint8Array) => {
    stdout += Buffer.from(chunk).toString("latin1");
    reader.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.once("end", () => reader.end());

  void exited.then((ended) => {
    log.close(() => exitedEarly(ended, stderr, writtenAt));
  });

  let disposing: Promise<void> | undefined;
  const dispose = (): Promise<void> => {
    disposing ??= (async () => {
      ui.dispose();
      await end(3000);
      lookAtPlaybook(); // before its folder goes
      const left = leftOver();
      leftOver = () => left;
      prepared.remove();
    })();
    return disposing;
  };

  const firstFailure = (): Error | undefined => {
    lookAtPlaybook();
    return failures.first ?? ui.failure ?? events.failure;
  };

  return {
    client: createClient({
      log,
      rpc: mode === "rpc",
      settles: saysSettled(program.version),
      write,
      end: () => child.stdin.end(),
      stderr: () => stderr,
      failure: () => failures.first,
    }),
    events,
    ui,
    mode,
    version: program.version,
    invocation,
    agentDir: prepared.folders.agentDir,
    records: log.records,
    get stdout() {
      return Buffer.from(stdout, "latin1").toString("utf8");
    },
    get stderr() {
      return stderr;
    },
    pid: child.pid,
    exited,
    get failure() {
      return firstFailure();
    },
    kill: (signal = "SIGTERM") => void child.kill(signal),
    assertDone() {
      const failed = firstFailure();
      if (failed) throw failed;
      ui.assertDone();
      events.assertDone();
      const over = leftOver();
      if (over) throw failures.keep(over);
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
};
