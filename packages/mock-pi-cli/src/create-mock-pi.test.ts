// The API of the seed: install, responses, claims, the log of calls.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collect, linesOf, runPi, startRpc } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPi, MockPiError } from "./index.ts";
import { readConfig } from "./state-folder.ts";

let pi: MockPi;
beforeEach(() => {
  pi = createMockPi();
});
afterEach(() => pi.dispose());

const env = () => pi.env();

describe("install", () => {
  test("puts pi first in PATH and takes it out again", async () => {
    const before = process.env.PATH;
    pi.install();
    expect(process.env.PATH).toBe(`${pi.dir}${delimiter}${before}`);
    pi.onCall({ output: "from PATH" });
    expect(await runPi(["-p", "hi"], { env: { ...process.env } as Record<string, string> })).toEqual({
      stdout: "from PATH\n",
      stderr: "",
      code: 0,
      signal: null,
    });
    pi.uninstall();
    expect(process.env.PATH).toBe(before);
    pi.uninstall();
  });

  test("refuses to run twice, also for another mock", () => {
    pi.install();
    using other = createMockPi();
    expect(() => pi.install()).toThrow(/^install\(\) was called while this mock is installed\./);
    expect(() => other.install()).toThrow(/^install\(\) was called while another mock pi is installed\./);
    pi.uninstall();
    other.install();
    other.uninstall();
  });

  test("takes out only what is still ours", () => {
    const before = process.env.PATH;
    pi.install();
    process.env.PATH = `/somewhere${delimiter}${process.env.PATH}`;
    pi.uninstall();
    expect(process.env.PATH).toBe(`/somewhere${delimiter}${before}`);
    process.env.PATH = before;
  });

  test("is taken out of PATH when the process ends without uninstall()", async () => {
    const program = `import { createMockPi } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
      const before = process.env.PATH;
      createMockPi().install();
      process.on("exit", () => console.log(process.env.PATH === before));`;
    const args = ["--conditions=pi-testkit-source", "--input-type=module", "--eval", program];
    const child = spawn(process.execPath, args, { stdio: "pipe" });
    expect(await collect(child)).toMatchObject({ stdout: "true\n", code: 0 });
  });

  test("can be the program that a client re-runs", async () => {
    const before = process.argv[1];
    pi.install({ asCurrentProgram: true });
    pi.onCall({ output: "re-run" });
    const child = spawn(process.execPath, [process.argv[1] as string, "-p", "hi"], { stdio: "pipe" });
    child.stdin.end();
    expect((await collect(child)).stdout).toBe("re-run\n");
    pi.uninstall();
    expect(process.argv[1]).toBe(before);
  });

  test("a child that outlives the mock fails instead of finding a real pi", async () => {
    const outlived = env();
    const running = startRpc("pi", ["--mode", "rpc"], outlived);
    running.send({ id: "up", type: "get_state" });
    await running.until(({ id }) => id === "up");
    pi.dispose();
    expect(await runPi(["-p", "hi"], { env: outlived })).toMatchObject({
      stderr: "This mock pi was disposed of; whoever started it has outlived its test.\n",
      code: 1,
    });
    running.end();
    await running.ended;
  });

  test("a mock that is done leaves no folder", async () => {
    await runPi(["-p", "hi"], { env: env() });
    pi.dispose();
    expect(existsSync(pi.dir)).toBe(false);
  });
});

