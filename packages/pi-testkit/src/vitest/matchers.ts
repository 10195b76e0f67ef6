// Assertions on what happened in a session; a failure shows the session's tree.
import type { TestEvents } from "@pi-testkit/event-collector";
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { TestSessionError } from "../test-session-error.ts";

/** What the matchers look at: a session, or the events themselves. */
type Subject = { readonly events: TestEvents } | TestEvents;

interface Outcome {
  pass: boolean;
  message(): string;
}

interface MatcherState {
  equals(received: unknown, expected: unknown, testers?: unknown[]): boolean;
  readonly utils: { subsetEquality?: unknown };
}

const isEvents = (value: unknown): value is TestEvents =>
  typeof value === "object" && value !== null && "toolCallsFor" in value;

/** Throws rather than tell vitest that nothing was found: `not` would make a success of that. */
const eventsOf = (subject: Subject): TestEvents => {
  const events = isEvents(subject) ? subject : subject?.events;
  if (isEvents(events)) return events;
  throw new TestSessionError(
    "invalid-option",
    tellFailure({
      happened: "The matchers of pi-testkit were given something without a session's events.",
      expected: 'a test session, or its events: expect(session).toHaveCalledTool("bash")',
      received: describeValue(subject),
      fix: "give the session that createTestSession() resolved to; await it first.",
    }),
  );
};

/** By `search`, which knows no `lastIndex`: an expression with the flag `g` says the same each time. */
const fits = (text: string | undefined, wanted: string | RegExp | undefined): boolean =>
  wanted === undefined ||
  (text !== undefined && (typeof wanted === "string" ? text.includes(wanted) : text.search(wanted) !== -1));

const described = (value: unknown): string => (value instanceof RegExp ? String(value) : describeValue(value));

const outcome = (
  events: TestEvents,
  pass: boolean,
  { what, wanted, found }: { what: string; wanted: unknown; found: readonly unknown[] },
): Outcome => ({
  pass,
  message: () =>
    [
      `expected the session ${pass ? "not " : ""}to have ${what}`,
      ...(wanted === undefined ? [] : [`expected: ${described(wanted)}`]),
      found.length > 0 ? `found: ${found.map(described).join(", ")}` : "found: none",
      "",
      events.tree(),
    ].join("\n"),
});

/**
 * The matchers, for `expect.extend`. Importing `pi-testkit/vitest` extends vitest's `expect` with them.
 *
 * @example
 * import { expect } from "vitest";
 * expect.extend(matchers); // an `expect` of another vitest
 */
export const matchers = {
  toHaveCalledTool(this: MatcherState, subject: Subject, name: string, params?: object): Outcome {
    const events = eventsOf(subject);
    const inputs = events.toolCallsFor(name).map((call) => call.input);
    const testers = this.utils.subsetEquality ? [this.utils.subsetEquality] : [];
    const pass = inputs.some((input) => params === undefined || this.equals(input, params, testers));
    return outcome(events, pass, { what: `called the tool "${name}"`, wanted: params, found: inputs });
  },
  toHaveToolResult(this: MatcherState, subject: Subject, name: string, text?: string | RegExp): Outcome {
    const events = eventsOf(subject);
    const texts = events.toolResultsFor(name).map((result) => result.text);
    const pass = texts.some((each) => fits(each, text));
    return outcome(events, pass, { what: `a result of the tool "${name}"`, wanted: text, found: texts });
  },
  toHaveBlocked(this: MatcherState, subject: Subject, name: string, reason?: string | RegExp): Outcome {
    const events = eventsOf(subject);
    const reasons = events
      .blockedCalls()
      .filter((call) => call.toolName === name)
      .map((call) => call.blockReason);
    const pass = reasons.some((each) => fits(each, reason));
    return outcome(events, pass, { what: `blocked the tool "${name}"`, wanted: reason, found: reasons });
  },
  toHaveAskedUser(this: MatcherState, subject: Subject, method: string, title?: string | RegExp): Outcome {
    const events = eventsOf(subject);
    const titles = events.uiCallsFor(method).map((call) => call.title);
    const pass = titles.some((each) => fits(each, title));
    return outcome(events, pass, { what: `asked the user with ${method}()`, wanted: title, found: titles });
  },
};

/** The matchers as vitest's `expect` has them. */
export interface TestSessionMatchers<R = unknown> {
  /** A call of the tool, with at least these params. */
  toHaveCalledTool(name: string, params?: object): R;
  /** A result of the tool, whose text contains or matches `text`. */
  toHaveToolResult(name: string, text?: string | RegExp): R;
  /** A call of the tool that an extension blocked, for a reason that contains or matches `reason`. */
  toHaveBlocked(name: string, reason?: string | RegExp): R;
  /** A dialog of that method, whose title contains or matches `title`. */
  toHaveAskedUser(
    method: "confirm" | "select" | "input" | "editor" | "custom" | (string & {}),
    title?: string | RegExp,
  ): R;
}

// vitest's own interface for matchers changed its type parameters between majors; every major derives its assertions
// from this one, which has none.
declare global {
  namespace Chai {
    interface Assertion extends TestSessionMatchers<void> {}
  }
}
