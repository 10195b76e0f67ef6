// Models as data: what `ctx.model` shows, which thinking levels a model has, and how a level is clamped to them.

export interface LooseModel {
  id: string;
  name: string;
  provider: string;
  api: string;
  baseUrl: string;
  reasoning: boolean;
  thinkingLevelMap?: Record<string, unknown>;
  input: string[];
  cost: Record<string, number>;
  contextWindow: number;
  maxTokens: number;
  [key: string]: unknown;
}

/** The model of a fake without a `model` option: it can think, sees images and costs nothing. */
export const defaultModel: LooseModel = {
  id: "fake-model",
  name: "Fake model",
  provider: "fake",
  api: "fake-api",
  baseUrl: "http://fake.invalid",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 8192,
};

export const noUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const levels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

export const levelsOf = (model: LooseModel): string[] => {
  if (!model.reasoning) return ["off"];
  return levels.filter((level) => {
    const mapped = model.thinkingLevelMap?.[level];
    if (mapped === null) return false;
    return level === "xhigh" || level === "max" ? mapped !== undefined : true;
  });
};

/** The nearest level the model has: upwards first, then downwards; an unknown word ends as the lowest. */
export const clampLevel = (model: LooseModel | undefined, level: string): string => {
  if (!model) return "off";
  const available = levelsOf(model);
  const at = levels.indexOf(level);
  const candidates = at < 0 ? [] : [...levels.slice(at), ...levels.slice(0, at).reverse()];
  return candidates.find((candidate) => available.includes(candidate)) ?? available[0] ?? "off";
};

export const sameModel = (left: LooseModel | undefined, right: LooseModel | undefined): boolean =>
  left !== undefined && right !== undefined && left.provider === right.provider && left.id === right.id;
