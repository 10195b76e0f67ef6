// What the compiler knows of handlers. Checked by tsc, never run.
import type { AgentTool } from "@earendil-works/pi-agent-core";
import type { AgentSession, ExtensionFactory, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import {
  createToolMocks,
  handles,
  type MockToolHandler,
  passthrough,
  repeatLast,
  type ToolMocks,
  throwsError,
} from "./index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_same: Same<A, B>): void => {};

createToolMocks({
  bash: ({ command, timeout }) => {
    same<typeof command, string>(true);
    same<typeof timeout, number | undefined>(true);
    return command;
  },
  read: [({ path }) => path.toUpperCase(), throwsError("gone"), passthrough()],
  // @ts-expect-error bash has no path
  edit: ({ command }) => command,
  anything: (params, call) => `${params.whatever} ${call.toolCallId}`,
  missing: undefined,
  again: repeatLast(["a", { content: [] }]),
});

// @ts-expect-error a number is no outcome
createToolMocks({ bash: 7 });

// @ts-expect-error no such option
createToolMocks({}, { onUnmoked: "error" });

createToolMocks({}, { onUnmocked: undefined, onCall: undefined, onFailure: undefined });
createToolMocks({}, { onUnmocked: (name) => (name === "bash" ? "error" : () => "made up") });

const schema = Type.Object({ target: Type.String(), force: Type.Optional(Type.Boolean()) });
createToolMocks({
  deploy: handles(schema, ({ target, force }) => {
    same<typeof target, string>(true);
    same<typeof force, boolean | undefined>(true);
    return target;
  }),
  // @ts-expect-error the schema has no such key
  other: handles(schema, ({ nothing }) => nothing),
});

const typed: MockToolHandler<{ a: string }> = ({ a }) => a;
createToolMocks({ tool: typed });

declare const mocks: ToolMocks;
declare const session: AgentSession;
declare const definition: ToolDefinition<typeof schema, { d: 1 }>;
declare const agentTool: AgentTool<typeof schema>;
same<ReturnType<typeof mocks.attach>, () => void>(true);
mocks.attach(session);
const wrapped: typeof definition = mocks.wrap(definition);
const wrappedTool: typeof agentTool = mocks.wrap(agentTool);
const factory: ExtensionFactory = mocks.extension;
void [wrapped, wrappedTool, factory];
