// The real pi as a process, with a scripted model.
export type { PiMode, ScriptedPiOptions } from "./options.ts";
export type { Invocation, PiExit } from "./pi-process.ts";
export type { PlaybookInput } from "./playbook-file.ts";
export { type PreparedPi, prepareScriptedPi } from "./prepare-scripted-pi.ts";
export type { PiRecord, WaitOptions } from "./record-log.ts";
export type { PiClient, PiCommand, PiResponse, PromptOptions } from "./rpc-client.ts";
export { ScriptedPiError, type ScriptedPiErrorCode } from "./scripted-pi-error.ts";
export { type PiSignal, type ScriptedPi, startScriptedPi } from "./start-scripted-pi.ts";
