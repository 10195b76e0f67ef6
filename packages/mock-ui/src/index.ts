// The user of a pi extension, scripted: every dialog, surface and custom component of ctx.ui.
export type { RpcUIRequest, RpcUIResponse } from "./answer-rpc.ts";
export { type Cancelled, cancelled, isCancelled } from "./cancelled.ts";
export { createMockUI } from "./create-mock-ui.ts";
export type { CustomAnswer, CustomFunction, CustomHandler, CustomValue } from "./custom.ts";
export type {
  DialogAnswer,
  DialogArguments,
  DialogConfig,
  DialogFunction,
  DialogHandler,
  DialogMethod,
  DialogValues,
} from "./handler.ts";
export type { WorkingRow } from "./looks.ts";
export type { AnswerFor, MockUI } from "./mock-ui.ts";
export type { MockUIConfig, OnUnhandled } from "./mock-ui-config.ts";
export { MockUIError, type MockUIErrorCode } from "./mock-ui-error.ts";
export { type MockUIMode, modes } from "./modes.ts";
export type { Notification } from "./notices.ts";
export {
  createRenderers,
  type RenderedCall,
  type RenderedMessage,
  type RenderedResult,
  type RendererSource,
  type Renderers,
  type RenderOptions,
} from "./renderers.ts";
export type { Screen } from "./screen.ts";
export type { UICallRecord, UIMethod } from "./ui-call-record.ts";
export type { Widget } from "./widgets.ts";
