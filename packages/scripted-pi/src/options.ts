// What startScriptedPi takes, and the check that refuses what makes no sense.
import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import type { MockUIConfig } from "@pi-testkit/mock-ui";
import type { PlaybookInput } from "./playbook-file.ts";
import { ScriptedPiError } from "./scripted-pi-error.ts";

/** How pi runs. */
export type PiMode = "rpc" | "json" | "print";

/** What `startScriptedPi` takes. */
export interface ScriptedPiOptions {
  /** The model: a playbook, its script, or the script as data. It becomes data, so it may hold no function. */
  playbook: PlaybookInput;
  /** Extensions to load with `-e`, relative to this process's working directory. */
  extensions?: readonly string[] | undefined;
  /** Default `"rpc"`. */
  mode?: PiMode | undefined;
  /**
   * Arguments after ours: flags and, in print and JSON mode, prompts. When left out there, the prompts of the playbook's
   * turns are the prompts.
   */
  args?: readonly string[] | undefined;
  /** Default: a new folder that `dispose()` removes. */
  cwd?: string | undefined;
  /** Files to write into the working directory first, by relative path. */
  files?: Readonly<Record<string, string>> | undefined;
  /** The user in RPC mode, as `createMockUI` takes it. `false`: nobody answers, the test does with `client.write`. */
  ui?: MockUIConfig | false | undefined;
  /** Text for pi's stdin in print and JSON mode. Default: none. */
  stdin?: string | undefined;
  /** Variables to add to pi's environment; `undefined` takes one of ours away. Nothing else of this process passes. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** pi's settings.json. */
  settings?: Readonly<Record<string, unknown>> | undefined;
  /** Which pi: its folder, a `node_modules` that holds it, or the file to start. Default: the installed one. */
  pi?: string | undefined;
  /** Whether `.pi/` of the working directory is loaded; pi never asks. Default true. */
  trust?: boolean | undefined;
  /** Told each line that goes in or comes out, as it is. */
  onLine?: ((direction: "in" | "out", line: string) => void) | undefined;
}

const known: Record<keyof ScriptedPiOptions, true> = {
  playbook: true,
  extensions: true,
  mode: true,
  args: true,
  cwd: true,
  files: true,
  ui: true,
  stdin: true,
  env: true,
  settings: true,
  pi: true,
  trust: true,
  onLine: true,
};

const modes: readonly string[] = ["rpc", "json", "print"];

const isInside = (path: string, folder: string): boolean => {
  const from = relative(folder, resolve(folder, path));
  return from !== "" && !/^\.\.([/\\]|$)/.test(from) && !isAbsolute(from);
};

/** @internal Throws for an unknown option, mode, a missing playbook, and files that have no place. */
export const checkOptions = (options: ScriptedPiOptions, writtenAt: string | undefined): void => {
  const refuse = (happened: string, expected: string, received?: unknown, near?: string): never => {
    throw new ScriptedPiError(
      "invalid-option",
      tellFailure({
        happened,
        writtenAt,
        expected,
        received: received === undefined ? undefined : describeValue(received),
        fix: near && `write "${near}".`,
      }),
    );
  };
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      refuse(
        `startScriptedPi does not know the option "${name}".`,
        Object.keys(known).join(", "),
        undefined,
        nearestName(name, Object.keys(known)),
      );
  const { playbook, mode, args, extensions, cwd, files = {} } = options;
  if (typeof playbook !== "object" || playbook === null)
    refuse("startScriptedPi was given no playbook.", "createPlaybook([…]), a script, or a script as data", playbook);
  if (mode !== undefined && !modes.includes(mode))
    refuse(`startScriptedPi does not know the mode "${mode}".`, modes.join(", "), undefined, nearestName(mode, modes));
  for (const [name, list] of Object.entries({ args, extensions }))
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === "string")))
      refuse(`startScriptedPi needs a list of texts as "${name}".`, '["…"]', list);
  if (cwd !== undefined && !statSync(resolve(cwd), { throwIfNoEntry: false })?.isDirectory())
    refuse("startScriptedPi was given a working directory that is no folder.", "a folder that exists", cwd);
  for (const [path, text] of Object.entries(files)) {
    if (!isInside(path, resolve(cwd ?? "work")))
      refuse("startScriptedPi was given a file outside the working directory.", "a path inside, relative to it", path);
    if (typeof text !== "string") refuse(`startScriptedPi was given no text for the file "${path}".`, "a text", text);
  }
};
