// Keeps the records of all calls, in the order they were made, and tells `onCall` when one has its return value.
// It knows nothing of what the methods do.
import { copyOf, type OpenRecord, type UICallRecord, type UIMethod } from "./ui-call-record.ts";

/** @internal The part of a record that depends on the method. */
export type NamedArguments = Partial<
  Pick<OpenRecord, "title" | "message" | "options" | "placeholder" | "dialogOptions">
>;

/** @internal */
export interface CallLog {
  readonly calls: OpenRecord[];
  open(method: UIMethod, args: readonly unknown[], named?: NamedArguments): OpenRecord;
  /** Takes over a record that is already whole. */
  openRecord(record: OpenRecord): OpenRecord;
  /** The time of a record that begins now. */
  now(): number;
  close(record: OpenRecord, returnValue: unknown): void;
  /** A call whose return value is known at once; returns that value. */
  note<Value>(returnValue: Value, method: UIMethod, args: readonly unknown[], named?: NamedArguments): Value;
  callsFor(method: UIMethod): UICallRecord[];
  reset(): void;
}

/** @internal `onCall` must not throw. `open` takes `args` over, so it must be the caller's own array. */
export const createCallLog = (onCall: ((call: UICallRecord) => void) | undefined): CallLog => {
  // The clock of this moment, a test's fake one included: a record's time is never the difference of two clocks. And in
  // Node the global is a getter, which takes as long as reading the clock.
  const clock = performance;
  const start = clock.now();
  const now = () => clock.now() - start;
  const calls: OpenRecord[] = [];
  const log: CallLog = {
    calls,
    open(method, args, named) {
      const record: OpenRecord = {
        method,
        args: ownedCopy(args),
        returnValue: undefined,
        at: now(),
      };
      if (named !== undefined) Object.assign(record, named);
      calls.push(record);
      return record;
    },
    openRecord(record) {
      calls.push(record);
      return record;
    },
    now,
    close(record, returnValue) {
      record.returnValue = returnValue;
      if (onCall !== undefined) onCall(record);
    },
    note(returnValue, method, args, named) {
      log.close(log.open(method, args, named), returnValue);
      return returnValue;
    },
    callsFor: (method) => calls.filter((call) => call.method === method),
    reset() {
      calls.length = 0;
    },
  };
  return log;
};

/** Most calls pass texts only, and need no copy. */
const ownedCopy = (args: readonly unknown[]): readonly unknown[] => {
  for (const value of args) if (typeof value === "object") return args.map(copyOf);
  return args;
};
