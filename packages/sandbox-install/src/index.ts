// What the user of a pi package will get, checked before it is published. pi runs in a child process only.
export { SandboxError, type SandboxErrorCode } from "./sandbox-error.ts";
