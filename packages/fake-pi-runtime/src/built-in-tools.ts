// pi's built-in tools as far as hooks see them: names, order and parameters. None of them does anything here: a test
// says what a call returns, or the call fails by name.
import { as } from "./pi-seams.ts";
import type { AnyTool, ToolResult } from "./pi-shapes.ts";

const text = { type: "string" };
const count = { type: "number" };
const flag = { type: "boolean" };
const object = (required: string[], properties: Record<string, unknown>) => ({ type: "object", required, properties });

const shell = object(["command"], { command: text, timeout: count });
const edits = { type: "array", items: object(["oldText", "newText"], { oldText: text, newText: text }) };

/** In pi's order. The parameters are pi 1.6.0's, without their descriptions. */
const parameters: Readonly<Record<string, object>> = {
  read: object(["path"], { path: text, offset: count, limit: count }),
  bash: shell,
  powershell: shell,
  edit: object(["path", "edits"], { path: text, edits }),
  write: object(["path", "content"], { path: text, content: text }),
  grep: object(["pattern"], {
    pattern: text,
    path: text,
    glob: text,
    ignoreCase: flag,
    literal: flag,
    context: count,
    limit: count,
  }),
  find: object(["pattern"], { pattern: text, path: text, limit: count }),
  ls: object([], { path: text, limit: count }),
};

export const builtInToolNames: readonly string[] = Object.keys(parameters);
export const defaultActiveTools: readonly string[] = ["read", "bash", "edit", "write"];

/** Runs a built-in tool the way the test said, or refuses by name. */
export type BuiltInRunner = (
  name: string,
  params: Record<string, unknown>,
  rest: readonly unknown[],
) => Promise<ToolResult>;

export const builtInTools = (run: BuiltInRunner): Map<string, AnyTool> =>
  new Map(
    builtInToolNames.map((name) => [
      name,
      {
        name,
        label: name,
        description: `pi's ${name} tool`,
        parameters: as<AnyTool["parameters"]>(parameters[name]),
        execute: (toolCallId, params, ...rest) => run(name, as<Record<string, unknown>>(params), [toolCallId, ...rest]),
      } satisfies AnyTool,
    ]),
  );
