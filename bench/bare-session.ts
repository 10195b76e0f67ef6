// The leanest session of bare pi that does what a ten-step test does: the yardstick for createTestSession.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
import {
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  type ExtensionFactory,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";

const usage = {
  input: 1,
  output: 1,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const model = {
  id: "m",
  name: "m",
  reasoning: false,
  input: ["text" as const],
  cost: usage.cost,
  contextWindow: 100_000,
  maxTokens: 10_000,
};

/** Runs one prompt whose model makes `steps - 1` calls of a mocked bash and then says a word. */
export const runBareSession = async (steps: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  let step = 0;
  const provider: ExtensionFactory = (pi) => {
    pi.registerProvider("bare", {
      api: "bare",
      baseUrl: "http://bare.invalid",
      apiKey: "none",
      models: [model],
      streamSimple: (asked) => {
        const stream = createAssistantMessageEventStream();
        const last = ++step === steps;
        const content = last
          ? [{ type: "text" as const, text: "done" }]
          : [{ type: "toolCall" as const, id: `call-${step}`, name: "bash", arguments: { command: "ls" } }];
        const message = {
          role: "assistant" as const,
          content,
          api: asked.api,
          provider: asked.provider,
          model: asked.id,
          usage,
          stopReason: last ? ("stop" as const) : ("toolUse" as const),
          timestamp: step,
        };
        // A provider streams each block, and so does the playbook.
        const kind = last ? "text" : "toolcall";
        const partial = { ...message, stopReason: "pending" as const };
        stream.push({ type: "start", partial: { ...partial, content: [] } });
        stream.push({ type: `${kind}_start`, contentIndex: 0, partial });
        stream.push({ type: `${kind}_delta`, contentIndex: 0, delta: "", partial });
        const block = content[0];
        if (block?.type === "toolCall")
          stream.push({ type: "toolcall_end", contentIndex: 0, toolCall: block, partial });
        else stream.push({ type: "text_end", contentIndex: 0, content: "done", partial });
        stream.push({ type: "done", reason: message.stopReason, message });
        return stream;
      },
    });
  };
  const settingsManager = SettingsManager.inMemory();
  const runtime = await createAgentSessionRuntime(
    async ({ cwd, agentDir, sessionManager, sessionStartEvent }) => {
      const modelRuntime = await ModelRuntime.create({
        credentials: {
          read: async () => undefined,
          list: async () => [],
          modify: async () => undefined,
          delete: async () => {},
        },
        authPath: join(agentDir, "auth.json"),
        modelsPath: null,
        modelsStorePath: join(agentDir, "models-store.json"),
        allowModelNetwork: false,
        refreshOnCreate: false,
      });
      const services = await createAgentSessionServices({
        cwd,
        agentDir,
        settingsManager,
        modelRuntime,
        resourceLoaderOptions: {
          noExtensions: true,
          noSkills: true,
          noPromptTemplates: true,
          noThemes: true,
          extensionFactories: [provider],
        },
      });
      const chosen = modelRuntime.getModel("bare", "m");
      const result = await createAgentSessionFromServices({
        services,
        sessionManager,
        ...(sessionStartEvent ? { sessionStartEvent } : {}),
        ...(chosen ? { model: chosen } : {}),
      });
      return { ...result, services, diagnostics: services.diagnostics };
    },
    { cwd: folder, agentDir: folder, sessionManager: SessionManager.create(folder, join(folder, "sessions")) },
  );
  const { session } = runtime;
  const bash = session.getToolDefinition("bash");
  if (bash) bash.execute = async () => ({ content: [{ type: "text", text: "a.txt" }], details: undefined });
  await session.bindExtensions({ mode: "print" });
  await session.prompt("go");
  if (step !== steps) throw new Error(`bare pi played ${step} of ${steps} steps`);
  await runtime.dispose();
  rmSync(folder, { recursive: true });
};
