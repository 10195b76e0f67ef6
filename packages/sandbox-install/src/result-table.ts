// The results as text: what each pi loaded as a table, then the problems, each once.
import type { Loaded, Problem, SandboxResult } from "./sandbox-result.ts";

const rows: readonly (readonly [string, (loaded: Loaded) => readonly string[]])[] = [
  ["extensions", ({ extensions }) => extensions],
  ["tools", ({ tools }) => tools],
  ["commands", ({ commands }) => commands.map((name) => `/${name}`)],
  ["flags", ({ flags }) => flags.map((name) => `--${name}`)],
  ["shortcuts", ({ shortcuts }) => shortcuts],
  [
    "hooks",
    ({ handlers }) => Object.entries(handlers).map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)),
  ],
  ["providers", ({ providers }) => providers],
  ["skills", ({ skills }) => skills],
  ["prompts", ({ prompts }) => prompts],
  ["themes", ({ themes }) => themes],
];

const listWidth = 60;

const shortened = (names: readonly string[]): string => {
  const all = names.join(", ");
  if (all.length <= listWidth) return all;
  let shown = 0;
  while (names.slice(0, shown + 1).join(", ").length <= listWidth - 8) shown++;
  return `${names.slice(0, Math.max(1, shown)).join(", ")}, +${names.length - Math.max(1, shown)}`;
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const aligned = (cells: readonly (readonly string[])[]): string => {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

const table = (results: readonly SandboxResult[]): string => {
  const filled = rows.filter(
    ([name, pick]) => name === "extensions" || results.some(({ loaded }) => pick(loaded).length),
  );
  return aligned([
    ["", ...results.map(({ pi }) => `pi ${pi.version}`)],
    ...filled.map(([name, pick]) => [
      name,
      ...results.map(({ loaded }) =>
        pick(loaded).length === 0 ? "–" : `${pick(loaded).length}: ${shortened(pick(loaded))}`,
      ),
    ]),
    ["load time", ...results.map(({ loaded }) => `${loaded.loadMs} ms`)],
    ["check", ...results.map(({ durationMs }) => seconds(durationMs))],
    ["problems", ...results.map(({ problems }) => String(problems.length || "none"))],
  ]);
};

/** Each text once, with the pis it was found on where that is not all of them. */
const gathered = (found: readonly { text: string; version: string }[], all: number): string[] =>
  [...new Set(found.map(({ text }) => text))].map((text) => {
    const versions = found.filter((item) => item.text === text).map(({ version }) => version);
    return versions.length === all ? text : `${text}\n  only on pi ${versions.join(", ")}`;
  });

const problemText = ({ code, file, message, fix }: Problem): string =>
  `✗ ${code}${file ? ` (${file})` : ""}\n  ${message}\n  Fix: ${fix}`;

/** The whole answer for a terminal or a log. */
export const resultTable = (results: Readonly<Record<string, SandboxResult>>): string => {
  const list = Object.values(results);
  const [first] = list;
  if (first === undefined) return "";
  const { tarball, keptAt } = first;
  const warnings = gathered(
    list.flatMap(({ loaded, pi }) =>
      loaded.warnings.map(({ path, warning }) => ({ text: `! ${path}\n  ${warning}`, version: pi.version })),
    ),
    list.length,
  );
  const problems = gathered(
    list.flatMap((result) =>
      result.problems.map((problem) => ({ text: problemText(problem), version: result.pi.version })),
    ),
    list.length,
  );
  const size = `${(tarball.size / 1024).toFixed(1)} kB`;
  return `${[
    ...(tarball.name ? [`${tarball.name}: ${tarball.files.length} files, ${size}`] : []),
    table(list),
    ...warnings,
    ...problems,
    ...(keptAt ? [`The sandbox was kept at ${keptAt}.`] : []),
  ].join("\n\n")}\n`;
};
