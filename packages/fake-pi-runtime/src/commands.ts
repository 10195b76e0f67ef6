// The slash commands of all extensions under the names they are called by: a name that several use gets `:1`, `:2` …
// and then belongs to none of them.
import type { ExtensionRecord } from "./extension-record.ts";
import type { StoredCommand } from "./pi-shapes.ts";

export interface ResolvedCommand extends StoredCommand {
  readonly invocationName: string;
}

export const resolveCommands = (records: readonly ExtensionRecord[]): ResolvedCommand[] => {
  const commands = records.flatMap((record) => [...record.commands.values()]);
  const uses = (name: string) => commands.filter((command) => command.name === name).length;
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  return commands.map((command) => {
    const { name } = command;
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    let invocationName = uses(name) > 1 ? `${name}:${occurrence}` : name;
    for (let suffix = occurrence + 1; taken.has(invocationName); suffix++) invocationName = `${name}:${suffix}`;
    taken.add(invocationName);
    return { ...command, invocationName };
  });
};
