// Asks the user before a command deletes something; without a user it refuses.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function askBeforeDelete(pi: ExtensionAPI) {
  pi.on("tool_call", async (event, ctx) => {
    const { command } = event.input as { command?: string };
    if (event.toolName !== "bash" || !/\b(rm|rmdir)\b/.test(command ?? "")) return;
    if (!ctx.hasUI) return { block: true, reason: "Nobody is there to ask" };
    const choice = await ctx.ui.select(`Delete with "${command}"?`, ["Once", "Never"]);
    if (choice !== "Once")
      return { block: true, reason: choice ? "The user said never" : "The user closed the question" };
  });
}
