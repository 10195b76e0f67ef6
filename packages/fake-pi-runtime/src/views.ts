// The maps and lists a test looks at. Each is one object for the life of the fake, so that a destructured one stays
// current; they are filled again whenever something was registered or written.
import { resolveCommands } from "./commands.ts";
import type { FakeHost } from "./fake-host.ts";
import type { CurrentSession } from "./session-replacement.ts";

export interface Views {
  readonly tools: Map<string, unknown>;
  readonly commands: Map<string, unknown>;
  readonly flags: Map<string, unknown>;
  readonly shortcuts: Map<string, unknown>;
  readonly renderers: Map<string, unknown>;
  readonly mcpServers: Map<string, unknown>;
  readonly entries: object[];
  fill(current: CurrentSession, host: FakeHost): void;
}

const refill = (map: Map<string, unknown>, entries: Iterable<readonly [string, unknown]>, keepFirst: boolean) => {
  map.clear();
  for (const [key, value] of entries) if (!keepFirst || !map.has(key)) map.set(key, value);
};

export const createViews = (): Views => {
  const views: Views = {
    tools: new Map(),
    commands: new Map(),
    flags: new Map(),
    shortcuts: new Map(),
    renderers: new Map(),
    mcpServers: new Map(),
    entries: [],
    fill: ({ session, runner }) => {
      const { records, flagValues, mcpServers } = runner.set;
      const all = <T>(pick: (record: (typeof records)[number]) => Iterable<readonly [string, T]>) =>
        records.flatMap((record) => [...pick(record)]);
      const tools = all(({ tools }) => [...tools].map(([name, tool]) => [name, tool.definition] as const));
      refill(views.tools, tools, true);
      refill(
        views.commands,
        resolveCommands(records).map((command) => [command.invocationName, command] as const),
        true,
      );
      const flags = all(({ flags }) =>
        [...flags].map(
          ([name, flag]) => [name, flagValues.has(name) ? { ...flag, value: flagValues.get(name) } : flag] as const,
        ),
      );
      refill(views.flags, flags, true);
      refill(
        views.shortcuts,
        all(({ shortcuts }) => shortcuts),
        false,
      );
      const renderers = [
        ...all(({ messageRenderers }) => messageRenderers),
        ...all(({ entryRenderers }) => entryRenderers),
      ];
      refill(views.renderers, renderers, true);
      refill(
        views.mcpServers,
        mcpServers.list().map((server) => [server.name, server] as const),
        true,
      );
      views.entries.splice(0, Infinity, ...session.store.ownEntries());
    },
  };
  return views;
};
