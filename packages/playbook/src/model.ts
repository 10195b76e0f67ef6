// The models the playbook offers, as pi describes a model.
import type { Api, Model } from "@earendil-works/pi-ai";

/** The parts of a model that a response repeats. */
export interface ModelLike {
  readonly id: string;
  readonly api: Api;
  readonly provider: string;
  readonly baseUrl: string;
  readonly maxTokens: number;
}

/** The id of the model when the script does not name one. */
export const defaultModelId = "scripted";

/** The provider's id, and the api its models speak. */
export const providerId = "playbook";
export const apiId = "pi-testkit-playbook";

/** A model to offer: its id, and what differs from the playbook's defaults (name, reasoning, window, limits, cost …). */
export interface ModelSettings extends Partial<Omit<Model<Api>, "id" | "api" | "provider" | "baseUrl">> {
  readonly id: string;
}

/**
 * A model of the playbook. Its cost is zero, which keeps pi from warming a cache; it takes images and can think.
 * @param baseUrl unique in the process: the address by which requests find their playbook.
 */
export const modelOf = (settings: ModelSettings, baseUrl: string): Model<Api> => ({
  name: settings.id,
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 32_000,
  ...settings,
  // By these a request finds its playbook.
  api: apiId,
  provider: providerId,
  baseUrl,
});
