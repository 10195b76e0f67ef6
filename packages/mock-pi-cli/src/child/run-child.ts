// One child: reads its command line as pi does, claims its response, and plays it in the mode that was asked for.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, normalize, resolve } from "node:path";
import type { StoredResponse } from "../response.ts";
import type { ParsedScenario } from "../scenario-shape.ts";
import { claimResponse, currentGeneration, type MockConfig, queuedResponses, readConfig } from "../state-folder.ts";
import { type Profile, profileOf } from "../wire-changes.ts";
import { type AgentState, createAgent } from "./agent.ts";
import { type Answers, fromScript, sayAlways } from "./answers.ts";
import { type Arguments, knownOptions, parseArguments } from "./arguments.ts";
import { askToFork, OtherProject } from "./fork-question.ts";
import { guardComplaint } from "./guard.ts";
import { readInput } from "./input.ts";
import { beginLife, type Life } from "./life.ts";
import { asksForPrompt, fitOf } from "./match.ts";
import { chooseModel, levelsOf, type Model, modelNamed } from "./model.ts";
import { createOutput, type Output } from "./output.ts";
import { runPrint } from "./print-mode.ts";
import { MissingFile, promptsOf } from "./prompts.ts";
import { pause } from "./reply.ts";
import { readSettings } from "./run-settings.ts";
import { serveRpc } from "./serve-rpc.ts";
import { beginSession, openSession, type Session } from "./session.ts";
import { chooseSession, folderOf, openFile, type SessionChoice } from "./session-choice.ts";
import { checkLoaded, checkName, checkSessionFlags, tellComplaints } from "./start-up.ts";
import { helpText, modelTable } from "./tell-about.ts";
import { toolsFor } from "./tools/toolbox.ts";

/** A child that knows its command line and its session. */
export interface Child {
  readonly args: Arguments;
  readonly config: MockConfig;
  readonly has: Profile;
  readonly output: Output;
  readonly life: Life;
  readonly models: readonly Model[];
  readonly session: Session;
  readonly choice: SessionChoice;
  state(response: StoredResponse): AgentState;
}

/** Reads the command line and opens the session; ends the child where pi would. */
export const start = (
  argv: readonly string[],
  config: MockConfig,
  life: Life,
  output: Output,
  models: readonly Model[],
): Child => {
  const has = profileOf(config.piVersion);
  const args = parseArguments(argv, has);
  const stop = (code: number | undefined): void => {
    if (code !== undefined) life.end(code);
  };
  stop(tellComplaints(args, output));
  const tell = (text: string, plain: boolean): never => {
    if (plain) output.text(text);
    else output.error(text.slice(0, -1));
    return life.end(0);
  };
  if (args.version) tell(`${config.piVersion}\n`, has("versionOnStdout"));
  stop(checkSessionFlags(args, output));
  const cwd = process.cwd();
  const { env } = process;
  const given = env.PI_CODING_AGENT_DIR;
  const agentDir = given === undefined ? config.agentDir : normalize(given);
  const choice: SessionChoice = { args, cwd, agentDir, env, has, output };
  const session = chooseSession(choice);
  if (typeof session === "number") return life.end(session);
  stop(checkName(args, output));
  const chosen = chooseModel(args.values.get("provider"), args.values.get("model"), models);
  const failed = "error" in chosen;
  const [error, warning] = failed ? [chosen.error] : [undefined, chosen.warning];
  stop(checkLoaded(args, error, warning, config.extensionFlags, has, output));
  // stdout belongs to the mode that was asked for, also where nothing is run.
  const plain = has("versionOnStdout") && !args.print && args.mode === undefined;
  if (args.help) tell(helpText(knownOptions(has)), plain);
  if (args.listModels !== undefined) tell(modelTable(models, args.listModels), plain);
  if (failed) return life.end(1);
  const settings = readSettings(env.PI_CODING_AGENT_DIR);
  const resumed = session.entries.findLast(({ type }) => type === "thinking_level_change")?.thinkingLevel;
  const wanted = args.thinking ?? chosen.thinking ?? (resumed as string | undefined) ?? settings.thinkingLevel;
  const levels = levelsOf(chosen.model);
  const thinkingLevel = levels.includes(wanted) ? wanted : (levels.at(-1) as string);
  const name = args.values.get("name")?.trim();
  if (name !== undefined) {
    session.name = name;
    session.append("session_info", { name });
  }
  if (session.entries.length === 0 || name !== undefined) beginSession(session, chosen.model, thinkingLevel);
  const state = (response: StoredResponse): AgentState => ({
    session,
    model: chosen.model,
    thinkingLevel,
    steeringMode: settings.steeringMode,
    followUpMode: settings.followUpMode,
    autoRetry: settings.retry.enabled,
    autoCompaction: settings.compaction.enabled,
    steering: [],
    followUp: [],
    tools: toolsFor(args, response.tools),
    answers: answersOf(response, chosen.model, life),
    settings,
    has,
  });
  return { args, config, has, output, life, models, session, choice, state };
};

const answersOf = ({ steps, output, queuedAs }: StoredResponse, model: Model, life: Life): Answers =>
  steps === undefined
    ? sayAlways(output)
    : fromScript(steps, model.id, (played) => life.played(() => ({ ...(queuedAs && { queuedAs }), ...played() })));

