// What can be wrong with the extensions and flags a test asks for. pi's own command line refuses all of it.
import { existsSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
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

/**
 * @param paths where extensions were asked for, absolute.
 * @throws TestSessionError for the first extension that failed to load, path without one, conflict, or flag nobody registered.
 */
export const checkLoaded = (
  services: AgentSessionServices,
  paths: readonly string[],
  writtenAt: string | undefined,
): void => {
  const { errors, extensions } = services.resourceLoader.getExtensions();
  const [failed] = errors;
  if (failed) throw notLoaded(failed.path, failed.error, writtenAt);
  const loaded = paths.length === 0 ? [] : extensions.map(({ resolvedPath }) => realPath(resolvedPath));
  const empty = paths.find((path) => !loaded.some((each) => isWithin(each, realPath(path))));
  if (empty !== undefined) throw noExtension(empty, writtenAt);
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

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

const noExtension = (path: string, writtenAt: string | undefined): TestSessionError =>
  new TestSessionError(
    "extension-not-found",
    tellFailure({
      happened: `pi found no extension at "${path}".`,
      writtenAt,
      expected: "an extension's file, or a folder with an index.ts or a package.json that names extensions",
      cause: "pi takes a folder that has skills, prompts or themes for a package of those.",
      fix: "name the file of the extension.",
    }),
  );

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
