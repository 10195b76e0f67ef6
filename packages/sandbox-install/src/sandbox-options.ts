// What a caller can ask for, and the check of it: a typo is told here, not by a run that ignores it.
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { SandboxError } from "./sandbox-error.ts";

/** The package managers that can pack a project. */
export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
/** A package manager that can pack the project. */
export type PackageManagerName = (typeof packageManagers)[number];

/** The installed package, while it exists: what {@link SandboxOptions.check} gets. */
export interface Sandbox {
  /** The project the tarball was installed in: it holds a `package.json` and `node_modules`. */
  readonly dir: string;
  /** The installed package. */
  readonly packageDir: string;
  /** The extension files pi loaded from it, absolute. */
  readonly extensionPaths: string[];
}

/** What the package must load. Numbers are exact; of tools and commands each one named must be there. */
export interface SandboxExpectation {
  extensions?: number | undefined;
  skills?: number | undefined;
  prompts?: number | undefined;
  themes?: number | undefined;
  tools?: readonly string[] | undefined;
  commands?: readonly string[] | undefined;
}

/** What {@link verifySandboxInstall} is told. */
export interface SandboxOptions {
  /** The package's folder, or a tarball that is packed already (`.tgz`). Relative to the working directory. */
  packageDir: string;
  /** Unmet, it throws a `SandboxError` with what was expected and what was found. */
  expect?: SandboxExpectation | undefined;
  /** Packs the project. Default: what `packageManager` in its package.json or its lock file says, else npm. */
  packageManager?: PackageManagerName | undefined;
  /** Packs and installs in npm's place, as pi's setting of that name: `["corepack", "pnpm"]`. A string is split at spaces. */
  npmCommand?: string | readonly string[] | undefined;
  /** Runs while the sandbox exists, after everything was loaded. What it throws is thrown. */
  check?: ((sandbox: Sandbox) => Promise<void> | void) | undefined;
  /** Leaves the sandbox where it is; the result's `keptAt` says where. */
  keep?: boolean | undefined;
  /** How long pi may take to load the package, in milliseconds. Default 180 000. */
  timeoutMs?: number | undefined;
  /** Told what is being done, in a few words each. */
  onProgress?: ((step: string) => void) | undefined;
}

const checks: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  packageDir: [(value) => typeof value === "string" && value !== "", "a path"],
  pi: [
    (value) =>
      typeof value === "string" ||
      (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")),
    '"installed", a version, a path, or a list of these',
  ],
  expect: [(value) => typeof value === "object" && value !== null, "an object"],
  packageManager: [(value) => packageManagers.some((name) => name === value), packageManagers.join(", ")],
  npmCommand: [
    (value) =>
      typeof value === "string"
        ? value.trim() !== ""
        : Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== ""),
    "a command, as a string or as a list of words",
  ],
  check: [(value) => typeof value === "function", "a function"],
  keep: [(value) => typeof value === "boolean", "true or false"],
  timeoutMs: [(value) => typeof value === "number" && value > 0, "milliseconds"],
  onProgress: [(value) => typeof value === "function", "a function"],
};

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");

const expectChecks: typeof checks = {
  extensions: [isCount, "a number"],
  skills: [isCount, "a number"],
  prompts: [isCount, "a number"],
  themes: [isCount, "a number"],
  tools: [isNames, "a list of names"],
  commands: [isNames, "a list of names"],
};

const checkKeys = (values: object, known: typeof checks, prefix: string, writtenAt: string | undefined): void => {
  for (const [key, value] of Object.entries(values)) {
    const rule = known[key];
    if (rule === undefined) {
      const nearest = nearestName(key, Object.keys(known));
      throw new SandboxError(
        "invalid-option",
        tellFailure({
          happened: `verifySandboxInstall has no option "${prefix}${key}".`,
          writtenAt,
          fix: nearest ? `write "${prefix}${nearest}".` : `use one of ${Object.keys(known).join(", ")}.`,
        }),
      );
    }
    const [fits, expected] = rule;
    if (value === undefined || fits(value)) continue;
    throw new SandboxError(
      "invalid-option",
      tellFailure({
        happened: `The option "${prefix}${key}" of verifySandboxInstall has a value it cannot have.`,
        writtenAt,
        expected,
        received: describeValue(value),
      }),
    );
  }
};

/** Throws `invalid-option` for a key or value that makes no sense. */
export const checkOptions = (options: SandboxOptions & { pi?: unknown }, writtenAt: string | undefined): void => {
  checkKeys(options, checks, "", writtenAt);
  if (options.packageDir === undefined) {
    throw new SandboxError(
      "invalid-option",
      tellFailure({
        happened: 'verifySandboxInstall was given no "packageDir".',
        writtenAt,
        fix: "name the folder of the package to check.",
      }),
    );
  }
  checkKeys(options.expect ?? {}, expectChecks, "expect.", writtenAt);
};
