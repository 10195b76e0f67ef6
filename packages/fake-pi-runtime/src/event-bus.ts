// The channels behind `pi.events`: a synchronous fan-out in the order of subscription, kept by a reload.
// Isolation and reports are the business of each extension's facade.

export interface EventChannels {
  emit(channel: string, data: unknown): void;
  on(channel: string, listener: (data: unknown) => void): () => void;
}

export const createEventChannels = (): EventChannels => {
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  return {
    emit: (channel, data) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(data);
    },
    on: (channel, listener) => {
      const entry = (data: unknown) => listener(data);
      listeners.set(channel, [...(listeners.get(channel) ?? []), entry]);
      return () =>
        void listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((other) => other !== entry),
        );
    },
  };
};
