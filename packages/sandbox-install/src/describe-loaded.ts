// Turns what pi's process wrote down into what a caller reads: paths of the package, no path of the sandbox.
import { type CheckedPackage, extensionFile, packagePath, withoutSandbox } from "./checked-package.ts";
import type { LoadedReport } from "./pi-process/loaded-report.ts";
import type { Loaded } from "./sandbox-result.ts";

const unique = (names: readonly string[]): string[] => [...new Set(names)];

const sumHandlers = ({ extensions }: LoadedReport): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { handlers } of extensions) {
    for (const [event, count] of Object.entries(handlers)) sums[event] = (sums[event] ?? 0) + count;
  }
  return sums;
};

/** The absolute paths of the extension files pi loaded. */
export const loadedExtensionPaths = ({ extensions }: LoadedReport): string[] =>
  extensions.map(({ path }) => extensionFile(path));

export const describeLoaded = (checked: Pick<CheckedPackage, "packageDir" | "installRoot" | "report">): Loaded => {
  const { report, packageDir } = checked;
  const tidy = (text: string): string => withoutSandbox(checked, text);
  const handlers = sumHandlers(report);
  return {
    extensions: loadedExtensionPaths(report).map((path) => packagePath(packageDir, path)),
    extensionErrors: report.errors.map(({ path, error }) => ({
      path: packagePath(packageDir, path),
      error: tidy(error),
    })),
    warnings: report.warnings.map(({ path, warning }) => ({ path: tidy(path), warning: tidy(warning) })),
    tools: unique(report.extensions.flatMap(({ tools }) => tools)),
    commands: report.commands.map(({ invocationName }) => invocationName),
    flags: unique(report.extensions.flatMap(({ flags }) => flags)),
    shortcuts: unique(report.extensions.flatMap(({ shortcuts }) => shortcuts)),
    hooks: Object.keys(handlers),
    handlers,
    providers: unique(report.providers),
    skills: report.skills.map(({ name }) => name),
    prompts: report.prompts.map(({ name }) => name),
    themes: report.themes.map(({ name }) => name),
    loadMs: Math.round(report.loadMs),
  };
};
