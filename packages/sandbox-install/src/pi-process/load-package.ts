// Lets pi load one settings `packages` entry and writes down what came of it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadedReport, LoadRequest } from "./loaded-report.ts";
import type { Pi } from "./pi-seams.ts";

/** Runs the extensions' shutdown handlers, as pi does before it ends. */
export type Shutdown = () => Promise<unknown>;

const handlerCounts = (handlers: ReadonlyMap<string, readonly unknown[]>): Record<string, number> =>
  Object.fromEntries([...handlers].map(([event, list]) => [event, list.length]));

/** Fills `report` in. Throws what pi's loader throws. */
export const loadPackage = async (
  pi: Pi,
  request: LoadRequest,
  source: string,
  report: LoadedReport,
): Promise<Shutdown> => {
  const { project, agentDir } = request;
  mkdirSync(join(project, ".pi"), { recursive: true });
  writeFileSync(join(project, ".pi", "settings.json"), JSON.stringify({ packages: [source] }));
  const settingsManager = pi.SettingsManager.create(project, agentDir);
  const loader = new pi.DefaultResourceLoader({ cwd: project, agentDir, settingsManager });
  report.source = source;
  const began = performance.now();
  await loader.reload();
  report.loadMs = performance.now() - began;

  const { extensions, errors, warnings = [], runtime } = loader.getExtensions();
  const skills = loader.getSkills();
  const prompts = loader.getPrompts();
  const themes = loader.getThemes();
  report.extensions = extensions.map((extension) => ({
    path: extension.path,
    tools: [...extension.tools.keys()],
    flags: [...extension.flags.keys()],
    shortcuts: [...extension.shortcuts.keys()],
    handlers: handlerCounts(extension.handlers),
  }));
  report.errors = errors.map(({ path, error }) => ({ path, error }));
  report.warnings = [
    ...warnings.map(({ path, warning }) => ({ path, warning })),
    ...[...skills.diagnostics, ...prompts.diagnostics, ...themes.diagnostics].map(({ path = "", message }) => ({
      path,
      warning: message,
    })),
  ];
  report.providers = [
    ...(runtime.pendingProviderRegistrations ?? []).map(({ name }) => name),
    ...(runtime.pendingNativeProviderRegistrations ?? []).map(({ provider }) => provider.id),
  ];
  report.skills = skills.skills.map(({ name, filePath }) => ({ name, path: filePath }));
  report.prompts = prompts.prompts.map(({ name, filePath }) => ({ name, path: filePath }));
  report.themes = themes.themes.map(({ name = "", sourcePath = "" }) => ({ name, path: sourcePath }));

  const runner = new pi.ExtensionRunner(
    extensions,
    runtime,
    project,
    pi.SessionManager.inMemory(project),
    undefined, // handlers of session_shutdown have no model to talk to
  );
  report.commands = runner.getRegisteredCommands().map(({ name, invocationName }) => ({ name, invocationName }));
  return () => runner.emit({ type: "session_shutdown", reason: "quit" });
};
