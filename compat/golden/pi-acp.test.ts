// pi-acp, a published client that editors use, unchanged: it starts `pi --mode rpc` and finds the mock.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMockPi } from "@pi-testkit/mock-pi-cli";
import { expect, test } from "vitest";

const program = join(dirname(createRequire(import.meta.url).resolve("pi-acp/package.json")), "dist/index.js");

type Fields = Record<string, any>;

/** The editor's end of the Agent Client Protocol: JSON-RPC, a line each. */
const connect = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [program], { env });
  const heard: Fields[] = [];
  let rest = "";
  let wake = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) heard.push(JSON.parse(line));
    wake();
  });
  let ids = 0;
  const ask = async (method: string, params: object): Promise<Fields> => {
    const id = ++ids;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const limit = performance.now() + 30_000;
    for (;;) {
      const answer = heard.find((record) => record.id === id && !("method" in record));
      if (answer) return answer;
      if (performance.now() > limit) throw new Error(`no answer to ${method}: ${JSON.stringify(heard)}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 200);
      });
    }
  };
  return { ask, heard, end: () => void child.kill() };
};

test("a session of pi-acp runs on the mock", { timeout: 90_000 }, async () => {
  using mock = createMockPi();
  const home = mkdtempSync(join(tmpdir(), "pi-acp-test-"));
  const script = [{ calls: "bash", params: { command: "echo seen" } }, { says: "I saw it." }];
  mock.onCall({ steps: script });
  const editor = connect({ ...mock.env(), HOME: home, PI_CODING_AGENT_DIR: join(home, "agent") });
  try {
    await editor.ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
    const session = await editor.ask("session/new", { cwd: home, mcpServers: [] });
    expect(session.result?.sessionId).toEqual(expect.any(String));
    const { sessionId } = session.result;
    const ended = await editor.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "look" }] });
    expect(ended.result).toMatchObject({ stopReason: "end_turn" });
    const updates = editor.heard.filter(({ method }) => method === "session/update").map(({ params }) => params.update);
    const said = updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk");
    expect(said.map(({ content }) => content.text).join("")).toContain("I saw it.");
    expect(updates.some(({ sessionUpdate }) => sessionUpdate === "tool_call")).toBe(true);
  } finally {
    editor.end();
  }
  expect(mock.invocations().some(({ argv }) => argv.join(" ") === "--mode rpc --no-themes")).toBe(true);
  rmSync(home, { recursive: true, force: true });
});
