// Runs a scenario on one arm and normalises what it noted, so that the two arms can be compared.
import type { OpenStage, Scenario, Stage } from "./stage.ts";

export interface Observation {
  label: string;
  value: unknown;
}

/**
 * Everything that is made equal before the arms are compared; there is nothing else. A key listed here is replaced
 * wherever it occurs inside a noted value.
 */
export const normalised = {
  /** Values that time or chance decides: replaced by the name of their key. */
  keysByChance: ["timestamp", "durationMs", "labelTimestamp", "stack"],
  /** Entry and session ids: numbered in the order they are first seen. */
  idKeys: [
    "id",
    "parentId",
    "entryId",
    "targetId",
    "fromId",
    "firstKeptEntryId",
    "newLeafId",
    "oldLeafId",
    "commonAncestorId",
  ],
  /** Text that only pi can make (its prompt), and figures only it can estimate. */
  keysOfPi: ["systemPrompt", "sections", "usage", "tokensBefore", "estimatedTokensAfter", "thinkingLevel"],
  /** The session's own folder and file, and file names made of time and id. */
  cwd: "<cwd>",
  file: "<file>",
} as const;

const sessionId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const normalise = (observations: readonly Observation[], cwd: string): Observation[] => {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `#${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  const root = cwd.replace(/\/work$/, "");
  const text = (value: string) =>
    value
      .replaceAll(cwd, normalised.cwd)
      .replaceAll(root, "<root>")
      .replace(/[^\s"]*\.jsonl/g, normalised.file)
      .replace(sessionId, "<session>");
  const seen: unknown[] = [];
  const walk = (value: unknown, key: string): unknown => {
    if (normalised.keysByChance.some((name) => name === key)) return value === undefined ? undefined : `<${key}>`;
    if (normalised.keysOfPi.some((name) => name === key)) return value === undefined ? undefined : `<${key}>`;
    if (typeof value === "string") {
      const isId = normalised.idKeys.some((name) => name === key) && /^[0-9a-f]{8}$/.test(value);
      return isId ? idOf(value) : text(value);
    }
    if (typeof value === "function") return "[function]";
    if (value instanceof AbortSignal) return `[signal${value.aborted ? " aborted" : ""}]`;
    if (value instanceof Error) return `[${value.name}: ${text(value.message)}]`;
    if (value instanceof Map) return walk([...value], key);
    if (value instanceof Set) return walk([...value], key);
    if (typeof value !== "object" || value === null) return value;
    if (seen.includes(value)) return "[circular]";
    seen.push(value);
    const copy = Array.isArray(value)
      ? value.map((item) => walk(item, key))
      : Object.fromEntries(
          Object.entries(value)
            .filter(([, item]) => item !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, item]) => [name, walk(item, name)]),
        );
    seen.pop();
    return copy;
  };
  return observations.map(({ label, value }) => ({ label, value: walk(value, "") }));
};

/** A copy at the time of the note: later changes must not rewrite what was seen. */
const copyNow = (value: unknown, depth = 0): unknown => {
  if (typeof value !== "object" || value === null || depth > 12) return value;
  if (value instanceof AbortSignal || value instanceof Error || value instanceof Map || value instanceof Set)
    return value instanceof AbortSignal ? `[signal${value.aborted ? " aborted" : ""}]` : value;
  if (Array.isArray(value)) return value.map((item) => copyNow(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyNow(item, depth + 1)]));
};

/** The normalised observations of `scenario` on the arm that `open` belongs to. Throws when it noted nothing. */
export const observe = async (scenario: Scenario, open: OpenStage): Promise<Observation[]> => {
  const stages: Stage[] = [];
  const observations: Observation[] = [];
  let over = false;
  try {
    await scenario(
      async (setup) => {
        const stage = await open(setup);
        stages.push(stage);
        return stage;
      },
      (label, value) => {
        if (!over) observations.push({ label, value: copyNow(value) });
      },
    );
  } finally {
    // What the extensions see while a stage is taken down is no part of the scenario.
    over = true;
    for (const stage of stages.reverse()) await stage.dispose();
  }
  if (observations.length === 0) throw new Error("The scenario noted no observation: it would prove nothing.");
  return normalise(observations, stages[0]?.cwd ?? "/none/work");
};
