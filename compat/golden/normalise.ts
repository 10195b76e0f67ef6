// What two runs may differ in. The list is literal: whatever is not in it is compared as it came.
//
// Normalised, since no two runs of one pi agree in it: moments and spans, UUIDs and ids of entries, the folders of the run,
// how often bash tells its growing output, and which of several tools ends first.
//
// Declared differences between pi and the mock:
// 1. pi's own texts: the sections of its prompt, its tools' declarations, the options in its help; and token estimates that count them.
// 2. What the playbook's provider decides and not pi: its address, the order of its model's keys, no `durationMs` in replies;
//    and a time in replies for which "compact-overflow-twice" begins with 0.87.
// 3. Of an uncaught error, Node's frames.
// 4. On 0.74.2 the moment a run ends after an abort in a tool: "rpc-abort-tool" begins with 0.75.4.
import type { Observation } from "./arm.ts";

/** Keys whose value is a moment or a span; only that there is a value is compared. */
const times = ["timestamp", "durationMs", "wall_time_seconds"];

/** Keys of declared difference 1. */
const ownTexts = ["sections", "toolsAdded", "estimatedTokensAfter", "tokensBefore"];

/** Of declared difference 2. */
const addresses = ["baseUrl"];

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const entryIds = ["entryId", "parentId", "leafId", "firstKeptEntryId", "targetId"];

export const normalise = (seen: Observation) => {
  const uuids = new Map<string, string>();
  const entries = new Map<string, string>();
  const nameOf = (known: Map<string, string>, id: string, name: string): string => {
    if (!known.has(id)) known.set(id, `<${name}-${known.size + 1}>`);
    return known.get(id) as string;
  };
  const text = (value: string): string =>
    value
      .replaceAll(seen.folders.cwd, "<CWD>")
      .replaceAll(seen.folders.root, "<ROOT>")
      .replaceAll(encoded(seen.folders.cwd), "<CWD-ENCODED>")
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z/g, "<TIME>")
      .replace(uuid, (id) => nameOf(uuids, id, "UUID"))
      .replace(/(?<=^Entry )[0-9a-f]{8}(?= not found$)/, (id) => nameOf(entries, id, "ENTRY"));
  const walk = (value: unknown, key: string, inEntry: boolean, inReply = false): unknown => {
    if (key === "durationMs" && inReply) return undefined;
    if (times.includes(key) && value !== undefined) return `<${key}>`;
    if (ownTexts.includes(key)) return `<${key}>`;
    if (addresses.includes(key)) return `<${key}>`;
    if (typeof value === "string") {
      const isEntry = entryIds.includes(key) || (key === "id" && inEntry);
      return isEntry && /^[0-9a-f]{8}$/.test(value) ? nameOf(entries, value, "ENTRY") : text(value);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, key, inEntry));
    if (typeof value !== "object" || value === null) return value;
    const entry = inEntry || key === "entry" || key === "entries" || key === "tree";
    const reply = "role" in value && value.role === "assistant";
    const pairs = Object.entries(value).map(([name, item]) => [name, walk(item, name, entry, reply)] as const);
    if ("contextWindow" in value && "baseUrl" in value) pairs.sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(pairs);
  };
  return {
    // How often bash tells its growing output depends on the machine: the last of a row stands for all.
    records: seen.records
      .filter(
        (record, index) =>
          record.type !== "tool_execution_update" || seen.records[index + 1]?.type !== "tool_execution_update",
      )
      .map((record) => JSON.stringify(walk(record, "", false)))
      // Which of several tools ends first depends on the machine.
      .map((line, index, all) =>
        isEnd(line) ? (endsAround(all, index)[index - firstEnd(all, index)] as string) : line,
      ),
    stdout: text(seen.stdout),
    stderr: stderrLines(text(seen.stderr)),
    code: seen.code,
    signal: seen.signal,
  };
};

const stderrLines = (text: string): string[] => {
  const lines = text.split("\n");
  const usage = lines.indexOf("Usage:");
  if (usage !== -1) return [...lines.slice(0, usage), "<usage>"];
  const uncaught = lines.find((line) => /^(?:Type)?Error: (?:Cannot read|write EPIPE)/.test(line));
  return uncaught ? [uncaught] : lines;
};

// How pi names a folder of sessions after the working directory.
const encoded = (path: string): string => `--${path.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;

const isEnd = (line: string | undefined): boolean => line?.startsWith('{"type":"tool_execution_end"') ?? false;

const firstEnd = (lines: readonly string[], index: number): number => {
  let first = index;
  while (isEnd(lines[first - 1])) first--;
  return first;
};

/** The row of ends that `index` is in, in the order of their ids. */
const endsAround = (lines: readonly string[], index: number): string[] => {
  const first = firstEnd(lines, index);
  let last = index;
  while (isEnd(lines[last + 1])) last++;
  return lines.slice(first, last + 1).sort();
};

type Normalised = ReturnType<typeof normalise>;

/** What differs, a line for the real and one for the mock. */
export const differences = (real: Normalised, mock: Normalised): string[] => {
  const found: string[] = [];
  const length = Math.max(real.records.length, mock.records.length);
  for (let index = 0; index < length; index++) {
    const [own, other] = [real.records[index], mock.records[index]];
    if (own !== other)
      found.push(`  record ${index}`, `    real: ${own ?? "nothing"}`, `    mock: ${other ?? "nothing"}`);
  }
  for (const key of ["stdout", "stderr", "code", "signal"] as const) {
    const [own, other] = [JSON.stringify(real[key]), JSON.stringify(mock[key])];
    if (own !== other) found.push(`  ${key}`, `    real: ${own}`, `    mock: ${other}`);
  }
  return found;
};
