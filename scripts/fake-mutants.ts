// One mutant for each combination rule: flips a line of the rule, runs the part of the conformance suite that should
// notice, and expects it to fail. node scripts/fake-mutants.ts [--only text]
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const source = join(root, "packages/fake-pi-runtime/src");

interface Mutant {
  readonly rule: string;
  readonly file: string;
  /** Found once in the file, or the mutant is out of date. */
  readonly find: string;
  readonly put: string;
  /** Which requirements are run. */
  readonly requirements: string;
  /** Text before `find`, where `find` alone occurs several times. */
  readonly after?: string;
}

const rules = "combination-rules.ts";
const mutants: readonly Mutant[] = [
  {
    rule: "notification",
    file: rules,
    after: "const notification",
    find: "result: () => undefined",
    put: "result: (state) => state.event",
    requirements: "dispatch\\.",
  },
  {
    rule: "session_before_*",
    file: rules,
    after: "const lastTruthyOrCancel",
    find: 'return result.cancel ? "stop" : undefined',
    put: "return undefined",
    requirements: "before\\.",
  },
  {
    rule: "tool_call: block",
    file: rules,
    after: "const toolCall",
    find: 'return result.block ? "stop" : undefined',
    put: "return undefined",
    requirements: "tool-call\\.",
  },
  {
    rule: "tool_call: throw",
    file: rules,
    after: "const toolCall",
    find: 'thrown: "propagate"',
    put: 'thrown: "report"',
    requirements: "tool-call\\.",
  },
  {
    rule: "input",
    file: rules,
    after: "const input",
    find: "state.images = result.images ?? state.images",
    put: "state.images = result.images",
    requirements: "input\\.",
  },
  {
    rule: "before_provider_request",
    file: rules,
    after: "const beforeProviderRequest",
    find: "if (returned !== undefined)",
    put: "if (returned)",
    requirements: "request\\.",
  },
  {
    rule: "before_provider_headers",
    file: rules,
    after: "const beforeProviderHeaders",
    find: "headers: state.headers }",
    put: "headers: { ...(state.headers as object) } }",
    requirements: "headers\\.",
  },
  {
    rule: "before_agent_start",
    file: rules,
    after: "const beforeAgentStart",
    find: "result.systemPrompt !== undefined",
    put: "result.systemPrompt",
    requirements: "start\\.",
  },
  {
    rule: "resources_discover",
    file: rules,
    after: "const resourcesDiscover",
    find: "state.found[kind].push(",
    put: "state.found[kind].unshift(",
    requirements: "resources\\.",
  },
  {
    rule: "cache_warming_decision",
    file: rules,
    after: "const cacheWarmingDecision",
    find: "if (result && result.action !== undefined)",
    put: "if (result && result.action !== undefined && state.action === state.payload.action)",
    requirements: "warming\\.",
  },
  {
    rule: "project_trust",
    file: rules,
    after: "const projectTrust",
    find: 'return "stop"',
    put: "return undefined",
    requirements: "trust\\.",
  },
  {
    rule: "turn_end, agent_before_settle",
    file: "boundary-rule.ts",
    find: "state.valid = false",
    put: "state.valid = true",
    requirements: "boundary\\.",
  },
  {
    rule: "context",
    file: "context-rule.ts",
    find: "state.messages = head ? [head, ...list] : list",
    put: "state.messages = list",
    requirements: "context\\.",
  },
  {
    rule: "context_with_system",
    file: "context-rule.ts",
    find: 'if (state.led && state.messages[0]?.role !== "system") dispatch.report(lostSystemMessage);',
    put: "void lostSystemMessage;",
    requirements: "context-system\\.",
  },
  {
    rule: "tool_result",
    file: "result-rules.ts",
    find: 'if (field === "content" && result.structuredContent === undefined)',
    put: "if (false)",
    requirements: "tool-result\\.",
  },
  {
    rule: "message_end",
    file: "result-rules.ts",
    find: "message.role !== state.message.role",
    put: "message.role === undefined",
    requirements: "message-end\\.",
  },
  {
    rule: "user_bash",
    file: "user-bash-rule.ts",
    find: 'thrown: "report and propagate"',
    put: 'thrown: "report"',
    requirements: "user-bash\\.",
  },
];

const flipped = (text: string, { find, put, after, rule }: Mutant): string => {
  const from = after === undefined ? 0 : text.indexOf(after);
  const at = from < 0 ? -1 : text.indexOf(find, from);
  if (at < 0) throw new Error(`The mutant of "${rule}" does not find its line any more: ${find}`);
  return text.slice(0, at) + put + text.slice(at + find.length);
};

const isRed = (requirements: string): boolean =>
  spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "conformance/conformance.test.ts",
      "--project",
      "pi 1.6.0",
      "-t",
      requirements,
    ],
    { cwd: root, stdio: "ignore" },
  ).status !== 0;

const only = process.argv.indexOf("--only") < 0 ? "" : (process.argv[process.argv.indexOf("--only") + 1] ?? "");
const chosen = mutants.filter(({ rule }) => rule.includes(only));
// A suite that is red anyway would find every mutant.
if (isRed(chosen.map(({ requirements }) => requirements).join("|")))
  throw new Error("The suite is red without a mutant.");
const survivors: string[] = [];
for (const mutant of chosen) {
  const path = join(source, mutant.file);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(path, flipped(text, mutant));
    const red = isRed(mutant.requirements);
    console.log(`${red ? "found" : "SURVIVED"}  ${mutant.rule}`);
    if (!red) survivors.push(mutant.rule);
  } finally {
    writeFileSync(path, text);
  }
}
process.exitCode = survivors.length > 0 ? 1 : 0;
