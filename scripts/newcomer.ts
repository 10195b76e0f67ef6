// Follows the root README from an empty folder to passing tests, as a reader with one package manager would.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { x } from "tinyexec";
import { inWordsOf, type PackageManager } from "./package-managers.ts";
import { root } from "./workspace-packages.ts";

export interface Trial {
  readonly manager: string;
  /** `passed`, or `failed`, or why the manager could not be had. */
  readonly outcome: "passed" | "failed" | "not to be had";
  /** Each step that was taken, and what it said when it failed. */
  readonly steps: readonly string[];
}

/** The extension of the newcomer. */
const ownExtension = `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function asks(pi: ExtensionAPI) {
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName === "bash" && !(await ctx.ui.confirm("Run it?", "A command"))) return { block: true };
  });
}
`;

interface Readme {
  /** With vitest, then without. */
  readonly commands: readonly (readonly string[])[];
  readonly files: Readonly<Record<string, string>>;
}

/** What the README asks to type and to write. Throws when it has changed its shape. */
export const readReadme = (): Readme => {
  const text = readFileSync(join(root, "README.md"), "utf8");
  const start = text.match(/^## Start$([\s\S]*?)^## /m)?.[1] ?? "";
  const commands = [...start.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.trim().split("\n"));
  const session = text.match(/^## A full session$([\s\S]*?)^## /m)?.[1] ?? "";
  const files = [...session.matchAll(/`([\w.]+\.ts)`[^`]*```ts\n([\s\S]*?)```/g)];
  if (commands.length !== 2 || files.length !== 2)
    throw new Error("README.md: the start or the full session is missing.");
  return { commands, files: Object.fromEntries(files.map(([, name = "", code = ""]) => [name, code])) };
};

const writeFiles = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const runLine = async (line: string, folder: string): Promise<{ ok: boolean; said: string; seconds: number }> => {
  const started = performance.now();
  const { stdout, stderr, exitCode } = await x(line, [], {
    nodeOptions: { cwd: folder, shell: true, env: { CI: "1", NO_COLOR: "1", npm_config_yes: "true" } },
  });
  return { ok: exitCode === 0, said: `${stdout}${stderr}`.trim(), seconds: (performance.now() - started) / 1000 };
};

/** Takes the README's steps with one package manager, in a folder that is removed afterwards. */
export const tryAsNewcomer = async (manager: PackageManager, registry: string): Promise<Trial> => {
  const { commands, files } = readReadme();
  const [withVitest = [], withNode = []] = commands;
  const folder = mkdtempSync(join(tmpdir(), `newcomer-${manager.name}-`));
  const steps: string[] = [];
  const take = async (line: string): Promise<boolean> => {
    const { ok, said, seconds } = await runLine(inWordsOf(manager, line), folder);
    steps.push(`${ok ? "ok    " : "FAILED"} ${line} (${seconds.toFixed(1)} s)${ok ? "" : `\n${said}`}`);
    return ok;
  };
  const takeAll = async (lines: readonly string[]): Promise<boolean> => {
    for (const line of lines) if (!(await take(line))) return false;
    return true;
  };
  try {
    const version = await runLine(`${manager.program} --version`, folder);
    if (!version.ok) return { manager: manager.name, outcome: "not to be had", steps: [version.said] };
    steps.push(`${manager.name} ${version.said.split("\n").at(-1)}, Node ${process.versions.node}`);
    // A machine that makes releases may be busy.
    const patience = { "vitest.config.js": "export default { test: { testTimeout: 60_000 } };\n" };
    writeFiles(folder, { "index.ts": ownExtension, ...patience, ...files, ...manager.files(registry) });
    let passed = await takeAll(withVitest);
    if (passed) {
      // The second way is taken in the same folder, without the tests of the first.
      rmSync(join(folder, "test"), { recursive: true });
      for (const name of Object.keys(files)) rmSync(join(folder, name));
      passed = await takeAll([...withNode, "npx pi-testkit doctor"]);
    }
    return { manager: manager.name, outcome: passed ? "passed" : "failed", steps };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
