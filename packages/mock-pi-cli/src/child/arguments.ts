// pi's argument parsing: which mode runs, which words are prompts, what is swallowed, what is refused.
import type { Profile, WireChange } from "../wire-changes.ts";

export interface Complaint {
  readonly type: "error" | "warning";
  readonly message: string;
}

/** A parsed command line. */
export interface Arguments {
  readonly messages: string[];
  readonly fileArgs: string[];
  /** Long options pi itself does not know, with their values. */
  readonly unknownFlags: Map<string, string | true>;
  readonly complaints: Complaint[];
  mode?: "text" | "json" | "rpc";
  print?: boolean;
  help?: boolean;
  version?: boolean;
  listModels?: string | true;
  /** Flags that take a value, by their long name. */
  readonly values: Map<string, string>;
  /** Flags that take none, by their long name. */
  readonly switches: Set<string>;
  readonly extensions: string[];
  thinking?: string;
}

const thinkingLevels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The levels `--thinking` takes. */
export const validLevels = (has: Profile): string[] =>
  has("thinkingMax") ? thinkingLevels : thinkingLevels.slice(0, -1);

const switches: Readonly<Record<string, string>> = {
  "--continue": "continue",
  "-c": "continue",
  "--resume": "resume",
  "-r": "resume",
  "--no-session": "no-session",
  "--no-tools": "no-tools",
  "-nt": "no-tools",
  "--no-builtin-tools": "no-builtin-tools",
  "-nbt": "no-builtin-tools",
  "--no-extensions": "no-extensions",
  "-ne": "no-extensions",
  "--no-skills": "no-skills",
  "-ns": "no-skills",
  "--no-prompt-templates": "no-prompt-templates",
  "-np": "no-prompt-templates",
  "--no-themes": "no-themes",
  "--no-context-files": "no-context-files",
  "-nc": "no-context-files",
  "--verbose": "verbose",
  "--offline": "offline",
};

const valued: Readonly<Record<string, string>> = {
  "--provider": "provider",
  "--model": "model",
  "--api-key": "api-key",
  "--system-prompt": "system-prompt",
  "--append-system-prompt": "append-system-prompt",
  "--session": "session",
  "--fork": "fork",
  "--session-dir": "session-dir",
  "--models": "models",
  "--tools": "tools",
  "-t": "tools",
  "--export": "export",
  "--skill": "skill",
  "--prompt-template": "prompt-template",
  "--theme": "theme",
};

/** Flags that came with a release; before it they are options pi does not know. */
const dated: Readonly<
  Record<string, { readonly since: WireChange; readonly name: string; readonly takesValue: boolean }>
> = {
  "--session-id": { since: "sessionIdFlag", name: "session-id", takesValue: true },
  "--exclude-tools": { since: "excludeToolsFlag", name: "exclude-tools", takesValue: true },
  "-xt": { since: "excludeToolsFlag", name: "exclude-tools", takesValue: true },
  "--approve": { since: "trustFlags", name: "approve", takesValue: false },
  "-a": { since: "trustFlags", name: "approve", takesValue: false },
  "--no-approve": { since: "trustFlags", name: "no-approve", takesValue: false },
  "-na": { since: "trustFlags", name: "no-approve", takesValue: false },
  "--no-mcp": { since: "mcpFlag", name: "no-mcp", takesValue: false },
};

/** The long options the release knows, for its help. */
export const knownOptions = (has: Profile): string[] =>
  [
    ...["--help", "--version", "--mode <text|json|rpc>", "--print", "--thinking <level>", "--extension <path>"],
    ...["--list-models [search]", ...(has("nameFlag") ? ["--name <name>"] : [])],
    ...Object.keys(switches),
    ...Object.keys(valued).map((name) => `${name} <value>`),
    ...Object.entries(dated).flatMap(([name, { since, takesValue }]) =>
      has(since) ? [takesValue ? `${name} <value>` : name] : [],
    ),
  ]
    .filter((option) => option.startsWith("--"))
    .sort();

