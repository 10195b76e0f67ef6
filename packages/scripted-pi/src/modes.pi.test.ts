// Print and JSON mode, the command line of somebody else, and that nothing is left behind.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, test } from "vitest";
import { prepareScriptedPi, startScriptedPi } from "./index.ts";

const pi = process.env.PI_FOLDER;
const long = { timeout: 90_000 };

test("print mode sends the prompts of the playbook's turns", long, async () => {
  await using scripted = startScriptedPi({ pi, mode: "print", playbook: [when("hi", [says("hello")])] });
  expect(await scripted.exited).toEqual({ code: 0, signal: null });
  expect(scripted.stdout).toBe("hello\n");
  expect(scripted.records).toEqual([]);
  scripted.assertDone();
});

test("JSON mode is a stream of events, with arguments of one's own", long, async () => {
  await using scripted = startScriptedPi({
    pi,
    mode: "json",
    playbook: createPlaybook([calls("read", { path: "a.txt" }), says("read")]),
    files: { "a.txt": "A\n" },
    args: ["--no-session", "look"],
  });
  await scripted.exited;
  expect(scripted.records[0]).toMatchObject({ type: "session", version: 3, cwd: scripted.invocation.cwd });
  expect(scripted.events.toolSequence()).toEqual(["read"]);
  expect(scripted.events.toolResultsFor("read").map(({ text }) => text)).toEqual(["A\n"]);
  scripted.assertDone();
});

test("dispose ends pi, the shell it started, and removes its folders", long, async () => {
  const marker = `${process.pid}.${process.env.PI_VERSION?.replaceAll(".", "")}1`;
  const scripted = startScriptedPi({ pi, playbook: [calls("bash", { command: `sleep ${marker}` })] });
  await scripted.client.prompt("wait");
  await scripted.client.waitFor("tool_execution_start");
  await new Promise((resolve) => setTimeout(resolve, 300));
  await scripted.dispose();
  await scripted.dispose();
  const { stdout } = spawnSync("ps", ["-A", "-o", "args="], { encoding: "utf8" });
  expect(stdout.split("\n").filter((line) => line.includes(`sleep ${marker}`))).toEqual([]);
  expect(existsSync(join(scripted.agentDir, ".."))).toBe(false);
});

test("a pi that somebody else starts plays the playbook too", long, () => {
  using prepared = prepareScriptedPi({ pi, playbook: [says("from the agent dir")] });
  const ran = spawnSync("pi", ["-p", "--no-session", "hi"], {
    env: prepared.env,
    cwd: prepared.cwd,
    encoding: "utf8",
    input: "",
  });
  expect([ran.stdout, ran.status]).toEqual(["from the agent dir\n", 0]);
  prepared.assertDone();
});

test("nothing of this process's environment passes but what a process needs", long, async () => {
  process.env.ANTHROPIC_API_KEY = "a key";
  try {
    await using scripted = startScriptedPi({
      pi,
      mode: "print",
      playbook: [when("hi", [says("hello")])],
      env: { EXTRA: "1" },
    });
    await scripted.exited;
    expect(scripted.invocation.env.ANTHROPIC_API_KEY).toBeUndefined();
    expect(scripted.invocation.env).toMatchObject({ EXTRA: "1", PI_OFFLINE: "1" });
    expect(readdirSync(scripted.invocation.env.HOME as string)).toEqual([]);
  } finally {
    delete process.env.ANTHROPIC_API_KEY;
  }
});
