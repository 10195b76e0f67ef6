// The events of random cases: for each a payload, what a handler may change in it, and what it may return. One for every kind of
// combination rule. It knows nothing of handlers.
import type { AnyEvent } from "./recording.ts";

/** Written without helpers, since its body is printed. */
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
        event.content = [{ type: "text", text: "assigned" }];
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
        event.message = { role: "user", content: "assigned", timestamp: 1 };
      },
    ],
    returns: [{ message: user("b") }, { message: { role: "assistant", content: [] } }, {}, { message: null }],
  },
  context: {
    payload: () => ({ messages: [{ role: "system", content: "s", timestamp: 1 }, user("a"), user("b")] }),
    changes: [
      (event) => {
        event.messages.push({ role: "user", content: "pushed", timestamp: 1 });
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
