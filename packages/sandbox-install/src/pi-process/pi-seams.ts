// Every reach into pi of this package, and its only casts. It runs in the child process, on a pi of the caller's choice.
// What is read here is public in 0.74.0 and in 1.6.0; where a release lacks a part, the part is left out.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface PiExtension {
  readonly path: string;
  readonly resolvedPath?: string;
  readonly handlers: ReadonlyMap<string, readonly unknown[]>;
  readonly tools: ReadonlyMap<string, unknown>;
  readonly flags: ReadonlyMap<string, unknown>;
  readonly shortcuts: ReadonlyMap<string, unknown>;
}

interface PiRuntime {
  /** Providers wait here until a session binds them; the second list is of 0.81 and later. */
  readonly pendingProviderRegistrations?: readonly { name: string }[];
  readonly pendingNativeProviderRegistrations?: readonly { provider: { id: string } }[];
}

interface PiLoader {
  reload(): Promise<void>;
  getExtensions(): {
    extensions: PiExtension[];
    errors: { path: string; error: string }[];
    /** Not yet in 0.87. */
    warnings?: { path: string; warning: string }[];
    runtime: PiRuntime;
  };
  getSkills(): { skills: { name: string; filePath: string }[]; diagnostics: PiDiagnostic[] };
  getPrompts(): { prompts: { name: string; filePath: string }[]; diagnostics: PiDiagnostic[] };
  getThemes(): { themes: { name?: string; sourcePath?: string }[]; diagnostics: PiDiagnostic[] };
}

interface PiDiagnostic {
  readonly message: string;
  readonly path?: string;
}

interface PiRunner {
  getRegisteredCommands(): { name: string; invocationName: string; sourceInfo?: { path?: string } }[];
  emit(event: { type: "session_shutdown"; reason: "quit" }): Promise<unknown>;
}

/** The exports of pi that are used. */
export interface Pi {
  readonly DefaultResourceLoader: new (options: {
    cwd: string;
    agentDir: string;
    settingsManager: unknown;
  }) => PiLoader;
  readonly SettingsManager: { create(cwd: string, agentDir: string): unknown };
  readonly SessionManager: { inMemory(cwd: string): unknown };
  readonly ExtensionRunner: new (
    extensions: PiExtension[],
    runtime: PiRuntime,
    cwd: string,
    sessionManager: unknown,
    modelRegistry: unknown,
  ) => PiRunner;
}

/** Imports the file that {@link Pi}'s exports come from. */
export const openPi = async (entry: string): Promise<Pi> => (await import(pathToFileURL(entry).href)) as Pi;

/** What pi's loader does to a TypeScript file before it runs it. `undefined` for a pi without jiti beside it. */
export const openTransform = (piDir: string): ((source: string, filename: string) => string) | undefined => {
  try {
    const { createJiti } = createRequire(join(piDir, "package.json"))("jiti");
    const jiti = createJiti(join(piDir, "package.json"), { fsCache: false, moduleCache: false });
    return (source, filename) => jiti.transform({ source, filename, ts: true, async: true });
  } catch {
    return undefined;
  }
};
