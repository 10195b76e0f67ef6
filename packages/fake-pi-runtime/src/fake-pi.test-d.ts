// Type tests: what a fake hands out fits pi's own types, and what pi does not have is an error at compile time.
import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionFactory,
} from "@earendil-works/pi-coding-agent";
import { createFakePi, type PiEventName, type PiEventPayload } from "./index.ts";

const fake = createFakePi();
fake.pi satisfies ExtensionAPI;
fake.ctx satisfies ExtensionCommandContext;
fake.ctx satisfies ExtensionContext;
const factory: ExtensionFactory = () => {};
void fake.load(factory);
void fake.load({ default: factory });

fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } }) satisfies Promise<
  { block?: boolean; reason?: string } | undefined
>;
fake.emit("agent_start") satisfies Promise<undefined>;
fake.emit("input", { text: "x" }) satisfies Promise<{ action: string }>;
"session_start" satisfies PiEventName;
({ reason: "startup" }) satisfies PiEventPayload<"session_start">;

// What is handed out fits a variable of the plain type.
fake satisfies Record<
  "tools" | "commands" | "flags" | "shortcuts" | "renderers" | "providers" | "virtualModels" | "mcpServers",
  Map<string, unknown>
>;
fake satisfies Record<"errors" | "loadErrors", { extensionPath: string; event: string; error: string }[]>;
fake satisfies Record<"entries" | "sent" | "silent" | "warnings", unknown[]>;
fake.ctx satisfies Record<"uiCalls" | "uiQueue", unknown[]>;
fake.ctx.notifications satisfies { message: string; level: string }[];
// @ts-expect-error a list of the fake stays the fake's
fake.errors = [];
// @ts-expect-error what was recorded stays as it was
for (const report of fake.errors) report.error = "other";

// @ts-expect-error an event that pi does not have
void fake.emit("tool_calls");
// @ts-expect-error a field that the event does not have
void fake.emit("tool_call", { tool: "bash" });
// @ts-expect-error a type that the field does not have
void fake.emit("tool_call", { toolName: 5 });
// @ts-expect-error a mode that pi does not have
createFakePi({ mode: "web" });
// @ts-expect-error an option that does not exist
createFakePi({ flag: {} });
