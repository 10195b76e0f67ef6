// The model of the spawned pi: it says what it heard.
import { type AssistantMessage, createAssistantMessageEventStream } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export default function spawnedModel(pi: ExtensionAPI) {
  pi.registerProvider("spawned", {
    name: "Spawned",
    api: "spawned-api",
    baseUrl: "http://spawned.invalid",
    apiKey: "none",
    models: [
      {
        id: "echo",
        name: "Echo",
        reasoning: false,
        input: ["text"],
        cost: free,
        contextWindow: 10_000,
        maxTokens: 100,
      },
    ],
    streamSimple: (model, context) => {
      const stream = createAssistantMessageEventStream();
      const last = context.messages.at(-1)?.content;
      const heard = Array.isArray(last) && last[0]?.type === "text" ? last[0].text : "";
      const message: AssistantMessage = {
        role: "assistant",
        content: [{ type: "text", text: `spawned pi heard: ${heard}` }],
        api: model.api,
        provider: model.provider,
        model: model.id,
        usage: { ...free, totalTokens: 0, cost: { ...free, total: 0 } },
        stopReason: "stop",
        timestamp: 0,
      };
      setImmediate(() => {
        stream.push({ type: "start", partial: { ...message, content: [] } });
        stream.push({ type: "done", reason: "stop", message });
        stream.end(message);
      });
      return stream;
    },
  });
}
