// A scripted model for pi: a stream function, a provider, and an extension that registers it.
export {};