/** Reads a command line as the release `has` describes does. */
export const parseArguments = (args: readonly string[], has: Profile): Arguments => {
  const result: Arguments = {
    messages: [],
    fileArgs: [],
    unknownFlags: new Map(),
    complaints: [],
    values: new Map(),
    switches: new Set(),
    extensions: [],
  };
  const complain = (message: string, type: Complaint["type"] = "error"): void => {
    result.complaints.push({ type, message });
  };
  const positional = (word: string): void => {
    if (word.startsWith("@")) result.fileArgs.push(word.slice(1));
    else result.messages.push(word);
  };
  let index = 0;
  const more = (): boolean => index + 1 < args.length;
  const take = (): string => args[++index] ?? "";

  const modeFlag = (): void => {
    const mode = args[index + 1];
    if (has("invalidModeRefused") && (mode === undefined || mode.startsWith("-"))) {
      complain("--mode requires text, json, or rpc");
      return;
    }
    if (mode === undefined) {
      unknown("--mode");
      return;
    }
    index++;
    if (mode === "text" || mode === "json" || mode === "rpc") result.mode = mode;
    else if (has("invalidModeRefused")) complain(`Invalid mode "${mode}". Valid values: text, json, rpc`);
  };
  const printFlag = (): void => {
    result.print = true;
    const next = args[index + 1];
    if (next !== undefined && !next.startsWith("@") && (!next.startsWith("-") || next.startsWith("---")))
      result.messages.push(take());
  };
  const thinkingFlag = (): void => {
    const level = take();
    if (validLevels(has).includes(level)) result.thinking = level;
    else complain(`Invalid thinking level "${level}". Valid values: ${validLevels(has).join(", ")}`, "warning");
  };
  const unknown = (arg: string): void => {
    const equals = arg.indexOf("=");
    const next = args[index + 1];
    if (!arg.startsWith("--")) complain(`Unknown option: ${arg}`);
    else if (equals !== -1) result.unknownFlags.set(arg.slice(2, equals), arg.slice(equals + 1));
    else if (next !== undefined && !next.startsWith("-") && !next.startsWith("@"))
      result.unknownFlags.set(arg.slice(2), take());
    else result.unknownFlags.set(arg.slice(2), true);
  };
  const known = (arg: string): boolean => {
    const name = valued[arg];
    if (name !== undefined && more()) result.values.set(name, take());
    else if (switches[arg] !== undefined) result.switches.add(switches[arg]);
    else return false;
    return true;
  };
  const newer = (arg: string): boolean => {
    const flag = dated[arg];
    if (flag === undefined || !has(flag.since) || (flag.takesValue && !more())) return false;
    if (flag.takesValue) result.values.set(flag.name, take());
    else result.switches.add(flag.name);
    return true;
  };

  for (; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === "--" && has("doubleDash")) {
      for (const word of args.slice(index + 1)) positional(word);
      break;
    }
    if (arg === "--help" || arg === "-h") result.help = true;
    else if (arg === "--version" || arg === "-v") result.version = true;
    else if (arg === "--mode") modeFlag();
    else if (arg === "--print" || arg === "-p") printFlag();
    else if (arg === "--thinking" && more()) thinkingFlag();
    else if ((arg === "--extension" || arg === "-e") && more()) result.extensions.push(take());
    else if ((arg === "--name" || arg === "-n") && has("nameFlag")) {
      if (more()) result.values.set("name", take());
      else complain("--name requires a value");
    } else if (arg === "--list-models") {
      const next = args[index + 1];
      result.listModels = next !== undefined && !next.startsWith("-") && !next.startsWith("@") ? take() : true;
    } else if (known(arg) || newer(arg)) continue;
    else if (arg.startsWith("-")) unknown(arg);
    else positional(arg);
  }
  return result;
};
