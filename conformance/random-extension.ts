// Random extensions as data: handlers that return, change, throw, unsubscribe or register late, for events with
// combination rules of every kind. The same data is run on both arms and printed as source when they disagree.
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { type AnyEvent, on } from "./recording.ts";

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

type Change = (event: AnyEvent) => void;

const user = (content: string) => ({ role: "user", content, timestamp: 1 });
const block = (text: string) => ({ type: "text", text });

/** For each event: a payload, what a handler may change, what it may return. */
export const pools: Readonly<
  Record<string, { payload(): object; changes: readonly Change[]; returns: readonly unknown[] }>
> = {
  agent_start: {
    payload: () => ({}),
    changes: [
      (event) => {
        event.mine = 1;
      },
    ],
    returns: [{ cancel: true }, "x"],
  },
  turn_start: {
    payload: () => ({ turnIndex: 0, timestamp: 1 }),
    changes: [
      (event) => {
        event.turnIndex = 7;
      },
    ],
    returns: [{ block: true }],
  },
  tool_call: {
    payload: () => ({ toolName: "bash", toolCallId: "c", input: { command: "ls" } }),
    changes: [
      (event) => {
        event.input.command = "pwd";
      },
      (event) => {
        event.input = { command: "new" };
      },
      (event) => {
        event.input.extra = true;
      },
    ],
    returns: [
      { block: true, reason: "no" },
      { block: true },
      { block: false, reason: "fine" },
      {},
      null,
      0,
      { terminate: true },
    ],
  },
  tool_result: {
    payload: () => ({
      toolName: "bash",
      toolCallId: "c",
      input: {},
      content: [block("out")],
      details: { d: 1 },
      structuredContent: { s: 1 },
      isError: false,
    }),
    changes: [
      (event) => {
        event.content = [block("assigned")];
      },
      (event) => {
        if (event.content[0]) event.content[0].text = "nested";
      },
      (event) => {
        event.isError = true;
      },
    ],
    returns: [
      { content: [block("new")] },
      { details: null },
      { isError: true },
      { content: [], structuredContent: 2 },
      {},
      { details: undefined },
      "x",
    ],
  },
  message_end: {
    payload: () => ({ message: user("a") }),
    changes: [
      (event) => {
        event.message.content = "changed";
      },
      (event) => {
        event.message = user("assigned");
      },
    ],
    returns: [{ message: user("b") }, { message: { role: "assistant", content: [] } }, {}, { message: null }],
  },
  context: {
    payload: () => ({ messages: [{ role: "system", content: "s", timestamp: 1 }, user("a"), user("b")] }),
    changes: [
      (event) => {
        event.messages.push(user("pushed"));
      },
      (event) => {
        event.messages.pop();
      },
      (event) => {
        if (event.messages[0]) event.messages[0].content = "changed";
      },
    ],
    returns: [{ messages: [user("only")] }, { messages: [] }, {}, undefined],
  },
  before_provider_request: {
    payload: () => ({ payload: { a: 1 } }),
    changes: [
      (event) => {
        if (event.payload) event.payload.changed = true;
      },
      (event) => {
        event.payload = { assigned: 1 };
      },
    ],
    returns: [{ b: 2 }, null, false, 0, "", "text"],
  },
  before_provider_headers: {
    payload: () => ({ headers: { a: "1" } }),
    changes: [
      (event) => {
        event.headers.b = "2";
      },
      (event) => {
        event.headers.a = null;
      },
      (event) => {
        event.headers = { other: "x" };
      },
    ],
    returns: [{ headers: {} }],
  },
  input: {
    payload: () => ({ text: "a", images: undefined, source: "interactive" }),
    changes: [
      (event) => {
        event.text = "assigned";
      },
    ],
    returns: [
      { action: "handled" },
      { action: "transform", text: "b" },
      { action: "transform", text: "a" },
      { action: "transform", text: "c", images: [] },
      { action: "continue" },
      {},
    ],
  },
  user_bash: {
    payload: () => ({ command: "ls", excludeFromContext: false, cwd: "/x" }),
    changes: [
      (event) => {
        event.command = "pwd";
      },
    ],
    returns: [{ result: { output: "o", exitCode: 0, cancelled: false, truncated: false } }, {}, null, { result: {} }],
  },
  session_before_switch: {
    payload: () => ({ reason: "new", targetSessionFile: undefined }),
    changes: [
      (event) => {
        event.reason = "x";
      },
    ],
    returns: [{ cancel: true }, {}, { a: 1 }, false],
  },
  session_before_tree: {
    payload: () => ({ preparation: { targetId: "t", oldLeafId: null }, signal: undefined }),
    changes: [
      (event) => {
        event.preparation.label = "x";
      },
    ],
    returns: [{ label: "l" }, { summary: { summary: "s" } }, { cancel: true }, ""],
  },
  resources_discover: {
    payload: () => ({ cwd: "/x", reason: "startup" }),
    changes: [
      (event) => {
        event.cwd = "/y";
      },
    ],
    returns: [{ skillPaths: ["/a"] }, { promptPaths: ["/b", "/c"], themePaths: [] }, {}],
  },
  cache_warming_decision: {
    payload: () => ({ warmCost: 1, missCost: 2, continuationProbability: 0.5, action: "stop" }),
    changes: [
      (event) => {
        event.action = "warm";
      },
    ],
    returns: [{ action: "warm" }, { action: "wait" }, {}],
  },
};

