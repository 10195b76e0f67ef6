// The user of a pi extension, scripted: every dialog, surface and custom component of ctx.ui.
export { type Cancelled, cancelled, isCancelled } from "./cancelled.ts";
export { createMockUI, type MockUI } from "./create-mock-ui.ts";
export type {
  DialogAnswer,
  DialogArguments,
  DialogConfig,
  DialogFunction,
  DialogHandler,
  DialogMethod,
  DialogValues,
} from "./handler.ts";
export type { MockUIConfig, OnUnhandled } from "./mock-ui-config.ts";
export { MockUIError, type MockUIErrorCode } from "./mock-ui-error.ts";
export { type MockUIMode, modes } from "./modes.ts";
export type { Notification, Widget } from "./surfaces.ts";
export type { UICallRecord, UIMethod } from "./ui-call-record.ts";
