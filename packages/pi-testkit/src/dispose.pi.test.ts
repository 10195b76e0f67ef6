// Taking a session down, also when something resists; and waiting for work that outlives run().
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { calls, createTestSession, says, when } from "./index.ts";

const shutdowns =
  (seen: string[], then: () => unknown = () => {}) =>
  (pi: ExtensionAPI) => {
    pi.on("session_shutdown", async (event) => {
      // Not there before 0.75: a shutdown was a shutdown.
      seen.push(event.reason ?? "quit");
      await then();
    });
  };

it("fires session_shutdown once, removes its folders, and can be called again", async () => {
  const seen: string[] = [];
  const t = await createTestSession({ extensionFactories: [shutdowns(seen)], files: { "a/b.txt": "text" } });
  expect(existsSync(join(t.cwd, "a/b.txt"))).toBe(true);
  await t.run(when("hi", [says("hello")]));
  await Promise.all([t.dispose(), t.dispose()]);
  await t.dispose();
  expect(seen).toEqual(["quit"]);
  expect(existsSync(t.cwd)).toBe(false);
  expect(existsSync(t.agentDir)).toBe(false);
});

it("leaves a working directory of the caller's alone, and copies the session file it opens", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "of-the-caller-"));
  const first = await createTestSession({ cwd });
  await first.run(when("remember me", [says("yes")]));
  const file = join(cwd, "saved.jsonl");
  writeFileSync(
    file,
    `${[first.session.sessionManager.getHeader(), ...first.session.sessionManager.getEntries()].map((entry) => JSON.stringify(entry)).join("\n")}\n`,
  );
  await first.dispose();
  expect(existsSync(file)).toBe(true);
  const second = await createTestSession({ cwd, sessionFile: file });
  expect(second.session.messages.filter((message) => message.role === "user")).toMatchObject([
    { content: [{ text: "remember me" }] },
  ]);
  expect(dirname(second.session.sessionFile as string)).not.toBe(cwd);
  await second.dispose();
  rmSync(cwd, { recursive: true });
});

it("cleans up when session_shutdown throws, and keeps what pi reported", async () => {
  const t = await createTestSession({
    extensionFactories: [
      shutdowns([], () => {
        throw new Error("cannot stop");
      }),
    ],
  });
  await t.dispose();
  expect(t.events.errors).toMatchObject([{ event: "session_shutdown", error: "cannot stop" }]);
  expect(existsSync(t.agentDir)).toBe(false);
});

it("waits for a tool that is still running", async () => {
  const seen: string[] = [];
  let began = (): void => {};
  const running = new Promise<void>((resolve) => {
    began = resolve;
  });
  const t = await createTestSession({
    extensionFactories: [shutdowns(seen)],
    mockTools: {
      bash: async (_params, { signal }) => {
        began();
        await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
        seen.push("tool ended");
        return "stopped";
      },
    },
  });
  const run = t.run(when("go", [calls("bash", { command: "sleep" }), says("x")]));
  const over = run.catch((error: Error) => error);
  await running;
  await t.dispose();
  expect(seen).toEqual(["tool ended", "quit"]);
  expect(await over).toBeInstanceOf(Error);
});

it("gives up on a handler that hangs, says so, and still removes its folders", async () => {
  const t = await createTestSession({ extensionFactories: [shutdowns([], () => new Promise(() => {}))] });
  const error = await t.dispose().catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "hung" });
  expect(error.message).toBe(
    `The session did not end within 5 seconds.
Likely cause: a handler did not return: a handler of session_shutdown.
What to do: let the handler observe its signal, or return.`,
  );
  expect(existsSync(t.agentDir)).toBe(false);
});

it("copes with a working directory that is already gone", async () => {
  const t = await createTestSession();
  rmSync(t.cwd, { recursive: true });
  mkdirSync(join(t.agentDir, "more"), { recursive: true });
  await t.dispose();
  expect(existsSync(t.agentDir)).toBe(false);
});

const later = (text: string) => (pi: ExtensionAPI) => {
  pi.registerCommand("later", {
    description: "asks the model after the command is over",
    handler: async () => void setTimeout(() => pi.sendUserMessage(text), 30),
  });
};

it("settled() waits for work that was started after run(), and throws what went wrong in it", async () => {
  const t = await createTestSession({ extensionFactories: [later("a late question")] });
  await t.run(when("/later"));
  await t.events.waitFor("agent_start");
  await expect(t.settled()).rejects.toMatchObject({ code: "exhausted" });
  await t.dispose();
});

it("settled() is quiet when all is well", async () => {
  const t = await createTestSession({ extensionFactories: [later("a late question")] });
  await t.run(when("/later"));
  t.playbook.append([says("a late answer")]);
  await t.events.waitFor("agent_start");
  await t.settled();
  expect(t.session.messages.at(-1)).toMatchObject({ role: "assistant", content: [{ text: "a late answer" }] });
  await t.dispose();
});
