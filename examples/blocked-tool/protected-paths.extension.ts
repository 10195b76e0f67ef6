// Keeps the model away from files that it must not write.
import { type ExtensionAPI, isToolCallEventType } from "@earendil-works/pi-coding-agent";

const guarded = /(^|\/)(\.env|\.git\/)/;

export default function protectedPaths(pi: ExtensionAPI) {
  pi.on("tool_call", (event) => {
    if (!isToolCallEventType("write", event) && !isToolCallEventType("edit", event)) return;
    const { path } = event.input;
    if (guarded.test(path)) return { block: true, reason: `${path} is protected` };
  });
}
