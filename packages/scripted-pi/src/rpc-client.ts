// Speaks pi's RPC protocol: sends commands, pairs responses by id, waits for records.
import { callSite, describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { PiRecord, RecordLog, WaitOptions } from "./record-log.ts";
import { ScriptedPiError } from "./scripted-pi-error.ts";

/** A command as pi's RPC protocol has it. */
export interface PiCommand {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An answer to a command. */
export interface PiResponse extends PiRecord {
  readonly type: "response";
  readonly command: string;
  readonly success: boolean;
  readonly error?: string;
}

/** What goes with a prompt. */
export interface PromptOptions {
  /** Images as pi takes them. */
  images?: readonly unknown[] | undefined;
  /** What becomes of the prompt while a run goes on; without it pi refuses. */
  streamingBehavior?: "steer" | "followUp" | undefined;
}

/**
 * The client of one pi. Members may be passed unbound. What the scripted user or the playbook fails at stops the run: what
 * is awaited, and each later call, rejects with that first failure.
 */
export interface PiClient {
  /** Sends a prompt and resolves with pi's response, before the run begins. Throws `refused` when pi says no. */
  prompt(message: string, options?: PromptOptions): Promise<PiResponse>;
  /** Sends a prompt and resolves when the run it started is over. */
  run(message: string, options?: PromptOptions): Promise<void>;
  /** Queues a message for the turn after the current tools. */
  steer(message: string): Promise<PiResponse>;
  /** Queues a message for when the run would end. */
  followUp(message: string): Promise<PiResponse>;
  /** Stops the run; resolves when pi says so. */
  abort(): Promise<PiResponse>;
  /** `get_state`'s data. */
  state(): Promise<PiRecord["data"]>;
  /** Sends any command and resolves with its response, whether it succeeded or not. An id is added when it has none. */
  send(command: PiCommand, options?: WaitOptions): Promise<PiResponse>;
  /** Writes a record without waiting for anything, such as an `extension_ui_response`. */
  write(record: unknown): void;
  /** Writes bytes or text as they are, for input no client would send. */
  writeRaw(text: string | Uint8Array): void;
  /** Ends pi's input: pi shuts down at once. */
  end(): void;
  /** The first record of a type, or that matches; also one that came before. Throws `timed-out` or `exited`. */
  waitFor(wanted: string | ((record: PiRecord) => boolean), options?: WaitOptions): Promise<PiRecord>;
  /** Resolves at the end of the run that goes on, or of the last one. Same on every release. */
  settled(options?: WaitOptions): Promise<PiRecord>;
}

export interface ClientSetting {
  readonly log: RecordLog;
  readonly rpc: boolean;
  /** Whether this release says `agent_settled`. */
  readonly settles: boolean;
  write(text: string | Uint8Array): void;
  end(): void;
  stderr(): string;
  /** The first failure: from then on nothing is sent or waited for. */
  failure(): Error | undefined;
}

const lastRecords = (log: RecordLog): string[] => log.records.slice(-8).map((record) => describeValue(record));

export const createClient = (setting: ClientSetting): PiClient => {
  const { log } = setting;
  let ids = 0;

  const late = (wanted: string, writtenAt: string | undefined) => (timeoutMs: number) =>
    tellFailure({
      happened: `${wanted} did not come within ${timeoutMs} ms.`,
      writtenAt,
      received: setting.stderr() === "" ? undefined : `on stderr: ${describeValue(setting.stderr().slice(-1000))}`,
      left: lastRecords(log),
      cause: "the run waits for an answer, has not started, or wrote something else; the last records are above.",
    });

  const waitFor: PiClient["waitFor"] = (wanted, options = {}) => {
    const matches = typeof wanted === "string" ? (record: PiRecord) => record.type === wanted : wanted;
    const name = typeof wanted === "string" ? `A record of type "${wanted}"` : "A record that matches";
    return log.wait(matches, late(name, callSite(waitFor)), options);
  };

  const checkRpc = (what: string, writtenAt: string | undefined): void => {
    if (setting.rpc) return;
    throw new ScriptedPiError(
      "not-rpc",
      tellFailure({
        happened: `${what} was called on a pi that does not run in RPC mode.`,
        writtenAt,
        fix: 'start it with mode: "rpc"; in print and JSON mode prompts are arguments.',
      }),
    );
  };

  const ask = (command: PiCommand, options: WaitOptions, writtenAt: string | undefined): Promise<PiResponse> => {
    const failure = setting.failure();
    if (failure) return Promise.reject(failure);
    const id = "id" in command ? command.id : `testkit-${++ids}`;
    const from = log.records.length;
    // Up to 0.79.6 the answer to an unknown command has no id.
    const matches = (record: PiRecord): boolean =>
      record.type === "response" &&
      log.records.indexOf(record) >= from &&
      (record.id === id || (record.id === undefined && record.command === command.type && record.success === false));
    const response = log.wait(matches, late(`The response to "${command.type}"`, writtenAt), options);
    setting.write(`${JSON.stringify({ id, ...command })}\n`);
    return response as Promise<PiResponse>;
  };

  const succeed = async (command: PiCommand, writtenAt: string | undefined): Promise<PiResponse> => {
    const response = await ask(command, {}, writtenAt);
    if (response.success) return response;
    throw new ScriptedPiError(
      "refused",
      tellFailure({
        happened: `pi refused "${command.type}": ${response.error}`,
        writtenAt,
        received: describeValue(command),
      }),
    );
  };

  const isEnd = (record: PiRecord): boolean =>
    setting.settles ? record.type === "agent_settled" : record.type === "agent_end" && record.willRetry !== true;

  const settledAfter = (from: number, options: WaitOptions, writtenAt: string | undefined): Promise<PiRecord> => {
    const failure = setting.failure();
    if (failure) return Promise.reject(failure);
    const matches = (record: PiRecord): boolean => isEnd(record) && log.records.indexOf(record) >= from;
    return log.wait(matches, late("The end of the run", writtenAt), options);
  };

  const state: PiClient["state"] = async () => {
    const writtenAt = callSite(state);
    checkRpc("state()", writtenAt);
    return (await succeed({ type: "get_state" }, writtenAt)).data;
  };

  // Up to 0.87 the response does not say whether the prompt started a run or was a command.
  const hasStarted = async (from: number): Promise<boolean> => {
    const { isStreaming } = await state();
    return isStreaming || log.records.slice(from).some(({ type }) => type === "agent_start");
  };

  const prompt: PiClient["prompt"] = (message, options = {}) => {
    const writtenAt = callSite(prompt);
    checkRpc("prompt()", writtenAt);
    return succeed(promptCommand(message, options), writtenAt);
  };
  const run: PiClient["run"] = async (message, options = {}) => {
    const writtenAt = callSite(run);
    checkRpc("run()", writtenAt);
    const from = log.records.length;
    const response = await succeed(promptCommand(message, options), writtenAt);
    if (response.data?.disposition === "handled") return;
    if (response.data === undefined && !(await hasStarted(from))) return;
    await settledAfter(from, {}, writtenAt);
  };
  const command = (type: string, name: string) => {
    const send = (message?: string): Promise<PiResponse> => {
      const writtenAt = callSite(send);
      checkRpc(`${name}()`, writtenAt);
      return succeed(message === undefined ? { type } : { type, message }, writtenAt);
    };
    return send;
  };
  const send: PiClient["send"] = (sent, options = {}) => {
    const writtenAt = callSite(send);
    checkRpc("send()", writtenAt);
    return ask(sent, options, writtenAt);
  };
  const settled: PiClient["settled"] = (options = {}) => {
    const lastStart = log.records.findLastIndex(({ type }) => type === "agent_start");
    return settledAfter(Math.max(0, lastStart), options, callSite(settled));
  };

  return {
    prompt,
    run,
    steer: command("steer", "steer"),
    followUp: command("follow_up", "followUp"),
    abort: command("abort", "abort"),
    state,
    send,
    write: (record) => setting.write(`${JSON.stringify(record)}\n`),
    writeRaw: (text) => setting.write(text),
    end: () => setting.end(),
    waitFor,
    settled,
  };
};

const promptCommand = (message: string, { images, streamingBehavior }: PromptOptions): PiCommand => ({
  type: "prompt",
  message,
  ...(images && { images }),
  ...(streamingBehavior && { streamingBehavior }),
});
