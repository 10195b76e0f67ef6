// One suite, written for no runner: each entry is a title and a function that throws when something is wrong.
import assert from "node:assert/strict";
import { createFakePi } from "@pi-testkit/fake-pi-runtime";
import { calls, cancelled, createTestSession, fails, says, thinks, throwsError, together, when } from "pi-testkit";

/** An extension that asks before a file is deleted. */
const gate = (pi) =>
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash" || !/\brm\b/.test(event.input.command)) return;
    if (!(await ctx.ui.confirm("Delete?", event.input.command))) return { block: true, reason: "The user said no" };
  });

/** A session that is disposed of whatever happens in it; `await using` does the same where a runner knows it. */
const withSession = (options, use) => async () => {
  const session = await createTestSession(options);
  try {
    await use(session);
  } finally {
    await session.dispose();
  }
};

export const scenarios = [
  [
    "asks before it deletes, and takes no for an answer",
    withSession(
      {
        extensionFactories: [gate],
        mockTools: { bash: ({ command }) => `ran ${command}` },
        mockUI: { confirm: [false, true] },
      },
      async (session) => {
        await session.run(
          when("clean up", [calls("bash", { command: "rm -rf build" }), says("You did not want that.")]),
          when("do it", [calls("bash", { command: "rm -rf build" }), says("Done.")]),
        );
        assert.deepEqual(
          session.events.toolCalls.map(({ outcome }) => outcome),
          ["blocked", "ok"],
        );
        session.ui.assertDone();
      },
    ),
  ],
  [
    "runs the calls of one message side by side, and gives their results in order",
    withSession({ mockTools: { bash: "a.txt", read: "hello" } }, async (session) => {
      await session.run(
        when("look", [
          together(
            thinks("Both at once."),
            calls("bash", { command: "ls" }),
            calls("read", { path: "a.txt" }).then(({ text }) => assert.equal(text, "hello")),
          ),
          says("Seen."),
        ]),
      );
      assert.deepEqual(
        session.events.toolResults.map(({ text, mocked }) => [text, mocked]),
        [
          ["a.txt", true],
          ["hello", true],
        ],
      );
      session.events.assertTranscript();
    }),
  ],
  [
    "shows the model that a tool failed",
    withSession({ mockTools: { bash: throwsError("no such file") } }, async (session) => {
      await session.run(when("list", [calls("bash", { command: "ls" }), says("It failed.")]));
      assert.equal(session.events.toolResults[0].isError, true);
    }),
  ],
  [
    "lets pi try again after an error of the provider",
    withSession({}, async (session) => {
      await session.run(when("hi", [fails("529 overloaded"), says("at last")]));
      assert.equal(session.playbook.requests.length, 2);
    }),
  ],
  [
    "gives an extension what the user dismissed",
    withSession(
      {
        extensionFactories: [
          (pi) =>
            pi.registerCommand("ask", {
              handler: async (_args, ctx) => ctx.ui.notify(String(await ctx.ui.input("Name?"))),
            }),
        ],
        mockUI: { input: cancelled },
      },
      async (session) => {
        await session.run(when("/ask"));
        assert.deepEqual(
          session.ui.notifications.map(({ message }) => message),
          ["undefined"],
        );
      },
    ),
  ],
  [
    "reloads, and the mocks hold",
    withSession({ mockTools: { bash: "mocked" } }, async (session) => {
      await session.session.reload();
      await session.run(when("go", [calls("bash", { command: "exit 1" }), says("done")]));
      assert.equal(session.events.toolResults[0].text, "mocked");
    }),
  ],
  [
    "is told when the script runs dry",
    withSession({ mockTools: { bash: "ok" } }, async (session) => {
      await assert.rejects(session.run(when("go", [calls("bash", { command: "ls" })])), { code: "exhausted" });
    }),
  ],
  [
    "tells a hook test what pi would do, without pi",
    async () => {
      const fake = createFakePi({ ui: { confirm: false } });
      await fake.load(gate, "gate");
      const answer = await fake.emit("tool_call", { toolName: "bash", input: { command: "rm -rf build" } });
      assert.deepEqual(answer, { block: true, reason: "The user said no" });
      await fake.dispose();
    },
  ],
];
