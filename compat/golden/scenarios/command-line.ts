// The command line: what tells instead of running, and options of extensions.
import { type GoldenScenario, oneReply } from "../scenario.ts";

const noTools = ["--no-session", "--no-tools"];
const extension = `export default (pi) => {
  pi.registerFlag("plan", { type: "boolean", description: "Plan first" });
  pi.registerFlag("who", { type: "string", description: "Who asks" });
};
`;
const flagged = (...args: string[]) => ({
  mode: "print" as const,
  script: [{ says: "ok" }],
  files: { "flags.js": extension },
  args: ["-e", "./flags.js", ...noTools, ...args],
  mock: {
    extensionFlags: [
      { name: "plan", type: "boolean" as const },
      { name: "who", type: "string" as const },
    ],
  },
});

export const commandLineScenarios = {
  help: { mode: "print", script: [], args: ["--help"] },
  "help-with-unknown": { mode: "print", script: [], args: ["--help", "--bogus"] },
  "help-before-models": { mode: "print", script: [], args: ["-h", "--list-models"] },
  "list-models": { mode: "print", script: [], args: ["--list-models"] },
  "list-models-found": { mode: "print", script: [], args: ["--list-models", "script"] },
  "list-models-none": { mode: "print", script: [], args: ["--list-models", "nothing-like-this"] },
  "version-in-json": { mode: "json", script: [], args: ["--version"] },
  "version-before-unknown": { mode: "print", script: [], args: ["--version", "--bogus"] },
  "flag-boolean": { ...flagged("hi", "--plan"), fast: true },
  "flag-eats-prompt": flagged("--plan", "hi"),
  "flag-with-value": flagged("--who", "me", "hi"),
  "flag-with-equals": flagged("--who=me", "hi"),
  "flag-and-unknown": flagged("hi", "--plan", "--bogus"),
  "flag-without-value": flagged("hi", "--who"),
  "rpc-flag": {
    ...flagged("--plan"),
    mode: "rpc",
    script: oneReply,
    moves: [{ send: { id: "s", type: "get_state" } }],
  },
} satisfies Record<string, GoldenScenario>;
