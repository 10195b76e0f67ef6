// The playbook as the child reads it: a script as data in a file, and the extension that plays it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { createPlaybook, fromJSON, isTurn, type Playbook, type Script, type ScriptJSON } from "@pi-testkit/playbook";

/** What may be given as `playbook`: one made by `createPlaybook`, its script, or the script as data. */
export type PlaybookInput = Pick<Playbook, "toJSON"> | Script | Readonly<Record<string, Script>> | ScriptJSON;

const isMade = (value: unknown): boolean =>
  isTurn(value) || (typeof value === "object" && value !== null && "kind" in value && "expectations" in value);

/** The script as data; throws playbook's own error for what cannot be data or is no script. */
export const scriptJSONOf = (playbook: PlaybookInput): ScriptJSON => {
  if ("toJSON" in playbook && typeof playbook.toJSON === "function") return playbook.toJSON();
  const scripts = Array.isArray(playbook) ? [playbook] : Object.values(playbook);
  const made = scripts.flat().some(isMade);
  if (made) {
    const own = createPlaybook(playbook as Script);
    own.dispose();
    return own.toJSON();
  }
  return createPlaybookFromData(playbook as ScriptJSON);
};

// Checked here and not only in the child, so that the error comes where the script was written.
const createPlaybookFromData = (script: ScriptJSON): ScriptJSON => {
  fromJSON(script);
  return script;
};

/** The prompts of a script's turns, in order: of the first model's, when there are several. */
export const promptsOf = (script: ScriptJSON): string[] => {
  const first = Array.isArray(script) ? script : (Object.values(script)[0] ?? []);
  return first.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null || !("when" in item)) return [];
    const { when } = item as { when: string | { text: string } };
    return [typeof when === "string" ? when : when.text];
  });
};

/** The first model's id; `scripted` unless the script names its models. */
export const modelIdOf = (script: ScriptJSON): string =>
  Array.isArray(script) ? "scripted" : (Object.keys(script)[0] ?? "scripted");

/** The file of the playbook's package that `pi -e` loads. */
export const extensionFile = (): string => {
  const manifest = findPackageJSON("@pi-testkit/playbook", import.meta.url) ?? "";
  const built = join(dirname(manifest), "dist", "pi-extension.js");
  const source = join(dirname(manifest), "src", "pi-extension.ts");
  // Run from its sources, this package plays with the sources of the playbook too.
  return import.meta.url.endsWith(".ts") || !existsSync(built) ? source : built;
};

/** Writes the script into `folder`; returns what the extension reads from the environment. */
export const writePlaybook = (script: ScriptJSON, folder: string) => {
  const file = join(folder, "playbook.json");
  const log = join(folder, "playbook-log.jsonl");
  writeFileSync(file, JSON.stringify(script));
  return { env: { PI_TESTKIT_PLAYBOOK: file, PI_TESTKIT_PLAYBOOK_LOG: log }, file, log };
};

/** What the extension has written so far; a last line that is being written is left out. */
export const readPlaybookLog = (log: string): Record<string, unknown>[] =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];
