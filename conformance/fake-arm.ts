// The fake arm: the same stage on @pi-testkit/fake-pi-runtime, with errors recorded as pi records them.

import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { createFakePi, type FakePi } from "@pi-testkit/fake-pi-runtime";
import { type HostSide, hostSideKey } from "../packages/fake-pi-runtime/src/host-side.ts";
import type { OpenStage, Setup, Stage } from "./stage.ts";

const cwd = "/none/work";

const modelOf = (id: string, reasoning: boolean) => ({
  id,
  name: id,
  provider: "scripted",
  api: "scripted-api",
  reasoning,
});

export const openFake: OpenStage = async (setup: Setup): Promise<Stage> => {
  const requests: { messages: unknown[]; tools: string[] }[] = [];
  const replies = [...(setup.replies ?? [])];
  const fake: FakePi = createFakePi({
    cwd,
    errors: "record",
    mode: setup.mode ?? "tui",
    hasUI: setup.ui !== undefined,
    ...(setup.ui ? { ui: { context: setup.ui as ExtensionUIContext } } : {}),
    flags: setup.flags,
    model: modelOf("main", setup.reasoning === true),
    exec: (command, args) => {
      const { stdout, stderr, status } = spawnSync(command, args, { cwd: tmpdir(), encoding: "utf8" });
      return { stdout, stderr, code: status ?? 1 };
    },
    contextUsage: { tokens: 0, contextWindow: 100_000, percent: 0 },
    ...(setup.customTools ? { tools: setup.customTools as never } : {}),
    settings: { retry: { enabled: false } },
    replies: (request) => {
      requests.push({ messages: structuredClone(request.messages) as unknown[], tools: [...request.tools] });
      return replies.shift() ?? "ok";
    },
  });
  for (const extension of setup.extensions ?? []) await fake.load(extension);
  await fake.load((pi: import("@earendil-works/pi-coding-agent").ExtensionAPI) => {
    pi.registerProvider("scripted", {
      name: "Scripted",
      api: "scripted-api",
      baseUrl: "http://scripted.invalid",
      apiKey: "none",
      models: [
        ["main", setup.reasoning === true],
        ["other", setup.reasoning === true],
        ["thinker", true],
        ["plain", false],
      ].map(([id, reasoning]) => ({
        id: String(id),
        name: String(id),
        reasoning: Boolean(reasoning),
        input: ["text", "image"],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 100_000,
        maxTokens: 1000,
      })),
    });
  });
  if (setup.start !== false) await fake.start();
  const inside = fake[hostSideKey as never] as HostSide;
  return {
    cwd,
    get errors() {
      return fake.errors.map(({ extensionPath, event, error }) => ({ extensionPath, event, error }));
    },
    get loadErrors() {
      return fake.loadErrors.map(({ extensionPath, error }) => ({ path: extensionPath, error }));
    },
    requests,
    start: () => fake.start(),
    emit: (event, payload = {}) => inside.emit(event, { ...payload }),
    hasHandlers: inside.hasHandlers,
    submit: inside.prompt,
    steer: (text) => inside.queue(text, "steer"),
    followUp: (text) => inside.queue(text, "followUp"),
    abort: inside.abort,
    settled: fake.settled,
    reload: inside.reload,
    context: () => inside.context() as ReturnType<Stage["context"]>,
    renderers: inside.renderer,
    markdown: inside.markdown,
    toolRenderer: inside.toolRenderer,
    shortcuts: inside.shortcuts,
    shutdown: () => fake.shutdown(),
    dispose: () => fake.dispose(),
  };
};