describe("responses", () => {
  test("are claimed in order and the last one repeats", async () => {
    pi.onCall({ output: "one" });
    pi.onCall({ output: "two" });
    for (const expected of ["one\n", "two\n", "two\n"])
      expect((await runPi(["-p", "hi"], { env: env() })).stdout).toBe(expected);
    expect(pi.callCount()).toBe(3);
  });

  test("without any, the task is echoed", async () => {
    expect((await runPi(["-p", "say this"], { env: env() })).stdout).toBe("say this\n");
  });

  test("set exit code, stderr and files", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "mock-pi-test-"));
    pi.onCall({ output: "done", exitCode: 7, stderr: "careful\n", writeFiles: { "a/b.txt": "text" } });
    expect(await runPi(["-p", "hi"], { env: env(), cwd })).toEqual({
      stdout: "done\n",
      stderr: "careful\n",
      code: 7,
      signal: null,
    });
    expect(readFileSync(join(cwd, "a/b.txt"), "utf8")).toBe("text");
    rmSync(cwd, { recursive: true });
  });

  test("jsonl lines are written verbatim in print and JSON mode, and nothing else", async () => {
    pi.onCall({ jsonl: [{ type: "x", n: 1 }, '{"spaced":  true}', "no JSON"], exitCode: 3 });
    const expected = { stdout: '{"type":"x","n":1}\n{"spaced":  true}\nno JSON\n', code: 3 };
    expect(await runPi(["-p", "hi"], { env: env() })).toMatchObject(expected);
    expect(await runPi(["--mode", "json", "hi"], { env: env() })).toMatchObject(expected);
    expect(await runPi(["--mode", "rpc"], { env: env() })).toMatchObject(expected);
  });

  test("a script is played, tools included", async () => {
    pi.onCall({
      steps: [{ calls: "deploy", params: { to: "prod" } }, { says: "deployed" }],
      tools: { deploy: { text: "refused", isError: true } },
    });
    const records = linesOf(await runPi(["--mode", "json", "hi"], { env: env() }));
    expect(records.find(({ type }) => type === "tool_execution_end")).toMatchObject({
      toolName: "deploy",
      result: { content: [{ type: "text", text: "refused" }] },
      isError: true,
    });
    expect(records.findLast(({ type }) => type === "message_end").message.content).toEqual([
      { type: "text", text: "deployed" },
    ]);
  });

  test("a match chooses before the order does", async () => {
    pi.onCall({ output: "anyone" });
    pi.onCall({ output: "for the reviewer", match: { args: ["--model", "anthropic/x"] } });
    pi.onCall({ output: "for a plan", match: { prompt: /plan/ } });
    pi.onCall({ output: "for that variable", match: { env: { ROLE: "scout" } } });
    pi.onCall({ output: "for the exact prompt", match: { prompt: "exactly this" } });
    const ask = async (args: string[], more = {}) =>
      (await runPi(["-p", ...args], { env: { ...env(), ...more } })).stdout;
    expect(await ask(["make a plan"])).toBe("for a plan\n");
    expect(await ask(["hi", "--model", "anthropic/x"])).toBe("for the reviewer\n");
    expect(await ask(["hi"], { ROLE: "scout" })).toBe("for that variable\n");
    expect(await ask(["exactly this"])).toBe("for the exact prompt\n");
    expect(await ask(["hi"])).toBe("anyone\n");
    pi.assertDone();
  });

  test("times says how many children a response is for", async () => {
    pi.onCall({ output: "twice", times: 2 });
    pi.onCall({ output: "then" });
    const said = [];
    for (let call = 0; call < 4; call++) said.push((await runPi(["-p", "hi"], { env: env() })).stdout);
    expect(said).toEqual(["twice\n", "twice\n", "then\n", "then\n"]);
  });

  test("a child can be made to die by a signal, or to hang until its limit", async () => {
    pi.dispose();
    pi = createMockPi({ childTimeoutMs: 300 });
    pi.onCall({ output: "dying", signal: "SIGKILL" });
    pi.onCall({ output: "hanging", hang: true });
    expect(await runPi(["-p", "hi"], { env: env() })).toMatchObject({
      stdout: "dying\n",
      code: null,
      signal: "SIGKILL",
    });
    expect(await runPi(["-p", "hi"], { env: env() })).toMatchObject({
      stdout: "hanging\n",
      stderr: "mock-pi ended by itself after 300 ms: its stdin was not closed, or its response hangs.\n",
      code: 1,
    });
    expect(() => pi.assertDone()).toThrow(/A mock pi gave up: mock-pi ended by itself after 300 ms/);
  });

  test("a child has 30 seconds unless it is told otherwise", () => {
    expect(readConfig(join(pi.dir, "state")).childTimeoutMs).toBe(30_000);
  });

  test("a pipe that stays open holds print mode back until the limit", async () => {
    pi.dispose();
    pi = createMockPi({ childTimeoutMs: 300 });
    expect(await runPi(["-p", "hi"], { env: env(), stdin: "open" })).toMatchObject({ stdout: "", code: 1 });
  });
});

