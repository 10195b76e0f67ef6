// Scenarios: registrations.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attempt } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { Scenario } from "../stage.ts";
import { withPi } from "./api-stages.ts";

export const registrationsScenarios = {
  "shortcuts.reserved": async (open, see) => {
    const { pi, stage } = await withPi(open);
    for (const key of ["ctrl+c", "escape", "ctrl+o", "Ctrl+K", "ctrl+q"])
      pi.registerShortcut(key as never, { handler: () => {} });
    see("bound", stage.shortcuts());
  },
  "shortcuts.last-wins": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [(other) => other.registerShortcut("ctrl+Q" as never, { handler: () => {} })],
    });
    pi.registerShortcut("ctrl+q", { handler: () => {} });
    see("bound", stage.shortcuts());
  },
  "renderers.first-wins": async (open, see) => {
    const calls = ["a1", "a2", "b"].map((name) => Object.assign(() => undefined, { label: name }));
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerMessageRenderer("m", calls[0] as never);
          pi.registerMessageRenderer("m", calls[1] as never);
        },
        (pi) => pi.registerMessageRenderer("m", calls[2] as never),
      ],
    });
    see("renderer", (stage.renderers("message", "m") as { label: string }).label);
    see("none", [stage.renderers("message", "other")]);
  },
  "renderers.entry": async (open, see) => {
    const calls = ["a1", "a2", "b"].map((name) => Object.assign(() => undefined, { label: name }));
    const stage = await open({
      extensions: [
        (pi) => {
          pi.registerEntryRenderer("e", calls[0] as never);
          pi.registerEntryRenderer("e", calls[1] as never);
        },
        (pi) => pi.registerEntryRenderer("e", calls[2] as never),
      ],
    });
    see("renderer", (stage.renderers("entry", "e") as { label: string }).label);
  },
  "markdown.chain": async (open, see) => {
    const add = (mark: string) => (pi: ExtensionAPI) => {
      pi.registerMarkdownTransformer((markdown) => `${markdown} replaced`);
      pi.registerMarkdownTransformer((markdown) => `${markdown}${mark}`);
    };
    const stage = await open({ extensions: [add("1"), add("2")] });
    see("text", stage.markdown("x", "assistant"));
  },
  "markdown.types": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => pi.registerMarkdownTransformer((markdown) => `${markdown}1`),
        (pi) => pi.registerMarkdownTransformer((markdown) => `${markdown}2`, { messageTypes: ["custom"] }),
      ],
    });
    for (const type of ["user", "assistant", "assistant-thinking", "custom", "summary"])
      see(type, stage.markdown("x", type));
  },
  "tool-renderer.chain": async (open, see) => {
    const stage = await open({
      extensions: [
        (pi) => pi.registerToolRenderer((name, next) => (name === "one" ? ({ renderShell: "self" } as never) : next())),
        (pi) =>
          pi.registerToolRenderer((name, next) => (name === "two" ? ({ renderShell: "default" } as never) : next())),
      ],
    });
    for (const name of ["one", "two", "three"]) see(name, [stage.toolRenderer(name)]);
  },
  "provider.needs-config": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() => pi.registerProvider("p", undefined as never)),
    );
  },
  "provider.late": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.registerProvider("late", {
      baseUrl: "http://late.invalid",
      apiKey: "k",
      api: "openai-completions",
      models: [
        {
          id: "m",
          name: "M",
          reasoning: false,
          input: ["text"],
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          contextWindow: 10,
          maxTokens: 5,
        },
      ],
    } as never);
    const model = stage.context().modelRegistry.find("late", "m");
    see("model", [model?.id, model?.provider, model?.baseUrl]);
    see("chosen", await pi.setModel(model as never));
  },
  "provider.unregister": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "unknown",
      attempt(() => pi.unregisterProvider("nope")),
    );
  },
  "virtual.empty": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() => pi.registerVirtualModel({ provider: "", id: "", name: "x", route: () => ({}) } as never)),
    );
  },
  "virtual.conflict": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "threw",
      attempt(() =>
        pi.registerVirtualModel({ provider: "scripted", id: "main", name: "x", route: () => ({}) } as never),
      ),
    );
  },
} satisfies Partial<Record<keyof typeof api, Scenario>>;
