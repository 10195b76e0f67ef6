// The script as data: its shape, its schema, its check. No pi is imported, not even its types.
export { PlaybookError, type PlaybookErrorCode } from "./errors.ts";
export { parseScript } from "./parse-script.ts";
export {
  type BlockJSON,
  type CallsJSON,
  type FailsJSON,
  type ImageJSON,
  type ModelScriptJSON,
  type QueuedJSON,
  type SaysJSON,
  type ScriptJSON,
  type StepJSON,
  type StepOptionsJSON,
  scriptSchema,
  type ThinksJSON,
  type TogetherJSON,
  type TurnJSON,
  type UsageJSON,
} from "./script-json.ts";
