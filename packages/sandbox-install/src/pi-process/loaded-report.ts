// What the process that runs pi writes down for the process that asked. Plain data, no import of either side.

/** What the parent asks for: a JSON file whose path is the child's only argument. */
export interface LoadRequest {
  /** The file pi's exports are imported from. */
  readonly piEntry: string;
  readonly piDir: string;
  /** Working directory; the package is installed below its `.pi` folder. */
  readonly project: string;
  readonly agentDir: string;
  readonly home: string;
  readonly temp: string;
  /** Folder with the `package.json` and `node_modules` of the install. */
  readonly installRoot: string;
  readonly packageDir: string;
  /** The settings' `packages` entries to try, in this order, until one of them finds something. */
  readonly sources: readonly string[];
  /** Packages the package may import: its dependencies, and what pi provides. */
  readonly known: readonly string[];
  readonly reportFile: string;
  readonly compileCache?: string | undefined;
  /** How long the process may stay alive once everything is loaded and shut down. */
  readonly exitGraceMs: number;
}

export interface LoadedExtension {
  readonly path: string;
  readonly tools: readonly string[];
  readonly flags: readonly string[];
  readonly shortcuts: readonly string[];
  /** Number of handlers by event. */
  readonly handlers: Readonly<Record<string, number>>;
}

export interface LoadedCommand {
  readonly name: string;
  /** What the user has to type; differs from `name` when two extensions registered the same one. */
  readonly invocationName: string;
}

export interface LoadedResource {
  readonly name: string;
  readonly path: string;
}

/** An import of a package that nothing brings, or of a file that is not there. */
export interface FoundImport {
  readonly file: string;
  readonly specifier: string;
}

export interface OutsideWrite {
  readonly path: string;
  /** `file:line` of the package that wrote it; absent when only its trace was found. */
  readonly by?: string | undefined;
}

export interface OpenHandle {
  /** Node's name for the kind of resource. */
  readonly type: string;
  /** `file:line` of the package that opened it. */
  readonly openedAt?: string | undefined;
}

export interface LoadedReport {
  /** `starting`: pi itself is not imported yet. `loading`: the package is. `loaded`: pi returned. */
  stage: "starting" | "loading" | "loaded";
  /** The `packages` entry that was used. */
  source: string;
  startMs: number;
  loadMs: number;
  extensions: LoadedExtension[];
  commands: LoadedCommand[];
  providers: string[];
  errors: { path: string; error: string }[];
  warnings: { path: string; warning: string }[];
  skills: LoadedResource[];
  prompts: LoadedResource[];
  themes: LoadedResource[];
  imports: FoundImport[];
  missingFiles: FoundImport[];
  writes: OutsideWrite[];
  openHandles: OpenHandle[];
  /** pi's own loading threw instead of collecting errors. */
  thrown?: string | undefined;
  /** What was thrown outside every handler. */
  crash?: string | undefined;
  /** `file:line` of the package that ended the process. */
  exitedAt?: string | undefined;
}

export const emptyReport = (): LoadedReport => ({
  stage: "starting",
  source: "",
  startMs: 0,
  loadMs: 0,
  extensions: [],
  commands: [],
  providers: [],
  errors: [],
  warnings: [],
  skills: [],
  prompts: [],
  themes: [],
  imports: [],
  missingFiles: [],
  writes: [],
  openHandles: [],
});
