// Scenarios: models.
import { attemptAsync, handling, tick } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { Scenario } from "../stage.ts";
import { modelOf, types, withPi } from "./api-stages.ts";

export const modelsScenarios = {
  "model.set": async (open, see) => {
    const { pi, stage } = await withPi(open);
    see("returned", await attemptAsync(() => pi.setModel(modelOf(stage, "other"))));
    see("model", stage.context().model?.id);
    see("entry", stage.context().sessionManager.getEntries().at(-1));
  },
  "model.select-event": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      extensions: [
        handling({
          model_select: ({ model, previousModel, source }) => see("event", [model.id, previousModel.id, source]),
        }),
      ],
    });
    await pi.setModel(modelOf(stage, "other"));
  },
  "model.same": async (open, see) => {
    const { pi, stage } = await withPi(open, { extensions: [handling({ model_select: () => see("never", 1) })] });
    const before = types(stage).length;
    see("returned", await pi.setModel(modelOf(stage, "main")));
    see("entries", types(stage).slice(before));
  },
  "model.unknown-provider": async (open, see) => {
    const { pi, stage } = await withPi(open);
    see(
      "returned",
      await attemptAsync(() => pi.setModel({ ...(modelOf(stage, "main") as object), provider: "nowhere" } as never)),
    );
    see("model", stage.context().model?.id);
  },
  "model.undefined": async (open, see) => {
    const { pi } = await withPi(open);
    const result = (await attemptAsync(() => pi.setModel(undefined as never))) as { rejected?: string };
    see("rejected", typeof result.rejected);
  },
  "model.clamps-thinking": async (open, see) => {
    const seen: unknown[] = [];
    const { pi, stage } = await withPi(open, {
      reasoning: true,
      extensions: [
        handling({
          thinking_level_select: ({ level, previousLevel }) => void seen.push([previousLevel, level]),
          model_select: ({ model }) => void seen.push(model.id),
        }),
      ],
    });
    pi.setThinkingLevel("high");
    await pi.setModel(modelOf(stage, "plain"));
    see("events", seen);
    see("level", pi.getThinkingLevel());
  },
  "thinking.clamped": async (open, see) => {
    const { pi } = await withPi(open, { reasoning: true });
    for (const level of ["low", "xhigh", "max", "nonsense", "minimal", "off"]) {
      pi.setThinkingLevel(level as never);
      see(level, [pi.getThinkingLevel()]);
    }
  },
  "thinking.unchanged": async (open, see) => {
    const seen: unknown[] = [];
    const { pi } = await withPi(open, {
      reasoning: true,
      extensions: [handling({ thinking_level_select: ({ level }) => void seen.push(level) })],
    });
    pi.setThinkingLevel("high");
    pi.setThinkingLevel("high");
    await tick();
    see("events", seen);
  },
  "thinking.not-reasoning": async (open, see) => {
    const { pi } = await withPi(open, { extensions: [handling({ thinking_level_select: () => see("never", 1) })] });
    pi.setThinkingLevel("high");
    see("level", [pi.getThinkingLevel()]);
  },
  "thinking.entry": async (open, see) => {
    const { pi, stage } = await withPi(open, { reasoning: true });
    const before = types(stage).length;
    pi.setThinkingLevel("high");
    pi.setThinkingLevel("high");
    see("entries", types(stage).slice(before));
  },
  "thinking.default": async (open, see) => {
    const { pi, stage } = await withPi(open, { reasoning: true });
    see("level", [pi.getThinkingLevel()]);
    see("entries", types(stage));
  },
} satisfies Partial<Record<keyof typeof api, Scenario>>;
