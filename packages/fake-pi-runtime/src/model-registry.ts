// What `ctx.modelRegistry` shows: the models of the fake and those of registered providers, as data. Calling a model,
// keys and logins need real pi and fail by name.

import type { FakeHost } from "./fake-host.ts";
import type { LooseModel } from "./fake-model.ts";
import { as } from "./pi-seams.ts";

interface RegistryConfig {
  baseUrl?: string;
  api?: string;
  models?: Partial<LooseModel>[];
}

/** The models of a provider config, with what pi fills in from the provider. */
export const modelsOfProvider = (provider: string, config: unknown): LooseModel[] => {
  const { models = [], baseUrl = "", api = "" } = as<RegistryConfig>(config);
  return models.map((model) => as<LooseModel>({ baseUrl, api, ...model, provider }));
};

export const createModelRegistry = (host: FakeHost): object => {
  const all = () => [...host.models.values()];
  const refuse = (member: string) => () => {
    throw host.notFaked(`ctx.modelRegistry.${member}`);
  };
  return {
    getAll: all,
    getAvailable: all,
    find: (provider: string, id: string) => host.models.get(`${provider}/${id}`),
    hasConfiguredAuth: (model: LooseModel) => host.models.has(`${model.provider}/${model.id}`),
    getError: () => undefined,
    getProviderDisplayName: (provider: string) => provider,
    isUsingOAuth: () => false,
    refresh: () => undefined,
    getApiKeyAndHeaders: async () => ({ ok: true, apiKey: "fake-key", headers: {} }),
    getApiKeyForProvider: async () => "fake-key",
    complete: refuse("complete"),
    stream: refuse("stream"),
    streamSimple: refuse("streamSimple"),
  };
};
