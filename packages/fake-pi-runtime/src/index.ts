// The runtime of a pi extension without pi: pi and ctx for hook tests in milliseconds, proved equal to the real ones.
export { createFakePi } from "./create-fake-pi.ts";
export type {
  FakeEntry,
  FakePi,
  FakePiOptions,
  FakeReport,
  FakeRequest,
  FakeSent,
  FakeSilent,
  FakeToolOutcome,
  FakeToolResult,
  Registered,
} from "./fake-pi.ts";
export { FakePiError, type FakePiErrorCode } from "./fake-pi-error.ts";
export type { FakeReply, FakeToolCall } from "./fake-reply.ts";
export type { FakeResult, FakeResults } from "./fake-results.ts";
export { notFakedMembers } from "./not-faked.ts";
export type { PiEvent, PiEventName, PiEventPayload } from "./pi-events.ts";
