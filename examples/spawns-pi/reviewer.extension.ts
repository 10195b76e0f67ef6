// A tool that asks a second pi, in a process of its own, and reads its JSON lines.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/** The last thing the second pi said. Rejects with its stderr when it fails. */
const askPi = (task: string, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("pi", ["--mode", "json", "--no-session", task], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    let complaints = "";
    child.stderr.on("data", (chunk) => {
      complaints += chunk;
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      const event = JSON.parse(line);
      if (event.type !== "message_end" || event.message.role !== "assistant") return;
      said = event.message.content.map(({ text }: { text?: string }) => text ?? "").join("");
    });
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(said) : reject(new Error(`pi ended with ${code}: ${complaints.trim()}`)),
    );
  });

export default function reviewer(pi: ExtensionAPI) {
  pi.registerTool({
    name: "review",
    label: "Review",
    description: "Asks a second pi for a review of a file",
    parameters: Type.Object({ path: Type.String() }),
    execute: async (_id, { path }, _signal, _update, ctx) => ({
      content: [{ type: "text", text: await askPi(`Review ${path}`, ctx.cwd) }],
      details: {},
    }),
  });
}
