// The system message that opens a session from 0.86.0 on. Its texts are the mock's own: only the shape is pi's.
import { type Message, now } from "./messages.ts";
import type { Session } from "./session.ts";
import type { Tool } from "./tools/tool.ts";

/** The message of a session that has none yet. */
export const systemMessage = ({
  session,
  tools,
}: {
  readonly session: Session;
  readonly tools: ReadonlyMap<string, Tool>;
}): Message | undefined => {
  if (session.messages.some(({ role }) => role === "system")) return undefined;
  const names = [...tools.keys()];
  return {
    role: "system",
    content: "",
    sections: {
      preamble: "You are played by mock-pi.",
      tools: `<tools>\n${names.length === 0 ? "(none)" : names.join("\n")}\n</tools>`,
      rules: "<rules>\n</rules>",
      docs: "<docs>\n</docs>",
      cwd: `<cwd>\n${session.cwd}\n</cwd>`,
    },
    timestamp: now(),
    ...(names.length > 0 && {
      toolsAdded: names.map((name) => ({ name, description: `The tool ${name}.`, parameters: { type: "object" } })),
    }),
  };
};
