// What can be wrong with the extensions and flags a test asks for. pi's own command line refuses all of it.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentSessionServices } from "@earendil-works/pi-coding-agent";
import { nearestName, tellFailure } from "@pi-testkit/failure-report";
import { TestSessionError } from "./test-session-error.ts";

/**
 * The paths made absolute.
 * @throws TestSessionError `extension-not-found` for one that does not exist.
 */
export const extensionPaths = (paths: readonly string[], writtenAt: string | undefined): string[] =>
  paths.map((path) => {
    const absolute = resolve(path);
    if (existsSync(absolute)) return absolute;
    throw new TestSessionError(
      "extension-not-found",
      tellFailure({
        happened: `The extension "${path}" does not exist.`,
        writtenAt,
        expected: "a file or folder, relative to the process's working directory",
        received: absolute,
      }),
    );
  });

/** @throws TestSessionError for the first extension that failed to load, conflict, or flag nobody registered. */
export const checkLoaded = (services: AgentSessionServices, writtenAt: string | undefined): void => {
  const { errors, extensions } = services.resourceLoader.getExtensions();
  const [failed] = errors;
  if (failed) throw notLoaded(failed.path, failed.error, writtenAt);
  const problem = services.diagnostics.find(({ type }) => type === "error");
  if (problem === undefined) return;
  const flags = extensions.flatMap((extension) => [...extension.flags.keys()]);
  throw new TestSessionError(
    /option|flag/i.test(problem.message) ? "unknown-flag" : "extension-failed",
    tellFailure({
      happened: `pi refused to start: ${problem.message}`,
      writtenAt,
      ...(flagHint(problem.message, flags) ?? {}),
    }),
  );
};

const flagHint = (message: string, flags: readonly string[]): { expected: string; cause?: string } | undefined => {
  const unknown = message.match(/^Unknown option\w*: --([^,\s]+)/)?.[1];
  if (unknown === undefined) return undefined;
  const nearest = nearestName(unknown, flags);
  return {
    expected:
      flags.length > 0 ? `one of ${flags.map((flag) => `--${flag}`).join(", ")}` : "no flag: none is registered",
    ...(nearest ? { cause: `a typo for "${nearest}".` } : {}),
  };
};

const notLoaded = (path: string, error: string, writtenAt: string | undefined): TestSessionError =>
  new TestSessionError(
    "extension-failed",
    tellFailure({
      happened: `pi could not load the extension "${path}": ${error}`,
      writtenAt,
      cause: "the extension's module or factory threw, or it registers what another one has registered.",
      fix: "load it in pi itself with `pi -e` to see the same error.",
    }),
  );
