// Commands of the user: `!command` in a prompt, as pi's TUI takes it, and session.executeBash.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { passthrough, says, type TestSession, throwsError, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const nothing = () => {};
const executions = (t: TestSession) =>
  t.session.sessionManager
    .getEntries()
    .flatMap((entry) => (entry.type === "message" && entry.message.role === "bashExecution" ? [entry.message] : []));

it("runs a command of the user for real, and the model reads it with the next prompt", async () => {
  const t = await withExtension(nothing);
  await t.run(when("!touch trace && echo made"));
  expect(existsSync(join(t.cwd, "trace"))).toBe(true);
  expect(t.playbook.requests).toEqual([]);
  await t.run(when("what did I do?", [says("You made a file.")]));
  expect(JSON.stringify(t.playbook.requests[0]?.messages)).toContain("made\\n");
});

it("answers it from a mock, by the first word of the line", async () => {
  const asked: unknown[] = [];
  const t = await withExtension(nothing, {
    mockExec: {
      git: (args, { line, source }) => {
        asked.push({ args, line, source });
        return { stdout: "on main\n", stderr: "warning\n", code: 1 };
      },
    },
  });
  await t.run(when("!git status --short"));
  expect(asked).toEqual([{ args: ["status", "--short"], line: "git status --short", source: "userBash" }]);
  expect(executions(t)).toMatchObject([
    { command: "git status --short", output: "on main\nwarning\n", exitCode: 1, cancelled: false },
  ]);
  expect(t.exec.calls).toMatchObject([
    { source: "userBash", command: "git", line: "git status --short", mocked: true },
  ]);
});

it("keeps the output of !!command from the model", async () => {
  const t = await withExtension(nothing, { mockExec: () => "a secret" });
  await t.run(when("!!cat key"), when("go on", [says("Fine.")]));
  expect(executions(t)).toMatchObject([{ command: "cat key", output: "a secret", excludeFromContext: true }]);
  expect(JSON.stringify(t.playbook.requests)).not.toContain("a secret");
});

it("asks user_bash handlers first: a result of theirs is taken, operations of theirs are used", async () => {
  const seen: unknown[] = [];
  const remote = (pi: ExtensionAPI) => {
    pi.on("user_bash", ({ command, excludeFromContext, cwd }) => {
      seen.push({ command, excludeFromContext, cwd });
      if (command === "where")
        return { result: { output: "far away", exitCode: 0, cancelled: false, truncated: false } };
      if (command !== "uname") return undefined;
      return {
        operations: {
          async exec(line, _cwd, { onData }) {
            onData(Buffer.from(`remote ${line}`));
            return { exitCode: 0 };
          },
        },
      };
    });
  };
  const t = await withExtension(remote, { mockExec: { uname: "mock", where: "mock", ls: "mock" } });
  await t.run(when("!where"), when("!uname"), when("!!ls"));
  expect(executions(t).map(({ output }) => output)).toEqual(["far away", "remote uname", "mock"]);
  expect(seen).toEqual([
    { command: "where", excludeFromContext: false, cwd: t.cwd },
    { command: "uname", excludeFromContext: false, cwd: t.cwd },
    { command: "ls", excludeFromContext: true, cwd: t.cwd },
  ]);
  expect(t.exec.calls.map(({ line }) => line)).toEqual(["ls"]);
});

it("answers session.executeBash too, streams, passes through and is killed like a shell", async () => {
  const t = await withExtension(nothing, {
    mockExec: { echo: passthrough(), gone: throwsError("no shell"), hangs: () => new Promise(() => {}), ls: "a\nb" },
  });
  const chunks: string[] = [];
  expect(await t.session.executeBash("ls", (chunk) => chunks.push(chunk))).toMatchObject({
    output: "a\nb",
    exitCode: 0,
  });
  expect(chunks.join("")).toBe("a\nb");
  expect((await t.session.executeBash("echo really")).output).toBe("really\n");
  await expect(t.session.executeBash("gone")).rejects.toThrow("no shell");
  const running = t.session.executeBash("hangs");
  t.session.abortBash();
  expect(await running).toMatchObject({ cancelled: true });
});

it("is text for the model in the modes that have no such input, and when no user typed it", async () => {
  const t = await withExtension(nothing, { mode: "json", mockExec: () => "mock" });
  await t.run(when("!ls", [says("You wrote !ls.")]));
  const u = await withExtension(nothing, { mockExec: () => "mock" });
  await u.run(when({ text: "!ls", source: "rpc" }, [says("You wrote !ls.")]), when("!", [says("Only a mark.")]));
  expect([...t.exec.calls, ...u.exec.calls]).toEqual([]);
});
