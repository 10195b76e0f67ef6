// Scenarios: message hooks.
import { handling, tool } from "../recording.ts";
import type { combination } from "../requirements/combination.ts";
import type { Scenario } from "../stage.ts";
import { emitting, user } from "./combination-stages.ts";

export const messageHooksScenarios = {
  "message-end.replace": (open, see) =>
    emitting(
      open,
      see,
      "message_end",
      { message: user("a") },
      () => ({ message: user("b") }),
      (event: { message: unknown }) => see("next sees", event.message),
    ).then(() => {}),
  "message-end.other-role": (open, see) =>
    emitting(open, see, "message_end", { message: user("a") }, () => ({
      message: { role: "assistant", content: [] },
    })).then(() => {}),
  "message-end.unmodified": (open, see) =>
    emitting(
      open,
      see,
      "message_end",
      { message: user("a") },
      () => ({}),
      () => undefined,
    ).then(() => {}),
  "message-end.content-null": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_end: (event) =>
            event.message.role === "user" ? { message: { ...event.message, content: null } } : undefined,
          turn_end: (_event, ctx) =>
            see(
              "stored",
              ctx.sessionManager
                .getEntries()
                .flatMap((entry: { message?: { role: string; content: unknown } }) =>
                  entry.message?.role === "user" ? [entry.message.content] : [],
                ),
            ),
        }),
      ],
    });
    await stage.submit("a");
  },
  "message-end.in-place": async (open, see) => {
    const stage = await open({
      extensions: [
        handling({
          message_end: (event) => {
            if (event.message.role === "user") event.message.content = [{ type: "text", text: "changed" }];
          },
        }),
      ],
    });
    await stage.submit("a");
    see("model got", stage.requests[0]?.messages);
  },
  "message-end.replacement-stored": async (open, see) => {
    const stage = await open({
      replies: ["said"],
      extensions: [
        handling({
          message_end: (event) =>
            event.message.role === "assistant"
              ? { message: { ...event.message, content: [{ type: "text", text: "replaced" }] } }
              : undefined,
          turn_end: (event) => see("turn_end", event.message.content),
          agent_end: (event) => see("agent_end", event.messages.at(-1).content),
        }),
      ],
    });
    await stage.submit("a");
    const entries = stage.context().sessionManager.getEntries();
    see(
      "session",
      entries.flatMap((entry) =>
        entry.type === "message" && entry.message.role === "assistant" ? [entry.message.content] : [],
      ),
    );
  },
  "context.replace": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [user("a")] },
      () => ({ messages: [user("b"), user("c")] }),
      (event: { messages: unknown }) => see("next sees", event.messages),
    ).then(() => {}),
  "context.in-place": (open, see) =>
    emitting(open, see, "context", { messages: [user("a")] }, (event: { messages: unknown[] }) => {
      event.messages.push(user("pushed"));
    }).then(() => {}),
  "context.unchanged": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [{ role: "system", content: "s" }, user("a")] },
      () => undefined,
      (event: { messages: unknown[] }) => ({ messages: [...event.messages] }),
    ).then(() => {}),
  "context.system-hidden": (open, see) =>
    emitting(
      open,
      see,
      "context",
      { messages: [{ role: "system", content: "s", timestamp: 1 }, user("a")] },
      (event: { messages: { role: string }[] }) =>
        see(
          "roles",
          event.messages.map(({ role }) => role),
        ),
    ).then(() => {}),
  "context.system-restored": async (open, see) => {
    const stage = await open({ extensions: [handling({ context: () => ({ messages: [user("only")] }) })] });
    const messages = [
      { role: "system", content: "", sections: { preamble: "p" }, timestamp: 1 },
      user("a"),
      { role: "system", content: "", sections: { more: "m" }, timestamp: 2 },
      user("b"),
    ];
    const sent = (await stage.emit("context", { messages })) as { role: string; sections?: object }[];
    see(
      "roles",
      sent.map(({ role }) => role),
    );
    see("head", Object.keys(sent[0]?.sections ?? {}));
  },
  "context.clone": async (open, see) => {
    const messages = [user("a")];
    const stage = await open({
      extensions: [
        handling({
          context: (event) => {
            event.messages[0].content = "changed";
          },
        }),
      ],
    });
    see("sent", await stage.emit("context", { messages }));
    see("transcript", messages);
  },
  "context.clone-fails": async (open, see) => {
    const stage = await open({
      replies: [{ calls: [{ name: "t", id: "c1" }] }, "never"],
      extensions: [
        (pi) => pi.registerTool(tool("t", async () => ({ content: [], details: { run: () => 1 } }))),
        handling({
          agent_end: (event) =>
            see("last", [
              event.messages.at(-1).stopReason,
              /could not be cloned\.$/.test(event.messages.at(-1).errorMessage),
            ]),
        }),
      ],
    });
    await stage.submit("go");
    see("requests", stage.requests.length);
  },
  "context.throw": (open, see) =>
    emitting(open, see, "context", { messages: [user("a")] }, (event: { messages: unknown[] }) => {
      event.messages.push(user("lost"));
      throw new Error("boom");
    }).then(() => {}),
  "context-system.verbatim": async (open, see) => {
    const stage = await open({
      extensions: [handling({ context_with_system: (event) => ({ messages: [...event.messages, user("added")] }) })],
    });
    see("sent", await stage.emit("context", { messages: [user("a")] }));
  },
  "context-system.dropped": async (open, see) => {
    const stage = await open({ extensions: [handling({ context_with_system: () => ({ messages: [user("a")] }) })] });
    see("sent", await stage.emit("context", { messages: [{ role: "system", content: "s", timestamp: 1 }, user("a")] }));
    see("errors", stage.errors);
  },
} satisfies Partial<Record<keyof typeof combination, Scenario>>;
