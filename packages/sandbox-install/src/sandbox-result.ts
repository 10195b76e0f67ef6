// What a check finds. Plain data: it prints as JSON and survives the sandbox it was made in.

/**
 * What is wrong with a package:
 * - `zeroExtensions`: pi loads no extension from it, and says nothing
 * - `missingEntry`: an extension its manifest names is not in the tarball
 * - `missingResource`: a skill, prompt or theme its manifest names is not in the tarball, or holds none
 * - `missingFile`: a source file imports a file that is not in the tarball
 * - `noDefaultExport`: an extension exports no function as default
 * - `malformedManifest`: a package.json, or the `pi` manifest in it, is no JSON or has the wrong shape
 * - `undeclaredDependency`: it imports a module that no dependency of it brings
 * - `devDependency`: it imports a module that only `devDependencies` has
 * - `peerDependency`: it imports a module that only `peerDependencies` has; pi installs no peers
 * - `unprovidedHostModule`: it imports a module of pi that pi does not hand to extensions
 * - `bundledHostPackage`: a package that pi provides is among its `dependencies`
 * - `secondHostCopy`: a dependency of it brings a second copy of a package that pi provides
 * - `peerRange`: a peer range of it excludes the pi it was checked with
 * - `unloadableSyntax`: a file of it has syntax that pi's loader cannot run
 * - `loadError`: pi reports any other error while loading it
 * - `nameConflict`: two of its extensions register a tool or flag of one name
 * - `suffixedCommand`: two of its extensions register a command of one name, so that it gets a suffix
 * - `installScript`: it has a script that would have run on the user's machine
 * - `exportsDiffer`: it is another package when packed by pnpm than when packed by npm
 * - `outsideWrite`: it writes a file outside its own folder while it loads
 * - `keepsRunning`: pi's process does not end after it was loaded
 * - `processDied`: pi's process ends while it is loading
 */
export type ProblemCode =
  | "zeroExtensions"
  | "missingEntry"
  | "missingResource"
  | "missingFile"
  | "noDefaultExport"
  | "malformedManifest"
  | "undeclaredDependency"
  | "devDependency"
  | "peerDependency"
  | "unprovidedHostModule"
  | "bundledHostPackage"
  | "secondHostCopy"
  | "peerRange"
  | "unloadableSyntax"
  | "loadError"
  | "nameConflict"
  | "suffixedCommand"
  | "installScript"
  | "exportsDiffer"
  | "outsideWrite"
  | "keepsRunning"
  | "processDied";

/** One thing to put right before the package is published. */
export interface Problem {
  readonly code: ProblemCode;
  /** Relative to the package. */
  readonly file?: string;
  /** What is wrong, and what the user would see of it. */
  readonly message: string;
  /** What to change. */
  readonly fix: string;
}

/** What pi loaded. Paths are relative to the package. */
export interface Loaded {
  readonly extensions: string[];
  /** What pi reports as errors; the real command line refuses to start with any of them. */
  readonly extensionErrors: { path: string; error: string }[];
  /** What pi reports as warnings. */
  readonly warnings: { path: string; warning: string }[];
  readonly tools: string[];
  /** As the user has to type them, without the slash. */
  readonly commands: string[];
  readonly flags: string[];
  readonly shortcuts: string[];
  /** The events something listens to. */
  readonly hooks: string[];
  /** How many handlers each event has. */
  readonly handlers: Readonly<Record<string, number>>;
  readonly providers: string[];
  readonly skills: string[];
  readonly prompts: string[];
  readonly themes: string[];
  /** How long pi took to load the package, in milliseconds, without its own start. */
  readonly loadMs: number;
}

/** The outcome for one pi. */
export interface SandboxResult {
  /** `name` is the tarball's file name, `files` are relative to the package, `size` is in bytes, compressed. */
  readonly tarball: { name: string; files: string[]; size: number };
  readonly loaded: Loaded;
  readonly problems: Problem[];
  /** Of the whole check, in milliseconds; with several pis, each counts the packing and installing they share. */
  readonly durationMs: number;
  /** The pi that was used. */
  readonly pi: { version: string; dir: string };
  /** Where the sandbox was left; only with `keep: true`. */
  readonly keptAt?: string;
}