const claimFor = (
  generation: string | undefined,
  config: MockConfig,
  prompt: string | undefined,
): StoredResponse | undefined => {
  if (generation === undefined) return undefined;
  const facts = { argv: process.argv.slice(2), cwd: process.cwd(), env: process.env, prompt };
  const claimed = claimResponse<StoredResponse>(generation, "calls", (response) => fitOf(response, facts));
  if (claimed !== undefined || !config.guard) return claimed;
  throw new Error(guardComplaint(facts));
};

const writeFiles = (files: Readonly<Record<string, string>> = {}): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(resolve(path), text);
  }
};

const lineOf = (line: unknown): string => (typeof line === "string" ? line : JSON.stringify(line));

/** What a response does whatever the mode: wait, write, complain. True when its `jsonl` was all it had to say. */
export const openResponse = async (response: StoredResponse, output: Output): Promise<boolean> => {
  if (response.delay) await pause(response.delay);
  writeFiles(response.writeFiles);
  if (response.stderr !== undefined) process.stderr.write(response.stderr);
  for (const line of response.jsonl ?? []) output.text(`${lineOf(line)}\n`);
  return response.jsonl !== undefined;
};

/** Ends a child as its response says. */
export const closeResponse = (response: StoredResponse, code: number, life: Life): void => {
  if (response.hang) {
    setInterval(() => {}, 1 << 30); // until the limit of its life
    return;
  }
  if (response.signal !== undefined) life.endBySignal(response.signal as NodeJS.Signals);
  else life.end(response.exitCode ?? code);
};

const printOrJson = async (child: Child, generation: string | undefined): Promise<void> => {
  const { args, config, life, output } = child;
  life.limit(config.childTimeoutMs, (line) => output.error(line));
  const stdin = await readInput();
  life.heard(stdin ?? "");
  let prompts: ReturnType<typeof promptsOf>;
  try {
    prompts = promptsOf(args, stdin);
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    output.error(error.message);
    return life.end(1);
  }
  const response = claimFor(generation, config, prompts[0]?.text) ?? {};
  if (await openResponse(response, output)) return closeResponse(response, 0, life);
  const state = child.state(response);
  const mode = args.mode === "json" ? "json" : "text";
  const agent = createAgent(state, mode === "json" ? output.record : undefined);
  const end = (code: number): void => closeResponse(response, code, life);
  await runPrint({ state, agent, output, mode, prompts, end });
};

/** Whether a response is queued that only the first prompt can tell to be for this child. */
const waitsForPrompt = (generation: string | undefined): boolean => {
  const child = { argv: process.argv.slice(2), cwd: process.cwd(), env: process.env };
  return (
    generation !== undefined &&
    queuedResponses<StoredResponse>(generation, "calls").some((each) => asksForPrompt(each, child))
  );
};

const rpc = async (child: Child, generation: string | undefined): Promise<void> => {
  const scenario = generation
    ? claimResponse<ParsedScenario & { times?: number }>(generation, "rpc", () => "any")
    : undefined;
  if (scenario) return serveRpc(child, { scenario });
  const claim = (prompt: string | undefined) => claimFor(generation, child.config, prompt) ?? {};
  await serveRpc(child, waitsForPrompt(generation) ? { claim } : { response: claim(undefined) });
};

/** Runs the child of a mock whose state lies in `folder`. */
export const runChild = (folder: string): void => {
  const gone = (): never => {
    process.stderr.write("This mock pi was disposed of; whoever started it has outlived its test.\n");
    process.exit(1);
  };
  let config: MockConfig;
  try {
    config = readConfig(folder);
  } catch {
    gone();
    return;
  }
  const generation = currentGeneration(folder);
  const life = beginLife(generation);
  const output = createOutput(() => life.end(1), life.said);
  const models = [modelNamed("playbook", "scripted")];
  const ask = (question: OtherProject): void => {
    const argv = process.argv.slice(2);
    const has = profileOf(config.piVersion);
    const isRpc = parseArguments(argv, has).mode === "rpc";
    if (!isRpc) life.limit(config.childTimeoutMs, output.error);
    const forking = (): void => void run(argv.map((word) => (word === "--session" ? "--fork" : word)));
    askToFork(question, isRpc || has("forkAnswerEnds") ? undefined : forking, output, life);
  };
  const run = async (argv: readonly string[]): Promise<void> => {
    try {
      const child = start(argv, config, life, output, models);
      await (child.args.mode === "rpc" ? rpc(child, generation) : printOrJson(child, generation));
    } catch (error) {
      if (error instanceof OtherProject) return ask(error);
      if (!existsSync(folder)) gone();
      const { code, stack, message } = error as NodeJS.ErrnoException;
      output.error(message === undefined ? String(error) : code ? String(stack) : message);
      life.end(1, message);
    }
  };
  void run(process.argv.slice(2));
};

/** The session a replaced one is followed by. */
export const nextSession = (
  child: Child,
  from: { readonly parentSession?: string; readonly entries?: Session["entries"] },
): Session => {
  const { choice, has, args } = child;
  const unsaved = args.switches.has("no-session");
  const folder = unsaved ? (has("newSessionStaysUnsaved") ? undefined : "") : folderOf(choice);
  return openSession({ cwd: choice.cwd, has, folder, ...from });
};

export { openFile };
