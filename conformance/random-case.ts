// Random cases as data: extensions whose handlers return, change, throw, unsubscribe or register late, and the events they get.
import fc from "fast-check";
import { pools } from "./random-events.ts";

/** What one handler does when it is called, in this order. */
export interface RandomHandler {
  readonly event: string;
  /** Index into the changes of its event; undefined: leaves the event alone. */
  readonly change: number | undefined;
  /** Index of a registration of the same extension that it ends. */
  readonly ends: number | undefined;
  /** A handler it registers when it is first called. */
  readonly registers: Omit<RandomHandler, "registers"> | undefined;
  readonly asynchronous: boolean;
  readonly throws: "error" | "text" | undefined;
  /** Index into the returns of its event; undefined: returns nothing. */
  readonly returns: number | undefined;
}

export interface RandomCase {
  readonly extensions: readonly (readonly RandomHandler[])[];
  readonly emitted: readonly string[];
}

const eventNames = Object.keys(pools);
const oftenUndefined = <T>(arbitrary: fc.Arbitrary<T>, weight = 2) =>
  fc.oneof({ withCrossShrink: true }, { weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const plainHandler = fc.constantFrom(...eventNames).chain((event) =>
  fc.record({
    event: fc.constant(event),
    change: oftenUndefined(fc.nat((pools[event]?.changes.length ?? 1) - 1)),
    ends: oftenUndefined(fc.nat(3), 8),
    asynchronous: fc.boolean(),
    throws: oftenUndefined(fc.constantFrom("error" as const, "text" as const), 8),
    returns: oftenUndefined(fc.nat((pools[event]?.returns.length ?? 1) - 1), 1),
  }),
);

const handler: fc.Arbitrary<RandomHandler> = plainHandler.chain(
  (own) =>
    fc.record({
      ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, fc.constant(value)])),
      registers: oftenUndefined(plainHandler, 6),
    }) as fc.Arbitrary<RandomHandler>,
);

const among = (events: readonly string[], event: string): string => events[event.length % events.length] ?? event;

/** A case keeps to few events, so that handlers meet. */
export const randomCase: fc.Arbitrary<RandomCase> = fc
  .uniqueArray(fc.constantFrom(...eventNames), { minLength: 1, maxLength: 3 })
  .chain((events) =>
    fc.record({
      extensions: fc.array(
        fc.array(
          handler.map((own) => ({
            ...own,
            event: among(events, own.event),
            registers: own.registers && { ...own.registers, event: among(events, own.registers.event) },
          })),
          { maxLength: 4 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      emitted: fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 4 }),
    }),
  );

/** Change and return of a handler are numbers, so that a case can be shrunk; the event decides what they stand for. */
export const pick = <T>(list: readonly T[], index: number | undefined): T | undefined =>
  index === undefined ? undefined : list[index % list.length];
