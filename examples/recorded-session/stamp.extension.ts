// Adds a note to each prompt; the recorded session was made with it.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function stamp(pi: ExtensionAPI) {
  pi.on("before_agent_start", () => ({
    message: { customType: "stamp", content: "Answer in one sentence.", display: false },
  }));
}