const eventNames = Object.keys(pools);
const oftenUndefined = <T>(arbitrary: fc.Arbitrary<T>, weight = 2) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

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

/** A case keeps to few events, so that handlers meet. */
export const randomCase: fc.Arbitrary<RandomCase> = fc
  .uniqueArray(fc.constantFrom(...eventNames), { minLength: 1, maxLength: 3 })
  .chain((events) =>
    fc.record({
      extensions: fc.array(
        fc.array(
          handler.map((own) => ({
            ...own,
            event: events[own.event.length % events.length] ?? own.event,
            change: own.change === undefined ? undefined : own.change,
            returns: own.returns,
          })),
          { maxLength: 4 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      emitted: fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 4 }),
    }),
  );

const pick = <T>(list: readonly T[], index: number | undefined): T | undefined =>
  index === undefined ? undefined : list[index % list.length];

/** The extension of a case; `seen` gets what its handlers saw, `counts` what they did. */
export const asExtension =
  (
    handlers: readonly RandomHandler[],
    label: string,
    seen: unknown[],
    counts: Record<string, number>,
  ): ExtensionFactory =>
  (pi: ExtensionAPI) => {
    const ends: (() => void)[] = [];
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    const register = (
      own: Omit<RandomHandler, "registers"> & { registers?: RandomHandler["registers"] },
      name: string,
    ) => {
      const pool = pools[own.event];
      if (!pool) return;
      let calls = 0;
      const act = (event: AnyEvent) => {
        seen.push([name, JSON.parse(JSON.stringify(event))]);
        const change = pick(pool.changes, own.change);
        if (change) {
          count("changed");
          change(event);
        }
        if (own.ends !== undefined) {
          count("unsubscribed");
          ends[own.ends % ends.length]?.();
        }
        if (own.registers && calls++ === 0) {
          count("registered late");
          register(own.registers, `${name}+`);
        }
        if (own.throws) {
          count("threw");
          throw own.throws === "error" ? new Error(`${name} threw`) : `${name} threw text`;
        }
        const returned = pick(pool.returns, own.returns);
        if (returned !== undefined) count("returned");
        if (
          (returned as { block?: boolean; cancel?: boolean } | null)?.block ||
          (returned as { cancel?: boolean } | null)?.cancel
        )
          count("blocked");
        return structuredClone(returned);
      };
      ends.push(
        on(
          pi,
          own.event,
          own.asynchronous
            ? async (event) => {
                await undefined;
                return act(event);
              }
            : act,
        ) ?? (() => {}),
      );
    };
    for (const [index, own] of handlers.entries()) register(own, `${label}${index}`);
  };

/** The case as the source of its extensions, for a report. */
export const printCase = ({ extensions, emitted }: RandomCase): string =>
  [
    ...extensions.map((handlers, index) =>
      [
        `// extension ${index + 1}`,
        "(pi) => {",
        ...handlers.map((own) => {
          const pool = pools[own.event];
          const steps = [
            own.change === undefined ? "" : `(${String(pick(pool?.changes ?? [], own.change))})(event);`,
            own.ends === undefined ? "" : `end${own.ends}();`,
            own.registers ? `pi.on("${own.registers.event}", …);` : "",
            own.throws ? `throw ${own.throws === "error" ? "new Error()" : '"text"'};` : "",
            own.returns === undefined ? "" : `return ${JSON.stringify(pick(pool?.returns ?? [], own.returns))};`,
          ];
          return `  pi.on("${own.event}", ${own.asynchronous ? "async " : ""}(event) => { ${steps.filter(Boolean).join(" ")} });`;
        }),
        "}",
      ].join("\n"),
    ),
    `// emitted: ${emitted.join(", ")}`,
  ].join("\n");
