// Examples that bring tools.
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { calls, safeRmSync, says, type TestSession, when } from "pi-testkit";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { withExample } from "./shipped.ts";

afterEach(() => vi.unstubAllEnvs());

const temporary = (): string => {
  const path = mkdtempSync(join(tmpdir(), "pi-testkit-shipped-"));
  onTestFinished(() => safeRmSync(path));
  return path;
};
const declared = (t: TestSession, step: number) => t.playbook.requestFor(step)?.tools.map(({ name }) => name);

it("hello greets", async () => {
  const t = await withExample("hello.ts");
  await t.run(when("greet", [calls("hello", { name: "Ada" }), says("Greeted.")]));
  expect(t.events.toolResults).toMatchObject([{ text: "Hello, Ada!", details: { greeted: "Ada" }, mocked: false }]);
});

it("structured-output ends the run with its tool call: the model is not asked again", async () => {
  const t = await withExample("structured-output.ts");
  const answer = { headline: "All well", summary: "Nothing to do.", actionItems: ["rest"] };
  await t.run(when("sum up", [calls("structured_output", answer)]));
  expect(t.events.toolResults).toMatchObject([{ text: "Saved structured output: All well", details: answer }]);
  expect(t.playbook.requests).toHaveLength(1);
  expect(t.session.messages.at(-1)?.role).toBe("toolResult");
});

it("dynamic-tools registers a tool at the start, and more by a command", async () => {
  const t = await withExample("dynamic-tools.ts");
  await t.run(
    when("echo", [calls("echo_session", { message: "hi" }), says("Echoed.")]),
    when("/add-echo-tool shout"),
    when("again", [calls("shout", { message: "HI" }), says("Shouted.")]),
    when("/add-echo-tool shout"),
  );
  expect(t.events.toolResults.map(({ text }) => text)).toEqual(["[session] hi", "[shout] HI"]);
  expect(declared(t, 1)).toContain("echo_session");
  expect(declared(t, 1)).not.toContain("shout");
  expect(declared(t, 3)).toContain("shout");
  expect(t.ui.notifications.at(-1)).toEqual({ message: "Tool already registered: shout", level: "warning" });
});

it("tool-override reads in place of pi's own read, refuses secrets, and keeps a log", async () => {
  const agentDir = temporary();
  vi.stubEnv("PI_CODING_AGENT_DIR", agentDir);
  const t = await withExample("tool-override.ts", { files: { "a.txt": "one\ntwo\nthree", ".env": "KEY=1" } });
  await t.run(
    when("read", [
      calls("read", { path: "a.txt", offset: 2, limit: 1 }),
      calls("read", { path: ".env" }),
      says("Read."),
    ]),
  );
  expect(t.events.toolResults).toMatchObject([
    { text: "two", details: { lines: 3 } },
    { text: expect.stringContaining('Access denied: ".env"'), details: { blocked: true } },
  ]);
  const log = readFileSync(join(agentDir, "read-access.log"), "utf8");
  expect(log).toContain(`ALLOWED: ${join(t.cwd, "a.txt")}`);
  expect(log).toContain(`BLOCKED: ${join(t.cwd, ".env")}`);
  await t.run(when("/read-log"));
  expect(t.ui.notifications.at(-1)?.message).toContain("Recent file access:");
});

/** A folder with a program `rg` that prints what `script` makes of its arguments. */
const ripgrep = (script: string): void => {
  const folder = temporary();
  writeFileSync(join(folder, "rg"), `#!${process.execPath}\n${script}\n`);
  chmodSync(join(folder, "rg"), 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
};

it("truncated-tool cuts long output, and keeps all of it in a file", async () => {
  ripgrep("for (let line = 1; line <= 2500; line++) console.log('a.ts:' + line + ':match');");
  const t = await withExample("truncated-tool.ts");
  await t.run(when("search", [calls("rg", { pattern: "match", glob: "*.ts" }), says("Many.")]));
  const [result] = t.events.toolResults;
  expect(result?.text).toContain("[Output truncated: showing 2000 of 2500 lines");
  expect(result?.details).toMatchObject({ matchCount: 2500, truncation: { truncated: true } });
  const fullOutputPath: string = result?.details.fullOutputPath;
  onTestFinished(() => safeRmSync(dirname(fullOutputPath)));
  expect(readFileSync(fullOutputPath, "utf8").split("\n")).toHaveLength(2501);
});

it("truncated-tool gives short output whole, and tells that nothing was found", async () => {
  ripgrep("console.log(process.argv.slice(2).join(' '))");
  const t = await withExample("truncated-tool.ts");
  await t.run(when("search", [calls("rg", { pattern: "x", path: "src" }), says("One.")]));
  expect(t.events.toolResults[0]?.text).toBe("--line-number --color=never x src\n");
  ripgrep("process.exit(1)");
  await t.run(when("search", [calls("rg", { pattern: "x" }), says("None.")]));
  expect(t.events.toolResults[1]?.text).toBe("No matches found");
});

it("bash-spawn-hook changes the command of the real bash", async () => {
  const home = temporary();
  vi.stubEnv("HOME", home);
  writeFileSync(join(home, ".profile"), "export FROM_PROFILE=yes\n");
  const t = await withExample("bash-spawn-hook.ts");
  await t.run(when("go", [calls("bash", { command: "echo $FROM_PROFILE $PI_SPAWN_HOOK" }), says("Done.")]));
  expect(t.events.toolResults[0]?.text).toContain("yes 1");
});
