// Examples that send messages themselves, change the prompt, or rewrite it with what a program printed.
import { calls, says, type TestSession, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

const users = (t: TestSession) =>
  t.session.messages.flatMap((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("|")]
      : [],
  );

it("send-user-message sends the user's message, as text and in parts", async () => {
  const t = await withExample("send-user-message.ts");
  await t.run(when("/ask What is 2+2?", [says("4.")]), when("/askwith the time", [says("Late.")]), when("/ask"));
  expect(users(t)).toEqual(["What is 2+2?", "User request: the time\nPlease respond concisely."]);
  expect(t.ui.notifications).toEqual([{ message: "Usage: /ask <message>", level: "warning" }]);
});

it("send-user-message steers and follows up while the agent works", async () => {
  const t: TestSession = await withExample("send-user-message.ts", {
    mockTools: {
      bash: async () => {
        await t.session.prompt("/steer look left");
        await t.session.prompt("/followup and then right");
        await t.session.prompt("/ask not now");
        return "ok";
      },
    },
  });
  await t.run(when("go", [calls("bash", { command: "ls" }), says("Left."), says("Right.")]));
  expect(users(t)).toEqual(["go", "look left", "and then right"]);
  expect(t.playbook.requestFor(2)?.userText()).toBe("look left");
  expect(t.playbook.requestFor(3)?.userText()).toBe("and then right");
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    "Follow-up queued",
    "Agent is busy. Use /steer or /followup instead.",
  ]);
});

it("prompt-customizer adds a section that follows the active tools", async () => {
  const t = await withExample("prompt-customizer.ts", { tools: ["read"] });
  await t.run(when("hi", [says("Hello.")]));
  const prompt = t.playbook.requestFor(1)?.systemPrompt ?? "";
  expect(prompt).toContain("- Use `read` for file contents");
  expect(prompt).not.toContain("- Use `bash` for file operations");
  t.session.setActiveToolsByName([]);
  await t.run(when("again", [says("Hello.")]));
  expect(t.playbook.requestFor(2)?.systemPrompt).not.toContain("- Use `read` for file contents");
});

it("pirate changes the system prompt while it is on", async () => {
  const t = await withExample("pirate.ts");
  await t.run(when("hi", [says("Hello.")]), when("/pirate"), when("hi", [says("Ahoy!")]), when("/pirate"));
  await t.run(when("hi", [says("Hello.")]));
  const pirates = [1, 2, 3].map((step) => t.playbook.requestFor(step)?.systemPrompt.includes("PIRATE MODE"));
  expect(pirates).toEqual([false, true, false]);
});

it("claude-rules lists the project's rules in the system prompt", async () => {
  const t = await withExample("claude-rules.ts", {
    files: { ".claude/rules/style.md": "be brief", ".claude/rules/deep/tests.md": "test" },
  });
  await t.run(when("hi", [says("Hello.")]));
  expect(t.ui.notifications.map(({ message }) => message)).toEqual(["Found 2 rule(s) in .claude/rules/"]);
  expect(t.playbook.requestFor(1)?.systemPrompt).toContain("- .claude/rules/deep/tests.md");
});

it("inline-bash replaces a command in the prompt by what it printed", async () => {
  const t = await withExample("inline-bash.ts", {
    mockExec: { bash: ([, command]) => (command === "pwd" ? "/somewhere\n" : { code: 2, stderr: "no such file" }) },
  });
  await t.run(when("What is in !{pwd} and !{cat x}?", [says("Nothing.")]));
  expect(users(t)).toEqual(["What is in /somewhere and no such file?"]);
  expect(t.ui.notifications[0]?.message).toBe(
    'Expanded 2 inline command(s):\n!{pwd} -> "/somewhere"\n!{cat x} (exit code 2) -> "no such file"',
  );
});

it("input-transform-streaming adds the diff, except to a message that steers", async () => {
  const t: TestSession = await withExample("input-transform-streaming.ts", {
    mockExec: { git: " a.txt | 2 +-" },
    mockTools: {
      bash: async () => {
        await t.session.prompt("no, the other changes", { streamingBehavior: "steer" });
        return "ok";
      },
    },
  });
  await t.run(when("review my changes", [calls("bash", { command: "ls" }), says("Fine.")]));
  expect(users(t)).toEqual([
    "review my changes\n\nCurrent uncommitted changes:\n```\na.txt | 2 +-\n```",
    "no, the other changes",
  ]);
  expect(t.exec.calls).toMatchObject([{ command: "git", args: ["diff", "--stat"] }]);
});
