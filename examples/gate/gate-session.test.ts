// The same gate in a full session, and in a pi of its own.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calls, createTestSession, says, when } from "pi-testkit";
import { afterEach, expect, it } from "vitest";
import { quietProject } from "./project-settings.ts";

const extensions = ["examples/gate/gate.extension.ts"];

afterEach(() => {
  delete process.env.GATE_SESSION_ID;
});

it("asks the human, again after a dismissal, and sends the step with the outer session's id", async () => {
  process.env.GATE_SESSION_ID = "outer-1";
  const answers = [undefined, JSON.stringify({ choice: "approve" })];
  const t = await createTestSession({
    extensions,
    mockUI: { input: () => answers.shift() },
    mockTools: { bash: "deployed" },
  });
  await t.run(when("/flow deploy", [calls("bash", { command: "deploy" }), says("done")]));
  expect(t.ui.callsFor("input")).toHaveLength(2);
  expect(t.ui.notifications).toMatchObject([{ level: "warning" }]);
  expect(t.playbook.requests[0]?.systemPrompt).toContain("gate session outer-1.");
  expect(JSON.stringify(t.playbook.requests[0]?.messages)).toContain('Do the step \\"deploy\\".');
  expect(t.events.toolResultsFor("bash")).toMatchObject([{ text: "deployed" }]);
  await t.dispose();
});

it("keeps the model away when the human rejects", async () => {
  const t = await createTestSession({ extensions, mockUI: { input: JSON.stringify({ choice: "reject" }) } });
  await t.run(when("/flow deploy", []));
  expect(t.playbook.requests).toHaveLength(0);
  await t.dispose();
});

it("keeps the output of a spawned pi clean, without a question of trust", async () => {
  const root = mkdtempSync(join(tmpdir(), "gate-"));
  const cwd = join(root, "project");
  mkdirSync(cwd);
  const cli = join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  expect(existsSync(cli)).toBe(true);
  const model = join(import.meta.dirname, "spawned-model.extension.ts");
  const args = [cli, ...quietProject(cwd), "-e", model, "--provider", "spawned", "--model", "echo", "-p", "hello"];
  const env = { PATH: process.env.PATH, HOME: root, PI_CODING_AGENT_DIR: join(root, "agent"), PI_OFFLINE: "1" };
  const output = await new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const child = execFile(process.execPath, args, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve({ stdout, stderr }),
    );
    child.stdin?.end();
  });
  expect(output.stdout).toBe("spawned pi heard: hello\n");
  expect(output.stderr).not.toMatch(/trust/i);
  rmSync(root, { recursive: true, force: true });
}, 90_000);
