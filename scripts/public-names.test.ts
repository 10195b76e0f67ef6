// Every exported name and every error code, as literals: a red line here asks for a deliberate change and a changeset.
import { expect, test } from "vitest";
import { errorCodes } from "./error-page.ts";
import { exportedNames } from "./exported-names.ts";
import { publishedPackages } from "./workspace-packages.ts";

const names: Readonly<Record<string, string>> = {
  "@pi-testkit/event-collector": `
    AnyEvent Detach EventCollector EventCollectorError EventCollectorErrorCode EventCollectorOptions EventOf
    EventSource EventType Handover ResultContent SourceEvent Subscribable TestEvents TimelineEntry
    ToolCallRecord ToolOutcome ToolResultRecord UICallLike WaitOptions createEventCollector
  `,
  "@pi-testkit/fake-pi-runtime": `
    FakeEntry FakePi FakePiError FakePiErrorCode FakePiOptions FakeReply FakeReport FakeRequest FakeResult
    FakeResults FakeSent FakeSilent FakeToolCall FakeToolOutcome FakeToolResult PiEvent PiEventName
    PiEventPayload Registered createFakePi notFakedMembers
  `,
  "@pi-testkit/mock-pi-cli": `
    CommandRule ExtensionFlag InstallOptions MockPi MockPiError MockPiErrorCode MockPiInvocation MockPiOptions
    MockPiResponse ResponseMatch RpcScenario ScenarioStep ScriptedTool SpokenLine WireChange createMockPi
    parseScenario responseSchema scenarioSchema wireChanges
  `,
  "@pi-testkit/mock-tools": `
    AnyTool MockToolCallContext MockToolHandler MockToolsError MockToolsErrorCode MockableSession Outcome
    Passthrough RepeatLast ThrowsError ToolContent ToolContext ToolHandlers ToolMockCall ToolMocks
    ToolMocksOptions ToolResult UnmatchedMock createToolMocks handles passthrough repeatLast throwsError
  `,
  "@pi-testkit/mock-ui": `
    AnswerFor Cancelled CustomAnswer CustomFunction CustomHandler CustomValue DialogAnswer DialogArguments
    DialogConfig DialogFunction DialogHandler DialogMethod DialogValues MockUI MockUIConfig MockUIError
    MockUIErrorCode MockUIMode Notification OnUnhandled RenderOptions RenderedCall RenderedMessage
    RenderedResult RendererSource Renderers RpcUIRequest RpcUIResponse Screen UICallRecord UIMethod Widget
    WorkingRow cancelled createMockUI createRenderers isCancelled modes
  `,
  "pi-testkit": `
    Answer AnswerFor AnyEvent AnyTool BlockExtras BlockOptions CallOptions CallResult CallStep Cancelled
    CommandRule CustomAnswer CustomFunction CustomHandler CustomValue DeclaredTool Detach DialogAnswer
    DialogArguments DialogConfig DialogFunction DialogHandler DialogMethod DialogValues EventCollector
    EventCollectorError EventCollectorErrorCode EventCollectorOptions EventOf EventSource EventType ExecCall
    ExecHandler ExecMockOption ExecMocks ExecOutcome ExecOutput ExecRecord Expectation ExtensionFlag FakeEntry
    FakePi FakePiError FakePiErrorCode FakePiOptions FakeReply FakeReport FakeRequest FakeResult FakeResults
    FakeSent FakeSilent FakeToolCall FakeToolOutcome FakeToolResult Handover InstallOptions Loaded MockPi
    MockPiError MockPiErrorCode MockPiInvocation MockPiOptions MockPiResponse MockToolCallContext
    MockToolHandler MockToolsError MockToolsErrorCode MockUI MockUIConfig MockUIError MockUIErrorCode MockUIMode
    MockableSession ModelContext ModelRequest ModelSettings Notification OnUnhandled Outcome PackageManagerName
    PackageManifest Params Passthrough PiEvent PiEventName PiEventPayload PiManifest PlainStep Playbook
    PlaybookError PlaybookErrorCode PlaybookOptions PlaybookStreamFn Problem ProblemCode Prompt PromptInput
    QueuedMessage RecordedResult RecordedSession RecordedTool RecordedTools Registered RenderOptions
    RenderedCall RenderedMessage RenderedResult RendererSource Renderers RepeatLast RequestMessage ResponseMatch
    ResultCallback ResultContent RpcScenario RpcUIRequest RpcUIResponse Sandbox SandboxError SandboxErrorCode
    SandboxExpectation SandboxOptions SandboxResult ScenarioStep Screen Script ScriptJSON ScriptedTool
    SmokeOptions SmokeTest SmokedResult SourceEvent SpokenLine Step StepContext StepOptions Subscribable
    Summaries TestEvents TestSession TestSessionError TestSessionErrorCode TestSessionOptions ThrowsError
    TimelineEntry ToolBlockedError ToolCallRecord ToolContent ToolContext ToolHandlers ToolMockCall ToolMocks
    ToolMocksOptions ToolOutcome ToolResult ToolResultRecord Turn UICallLike UICallRecord UIMethod UnmatchedMock
    WaitOptions Widget WireChange WorkingRow answers calls cancelled createEventCollector createFakePi
    createMockPi createMockUI createPlaybook createRenderers createTestSession createToolMocks fails fromJSON
    handles isCancelled isTurn isolateProcess modes notFakedMembers packageManifestSchema parseScenario
    passthrough piManifestSchema playbookFromSession repeatLast responseSchema safeRmSync says scenarioSchema
    thinks throwsError together verifySandboxInstall when wireChanges
  `,
  "pi-testkit/vitest": `
    TestSessionMatchers createTestSession matchers
  `,
  "pi-testkit/vitest/isolate": "",
  "@pi-testkit/playbook": `
    Answer BlockExtras BlockOptions CallOptions CallResult CallStep DeclaredTool Expectation ModelContext
    ModelRequest ModelSettings Params PlainStep Playbook PlaybookError PlaybookErrorCode PlaybookOptions
    PlaybookStreamFn Prompt PromptInput QueuedMessage RecordedResult RecordedSession RecordedTool RecordedTools
    RequestMessage ResultCallback Script ScriptJSON Step StepContext StepOptions Summaries Turn answers calls
    createPlaybook fails fromJSON isTurn playbookFromSession says thinks together when
  `,
  "@pi-testkit/playbook/script": `
    BlockJSON CallsJSON FailsJSON ImageJSON ModelScriptJSON PlaybookError PlaybookErrorCode QueuedJSON SaysJSON
    ScriptJSON StepJSON StepOptionsJSON ThinksJSON TogetherJSON TurnJSON UsageJSON parseScript scriptSchema
  `,
  "@pi-testkit/playbook/pi-extension": `
    default
  `,
  "@pi-testkit/sandbox-install": `
    Loaded PackageManagerName PackageManifest PiManifest Problem ProblemCode Sandbox SandboxError
    SandboxErrorCode SandboxExpectation SandboxOptions SandboxResult packageManifestSchema piManifestSchema
    verifySandboxInstall
  `,
  "@pi-testkit/scripted-pi": `
    Invocation PiClient PiCommand PiExit PiMode PiRecord PiResponse PiSignal PlaybookInput PreparedPi
    PromptOptions ScriptedPi ScriptedPiError ScriptedPiErrorCode ScriptedPiOptions WaitOptions prepareScriptedPi
    startScriptedPi
  `,
};

