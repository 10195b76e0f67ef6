// A small extension of our own: it asks before a file is deleted.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function gate(pi: ExtensionAPI) {
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash") return;
    const { command } = event.input as { command: string };
    if (!/\brm\b/.test(command)) return;
    if (await ctx.ui.confirm("Delete?", command)) return;
    return { block: true, reason: "The user said no" };
  });
}
