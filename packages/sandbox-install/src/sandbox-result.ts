// What a check finds. Plain data: it prints as JSON and survives the sandbox it was made in.

/**
 * What is wrong with a package:
 * - `zero-extensions`: pi loads no extension from it, and says nothing
 * - `missing-entry`: an extension its manifest names is not in the tarball
 * - `missing-resource`: a skill, prompt or theme its manifest names is not in the tarball, or holds none
 * - `missing-file`: a source file imports a file that is not in the tarball
 * - `no-default-export`: an extension exports no function as default
 * - `malformed-manifest`: a package.json, or the `pi` manifest in it, is no JSON or has the wrong shape
 * - `undeclared-dependency`: it imports a module that no dependency of it brings
 * - `dev-dependency`: it imports a module that only `devDependencies` has
 * - `peer-dependency`: it imports a module that only `peerDependencies` has; pi installs no peers
 * - `unprovided-host-module`: it imports a module of pi that pi does not hand to extensions
 * - `bundled-host-package`: a package that pi provides is among its `dependencies`
 * - `second-host-copy`: a dependency of it brings a second copy of a package that pi provides
 * - `peer-range`: a peer range of it excludes the pi it was checked with
 * - `unloadable-syntax`: a file of it has syntax that pi's loader cannot run
 * - `load-error`: pi reports any other error while loading it
 * - `name-conflict`: two of its extensions register a tool or flag of one name
 * - `suffixed-command`: two of its extensions register a command of one name, so that it gets a suffix
 * - `install-script`: it has a script that would have run on the user's machine
 * - `exports-differ`: it is another package when packed by pnpm than when packed by npm
 * - `outside-write`: it writes a file outside its own folder while it loads
 * - `keeps-running`: pi's process does not end after it was loaded
 * - `process-died`: pi's process ends while it is loading
 */
export type ProblemCode =
  | "zero-extensions"
  | "missing-entry"
  | "missing-resource"
  | "missing-file"
  | "no-default-export"
  | "malformed-manifest"
  | "undeclared-dependency"
  | "dev-dependency"
  | "peer-dependency"
  | "unprovided-host-module"
  | "bundled-host-package"
  | "second-host-copy"
  | "peer-range"
  | "unloadable-syntax"
  | "load-error"
  | "name-conflict"
  | "suffixed-command"
  | "install-script"
  | "exports-differ"
  | "outside-write"
  | "keeps-running"
  | "process-died";

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