const codes: Readonly<Record<string, string>> = {
  EventCollectorErrorCode: `
    wait-timed-out count-differs transcript-invalid source-failed invalid-line invalid-source invalid-option
  `,
  FakePiErrorCode: `
    unknown-event unknown-field mistyped-field unknown-member unknown-command unknown-flag unknown-option
    extension-failed load-failed not-faked callback-threw left-over disposed
  `,
  MockPiErrorCode: `
    invalid-option invalid-response invalid-scenario installed-twice left-over child-failed timed-out disposed
  `,
  MockToolsErrorCode: `
    handler-threw callback-threw invalid-outcome invalid-option queue-exhausted queue-left-over unmocked-tool
    unknown-tool not-wrapped session-not-attached
  `,
  MockUIErrorCode: `
    invalid-option not-an-option invalid-answer queue-exhausted unhandled callback-threw still-open unknown-key
    no-focus no-frame line-too-wide missing-peer unknown-member left-over
  `,
  TestSessionErrorCode: `
    invalid-option extension-not-found extension-failed unknown-flag unknown-mock handler-failed tool-threw
    prompt-refused running disposed hung exec-handler-threw invalid-exec-outcome exec-exhausted exec-left-over
    exec-out-of-reach invalid-turn
  `,
  PlaybookErrorCode: `
    exhausted left-over never-fired prompt-mismatch callback-threw invalid-step undeclared-tool awaited-step
    summaries-exhausted stuck-delay unclear-request busy invalid-script invalid-session diverged not-data
  `,
  SandboxErrorCode: `
    invalid-option package-not-found package-manager-missing pack-failed install-failed registry-unreachable
    pi-not-found pi-unusable unmet-expectation
  `,
  ProblemCode: `
    zero-extensions missing-entry missing-resource missing-file no-default-export malformed-manifest
    undeclared-dependency dev-dependency peer-dependency unprovided-host-module bundled-host-package
    second-host-copy peer-range unloadable-syntax load-error name-conflict suffixed-command install-script
    exports-differ outside-write keeps-running process-died
  `,
  ScriptedPiErrorCode: `
    invalid-option pi-not-found not-rpc refused exited timed-out not-protocol playbook-failed
  `,
};

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const asLists = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, words(text)]));

test("the packages export these names", () => {
  expect(Object.fromEntries(publishedPackages().flatMap(exportedNames))).toEqual(asLists(names));
});

test("the errors have these codes", () => {
  const all = errorCodes();
  const byType = [...new Set(all.map(({ type }) => type))].map((wanted): [string, string[]] => [
    wanted,
    all.filter(({ type }) => type === wanted).map(({ code }) => code),
  ]);
  expect(Object.fromEntries(byType)).toEqual(asLists(codes));
});
