// The models a mock offers, and which one the command line asks for. Any provider and id may be named.

/** A model as `get_state` shows it. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly reasoning: boolean;
  readonly input: readonly string[];
  readonly cost: Readonly<Record<string, number>>;
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly api: string;
  readonly provider: string;
  readonly baseUrl: string;
}

const apis: Readonly<Record<string, string>> = {
  anthropic: "anthropic-messages",
  openai: "openai-responses",
  google: "google-generative-ai",
  playbook: "pi-testkit-playbook",
};

/** A model of any name; it thinks, sees, and costs nothing. */
export const modelNamed = (provider: string, id: string): Model => ({
  id,
  name: id,
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 32_000,
  api: apis[provider] ?? "openai-completions",
  provider,
  baseUrl: "http://127.0.0.1:9/mock-pi",
});

/** What `--provider` and `--model` come to. */
export type ModelChoice =
  | { readonly model: Model; readonly thinking?: string | undefined; readonly warning?: string | undefined }
  | { readonly error: string };

/** Providers a pi knows; another name is an error, as in pi. */
const knownProviders = [
  ...Object.keys(apis),
  "amazon-bedrock",
  "azure-openai",
  "azure-openai-responses",
  "cerebras",
  "cloudflare",
  "deepseek",
  "fireworks",
  "github-copilot",
  "google-vertex",
  "groq",
  "huggingface",
  "kimi-coding",
  "minimax",
  "mistral",
  "moonshot",
  "openai-codex",
  "opencode",
  "openrouter",
  "vercel-ai-gateway",
  "xai",
  "zai",
];

const levels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Cuts `:level` off a pattern. */
const withLevel = (pattern: string): { readonly id: string; readonly thinking?: string } => {
  const colon = pattern.lastIndexOf(":");
  const thinking = pattern.slice(colon + 1);
  return colon > 0 && levels.includes(thinking) ? { id: pattern.slice(0, colon), thinking } : { id: pattern };
};

const listHint = "Use --list-models to see available";

/**
 * The model of a command line.
 * @param offered the models the mock lists; the first is the default.
 */
export const chooseModel = (
  provider: string | undefined,
  pattern: string | undefined,
  offered: readonly Model[],
): ModelChoice => {
  const [first] = offered;
  if (pattern === undefined) return first ? { model: first } : { error: "No models available." };
  const known = [...knownProviders, ...offered.map((model) => model.provider)];
  if (provider !== undefined && !known.includes(provider))
    return { error: `Unknown provider "${provider}". ${listHint} providers/models.` };
  const { id: whole, thinking } = withLevel(pattern);
  const slash = provider === undefined ? whole.indexOf("/") : -1;
  const wanted = provider ?? (slash === -1 ? undefined : whole.slice(0, slash));
  const id = slash === -1 ? whole : whole.slice(slash + 1);
  if (wanted !== undefined && !known.includes(wanted))
    return { error: `Model "${pattern}" not found. ${listHint} models.` };
  const same = offered.find((model) => model.id === id && (wanted === undefined || model.provider === wanted));
  if (same) return { model: same, thinking };
  const model = modelNamed(wanted ?? first?.provider ?? "playbook", id);
  const isOwn = offered.some((other) => other.provider === wanted);
  return {
    model,
    thinking,
    ...(isOwn && { warning: `Model "${id}" not found for provider "${wanted}". Using custom model id.` }),
  };
};

/** The levels a model takes, in order. */
export const levelsOf = (model: Model): string[] => (model.reasoning ? levels.slice(0, 5) : ["off"]);
