// A playbook whose script is read from a file and whose story is appended to another, for a process of its own.
import { appendFileSync, readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError } from "./errors.ts";
import { fromJSON } from "./from-json.ts";
import type { ModelRequest } from "./model-request.ts";
import { createPlaybook } from "./playbook.ts";
import type { Script } from "./script-queue.ts";

export interface FilePlaybook {
  /** May run several times in one process; all runs go on with one script. */
  extension(pi: ExtensionAPI): Promise<void>;
}

/** @throws PlaybookError `invalid-script` when the file is not named, not readable, no JSON or no script. */
export const createFilePlaybook = (
  path: string | undefined,
  variable: string,
  logPath: string | undefined,
): FilePlaybook => {
  if (path === undefined || path === "") throw notNamed(variable);
  const { script, summaries } = readPlaybookFile(path);
  const log = (line: object): void => {
    if (logPath) appendFileSync(logPath, `${JSON.stringify(line)}\n`);
  };
  const onFailure = (failure: Error): void => {
    const { code, step } = failure as Partial<PlaybookError>;
    log({ type: "failure", code, step, message: failure.message });
    if (!logPath) process.stderr.write(`${failure.message}\n`);
  };
  const playbook = createPlaybook(script, {
    summaries,
    keepRequests: 0,
    onFailure,
    onRequest: (request: ModelRequest) => log({ type: "request", ...request }),
  });
  return {
    async extension(pi) {
      await playbook.extension(pi);
      pi.on("tool_execution_start", ({ toolCallId, toolName }) =>
        log({ type: "call", step: playbook.stepOf(toolCallId), toolCallId, toolName }),
      );
      pi.on("session_shutdown", ({ reason }) => {
        if (reason !== "quit") return;
        try {
          playbook.assertDone();
        } catch {
          // Told by onFailure.
        }
        log({ type: "end", consumed: playbook.consumed, remaining: playbook.remaining });
      });
    },
  };
};

interface PlaybookFile {
  readonly script: Script | Record<string, Script>;
  readonly summaries: string | readonly string[] | undefined;
}

const readPlaybookFile = (path: string): PlaybookFile => {
  const content = parseFile(path);
  if (typeof content !== "object" || content === null || !("script" in content)) {
    return { script: fromJSON(content, path), summaries: undefined };
  }
  const { script, summaries, ...rest }: { script: unknown; summaries?: unknown } = content;
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined)
    throw invalidFile(path, `/${stranger}`, 'no other keys than "script", "summaries"', stranger);
  const isTexts = Array.isArray(summaries) && summaries.every((text) => typeof text === "string");
  if (summaries !== undefined && typeof summaries !== "string" && !isTexts) {
    throw invalidFile(path, "/summaries", "a text, or an array of texts", summaries);
  }
  return { script: fromJSON(script, path), summaries: summaries as PlaybookFile["summaries"] };
};

const parseFile = (path: string): unknown => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error as Error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(path, error as Error);
  }
};

const notNamed = (variable: string): PlaybookError =>
  new PlaybookError(
    "invalid-script",
    tellFailure({
      happened: "The playbook extension was given no script.",
      expected: `the environment variable ${variable} with the path of a JSON file`,
      received: "nothing",
      fix: `set ${variable} for the process that runs pi.`,
    }),
  );

const unreadable = (path: string, error: Error): PlaybookError =>
  new PlaybookError(
    "invalid-script",
    tellFailure({ happened: `The script ${path} cannot be read: ${error.message}` }),
    { cause: error },
  );

const invalidFile = (path: string, pointer: string, expected: string, received: unknown): PlaybookError =>
  new PlaybookError(
    "invalid-script",
    tellFailure({
      happened: `The script ${path} is not valid at ${pointer}.`,
      expected,
      received: describeValue(received),
    }),
  );
