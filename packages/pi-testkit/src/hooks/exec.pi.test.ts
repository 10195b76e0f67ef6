// pi.exec with and without mocks.
import childProcess, { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { createTestSession, passthrough, throwsError, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

type Exec = ExtensionAPI["exec"];

/** An extension whose exec the test calls, as any of its handlers would. */
const borrowed = () => {
  const apis: ExtensionAPI[] = [];
  const exec: Exec = (...args) => (apis.at(-1) as ExtensionAPI).exec(...args);
  return { extension: (pi: ExtensionAPI) => void apis.push(pi), exec, apis };
};

it("runs real programs when nothing mocks them", async () => {
  const { extension, exec } = borrowed();
  const t = await withExtension(extension);
  expect(await exec("node", ["-p", "process.cwd()"])).toMatchObject({ code: 0, killed: false });
  expect(t.exec.calls).toEqual([]);
});

it("answers a program by its name, with the arguments and the folder", async () => {
  const { extension, exec } = borrowed();
  const t = await withExtension(extension, {
    mockExec: {
      git: ([action], { cwd }) => ({ stdout: `${action} in ${cwd}`, stderr: "careful", code: 3 }),
      gh: "logged in",
    },
  });
  expect(await exec("git", ["status"])).toMatchObject({
    stdout: `status in ${t.cwd}`,
    stderr: "careful",
    code: 3,
    killed: false,
  });
  expect(await exec("/usr/bin/gh", ["auth"], { cwd: "/" })).toMatchObject({ stdout: "logged in", stderr: "", code: 0 });
  expect(t.exec.calls).toEqual([
    {
      command: "git",
      args: ["status"],
      cwd: t.cwd,
      source: "exec",
      mocked: true,
      output: { stdout: `status in ${t.cwd}`, stderr: "careful", code: 3 },
    },
    {
      command: "/usr/bin/gh",
      args: ["auth"],
      cwd: "/",
      source: "exec",
      mocked: true,
      output: { stdout: "logged in", stderr: "", code: 0 },
    },
  ]);
});

it("runs for real what no mock names, and what a mock passes through", async () => {
  const { extension, exec } = borrowed();
  const t = await withExtension(extension, {
    mockExec: { git: "mocked", node: ([, code]) => (code === "1" ? "mocked" : passthrough()) },
  });
  expect((await exec("node", ["-p", "1"])).stdout).toBe("mocked");
  expect(await exec("node", ["-p", "1 + 1"])).toMatchObject({ stdout: "2\n", code: 0 });
  expect(await exec("node", ["-e", "console.error('no'); process.exit(7)"])).toMatchObject({ stderr: "no\n", code: 7 });
  expect((await exec(process.execPath, ["--version"])).stdout).toBe(`${process.version}\n`);
  expect((await exec("printf", ["real"])).stdout).toBe("real");
  expect(t.exec.callsFor("printf")).toMatchObject([{ mocked: false }]);
  expect(t.exec.callsFor("node").map((call) => call.mocked)).toEqual([true, false, false]);
});

it("gives queued outcomes in order, and one function answers everything", async () => {
  const { extension, exec } = borrowed();
  const t = await withExtension(extension, { mockExec: { git: ["first", async () => "second", { code: 1 }] } });
  expect((await exec("git", [])).stdout).toBe("first");
  expect(() => t.exec.assertDone()).toThrowErrorMatchingInlineSnapshot(`
    [TestSessionError: Queued outcomes of commands were left over.
      left:
        "git": 2 of 3
    Likely cause: the command ran less often than the test foresees.
    What to do: take the outcomes out, or find out why the calls did not come.]
  `);
  expect((await exec("git", [])).stdout).toBe("second");
  expect((await exec("git", [])).code).toBe(1);
  t.exec.assertDone();
});

it("takes one function for every program", async () => {
  const { extension, exec } = borrowed();
  await withExtension(extension, { mockExec: (command, args) => `${command} ${args.join(" ")}` });
  expect((await exec("rm", ["-rf", "build"])).stdout).toBe("rm -rf build");
});

it("lets pi's own code handle a program that cannot be started, a time-out and an abort", async () => {
  const { extension, exec } = borrowed();
  const aborted: string[] = [];
  await withExtension(extension, {
    mockExec: {
      gone: throwsError("spawn gone ENOENT"),
      hangs: (_args, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => aborted.push("told"), { once: true })),
    },
  });
  expect(await exec("gone", [])).toMatchObject({ stdout: "", code: 1, killed: false });
  expect(await exec("hangs", [], { timeout: 5 })).toMatchObject({ killed: true });
  const stop = new AbortController();
  const running = exec("hangs", [], { signal: stop.signal });
  stop.abort();
  expect(await running).toMatchObject({ killed: true });
  expect(aborted).toEqual(["told", "told"]);
});

it("holds for an extension of a file, and for one that runs a program while it loads", async () => {
  const session = await createTestSession({
    cwd: process.cwd(),
    extensions: [join(import.meta.dirname, "../fixtures/execs-at-load.ts")],
    mockExec: { git: ([action]) => `mocked ${action}` },
  });
  try {
    await session.run(when("/ran"));
    expect(session.ui.notifications.map(({ message }) => message)).toEqual(["mocked load, mocked command"]);
    await session.run(when("/reload-it"), when("/ran"));
    expect(session.ui.notifications.at(-1)?.message).toBe("mocked load, mocked command");
    expect(session.exec.calls.map((call) => call.args[0])).toEqual(["load", "command", "load", "command"]);
  } finally {
    await session.dispose();
  }
});

it("holds in a session that replaces another", async () => {
  const { extension, exec, apis } = borrowed();
  const t = await withExtension(extension, { mockExec: { git: "mocked" } });
  await t.runtime.newSession();
  expect(apis).toHaveLength(2);
  expect((await exec("git", [])).stdout).toBe("mocked");
});

it("keeps sessions side by side apart, and lets go of child_process with the last one", async () => {
  const before = childProcess.spawn;
  const [a, b, c] = [borrowed(), borrowed(), borrowed()];
  const first = await withExtension(a.extension, { mockExec: { node: "a" } });
  const second = await withExtension(b.extension, { mockExec: { node: "b" } });
  await withExtension(c.extension);
  const asked = [a, b, c, b, a].map(({ exec }) => exec("node", ["-p", "'real'"]));
  expect((await Promise.all(asked)).map(({ stdout }) => stdout.trim())).toEqual(["a", "b", "real", "b", "a"]);
  expect(execFileSync("node", ["-p", "'untouched'"], { encoding: "utf8" })).toBe("untouched\n");
  await first.dispose();
  expect((await b.exec("node", [])).stdout).toBe("b");
  await second.dispose();
  expect(childProcess.spawn).toBe(before);
});

it("leaves alone what an extension starts without pi", async () => {
  let output = "";
  const t = await withExtension(
    (pi) => {
      pi.registerCommand("own", {
        description: "spawns by itself",
        handler: async () => {
          pi.getFlag("nothing");
          const child = childProcess.spawn("node", ["-p", "'own'"], { stdio: ["ignore", "pipe", "pipe"] });
          for await (const chunk of child.stdout) output += chunk;
        },
      });
    },
    { mockExec: { node: "mocked" } },
  );
  await t.run(when("/own"));
  expect(output).toBe("own\n");
});

it("is there while a session shuts down", async () => {
  const t = await withExtension(
    (pi) => pi.on("session_shutdown", async () => void (await pi.exec("git", ["commit"]))),
    { mockExec: { git: "committed" } },
  );
  await t.dispose();
  expect(t.exec.calls).toMatchObject([{ command: "git", args: ["commit"], mocked: true }]);
});