describe("the log", () => {
  test("has everything of a child", async () => {
    const cwd = process.cwd();
    await runPi(["-p", "hi"], { env: { ...env(), SEEN: "yes" }, stdin: "piped" });
    const [call] = pi.invocations();
    expect(call).toEqual({
      argv: ["-p", "hi"],
      cwd,
      env: expect.objectContaining({ SEEN: "yes" }),
      stdin: "piped",
      pid: expect.any(Number),
      startedAt: expect.any(Number),
      exitCode: 0,
      signal: null,
    });
  });

  test("waitForCall resolves while the child still runs", async () => {
    const ran = runPi(["--mode", "rpc"], { env: env(), stdin: "open" });
    const call = await pi.waitForCall();
    expect(call).toMatchObject({ argv: ["--mode", "rpc"], exitCode: null, signal: null });
    process.kill(call.pid, "SIGTERM");
    expect(await ran).toMatchObject({ code: 143, signal: null });
    expect(pi.invocations()[0]).toMatchObject({ exitCode: 143 });
  });

  test("has both directions of an RPC child, while it runs and when it was killed", async () => {
    const rpc = startRpc("pi", ["--mode", "rpc", "--no-session"], env());
    rpc.send({ id: "1", type: "abort" });
    await rpc.until(({ id }) => id === "1");
    const spoken = [
      { direction: "in", line: '{"id":"1","type":"abort"}' },
      { direction: "out", line: '{"id":"1","type":"response","command":"abort","success":true}' },
    ];
    await expect.poll(() => pi.invocations()[0]?.conversation).toEqual(spoken);
    rpc.child.kill("SIGKILL");
    await rpc.ended;
    expect(pi.invocations()[0]).toMatchObject({
      conversation: spoken,
      stdin: '{"id":"1","type":"abort"}\n',
      signal: "SIGKILL",
    });
  });

  test("reset forgets calls and responses", async () => {
    pi.onCall({ output: "old" });
    await runPi(["-p", "hi"], { env: env() });
    pi.reset();
    expect(pi.callCount()).toBe(0);
    expect((await runPi(["-p", "echo"], { env: env() })).stdout).toBe("echo\n");
  });

  test("a child that was killed is told as such", async () => {
    const ran = runPi(["--mode", "rpc"], { env: env(), stdin: "open" });
    const { pid } = await pi.waitForCall();
    process.kill(pid, "SIGKILL");
    await ran;
    expect(pi.invocations()[0]).toMatchObject({ exitCode: null, signal: "SIGKILL" });
  });
});

test("nothing of the user is written to: sessions go to the mock's own folder", async () => {
  const { PI_CODING_AGENT_DIR: _own, ...rest } = env();
  pi.onCall({ output: "saved" });
  await runPi(["-p", "hi"], { env: rest });
  expect(existsSync(join(pi.dir, "agent", "sessions"))).toBe(true);
});

test("the guard tells who started a pi that nobody expected", async () => {
  pi.dispose();
  pi = createMockPi({ guard: true });
  const ran = await runPi(["-p", "stray"], { env: env() });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(
    /^mock-pi is on guard: pi was started, and no response is queued for it\.\n {2}started: pi -p stray\n {2}in: .*\n {2}by: process \d+, .*\nWhat to do: /,
  );
  expect(() => pi.assertDone()).toThrow(/^A mock pi gave up: mock-pi is on guard: pi was started/);
});

test("a two-copy check recognises the error", () => {
  expect(MockPiError.isInstance(new MockPiError("disposed", "x"))).toBe(true);
  expect(MockPiError.isInstance(new Error("x"))).toBe(false);
});
