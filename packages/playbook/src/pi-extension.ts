// The playbook as a file for `pi -e`: a process of its own plays a script given as JSON, and logs what it was sent.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createFilePlaybook, type FilePlaybook } from "./file-playbook.ts";

/** Names the file with the script: a `ScriptJSON`, or `{ "script": ScriptJSON, "summaries"?: string | string[] }`. */
const scriptVariable = "PI_TESTKIT_PLAYBOOK";
/** Names the file that the log is appended to, one JSON object a line. Optional. */
const logVariable = "PI_TESTKIT_PLAYBOOK_LOG";

// pi evaluates this file anew on every reload and new session; where the script stands must outlast that.
const key = Symbol.for("@pi-testkit/playbook.file-playbooks");
const playing = (): Map<string, FilePlaybook> => {
  const holder = globalThis as { [key]?: Map<string, FilePlaybook> };
  holder[key] ??= new Map();
  return holder[key];
};

/**
 * The extension's factory, for `pi -e <path of this file> --provider playbook --model scripted`.
 *
 * It reads the script from the file that `PI_TESTKIT_PLAYBOOK` names and appends to the file that
 * `PI_TESTKIT_PLAYBOOK_LOG` names, each line an object: `{ type: "request", … }` what the model was sent,
 * `{ type: "call", step, toolCallId, toolName }` a tool call that starts, `{ type: "failure", code, step, message }`, and at the
 * end of the process `{ type: "end", consumed, remaining }`. Without a log, failures go to stderr.
 *
 * @throws PlaybookError `invalid-script`; pi then reports it and ends.
 */
const playbookExtension = async (pi: ExtensionAPI): Promise<void> => {
  const path = process.env[scriptVariable];
  const known = playing().get(path ?? "");
  const playbook = known ?? createFilePlaybook(path, scriptVariable, process.env[logVariable]);
  if (path !== undefined) playing().set(path, playbook);
  await playbook.extension(pi);
};

// biome-ignore lint/style/noDefaultExport: pi loads an extension by its default export
export default playbookExtension;
