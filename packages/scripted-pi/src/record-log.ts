// Everything pi wrote to stdout as records, in order, and those who wait for one. Knows nothing of what they mean.
import { ScriptedPiError } from "./scripted-pi-error.ts";

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** One line of pi's stdout. */
export interface PiRecord {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a record has the shape its `type` and pi's release give it
  readonly [key: string]: any;
}

/** How long `waitFor` waits, and from when on. */
export interface WaitOptions {
  /** Default 30000, since the first start of a pi on a busy machine takes long. */
  timeoutMs?: number | undefined;
  /** `"start"` (default) also finds what came before the call, `"now"` only what comes. */
  from?: "start" | "now" | undefined;
}

interface Waiter {
  matches(record: PiRecord): boolean;
  resolve(record: PiRecord): void;
  reject(failure: Error): void;
}

export interface RecordLog {
  readonly records: readonly PiRecord[];
  /** Counts the records of all time, so that a caller can wait for what comes after a point. */
  add(record: PiRecord): void;
  /** No record will come any more, or none is waited for; the first reason holds. */
  close(failure: () => Error): void;
  wait(
    matches: (record: PiRecord) => boolean,
    late: (timeoutMs: number) => string,
    options: WaitOptions,
  ): Promise<PiRecord>;
}

export const createRecordLog = (): RecordLog => {
  const records: PiRecord[] = [];
  const waiting = new Set<Waiter>();
  let closed: (() => Error) | undefined;

  const offer = (waiter: Waiter, record: PiRecord): boolean => {
    try {
      if (!waiter.matches(record)) return false;
      waiter.resolve(record);
    } catch (error) {
      waiter.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  };

  return {
    records,
    add(record) {
      records.push(record);
      for (const waiter of [...waiting]) offer(waiter, record);
    },
    close(failure) {
      closed ??= failure;
      for (const waiter of [...waiting]) waiter.reject(failure());
    },
    wait(matches, late, { timeoutMs = 30_000, from = "start" }) {
      return new Promise<PiRecord>((resolve, reject) => {
        const settle = <V>(then: (value: V) => void) => {
          return (value: V) => {
            realClearTimeout(timer);
            waiting.delete(waiter);
            then(value);
          };
        };
        const waiter: Waiter = { matches, resolve: settle(resolve), reject: settle(reject) };
        const timer = realSetTimeout(() => waiter.reject(new ScriptedPiError("timed-out", late(timeoutMs))), timeoutMs);
        if (from === "start" && records.some((record) => offer(waiter, record))) return;
        if (closed) waiter.reject(closed());
        else waiting.add(waiter);
      });
    },
  };
};
