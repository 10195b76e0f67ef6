// The time and the ids of a fake: counted, never read from the machine, so that a run gives the same values each time.

export interface Clock {
  /** Milliseconds; one more with each reading. */
  now(): number;
  iso(): string;
  nextEntryId(): string;
  nextSessionId(): string;
  nextToolCallId(): string;
}

/** 2026-01-01, so that a date an extension prints looks like one. */
const start = 1_767_225_600_000;

export const createClock = (): Clock => {
  let ticks = 0;
  let entries = 0;
  let sessions = 0;
  let calls = 0;
  const clock: Clock = {
    now: () => start + ticks++,
    iso: () => new Date(clock.now()).toISOString(),
    nextEntryId: () => (++entries).toString(16).padStart(8, "0"),
    nextSessionId: () => `00000000-0000-7000-8000-${(++sessions).toString(16).padStart(12, "0")}`,
    nextToolCallId: () => `call-${++calls}`,
  };
  return clock;
};
