// Whether a response is for this child.
import type { StoredResponse } from "../response.ts";
import type { Fit } from "../state-folder.ts";

/** What a child knows of itself; in RPC mode the prompt is the first one, once it has come. */
export interface ChildFacts {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly prompt: string | undefined;
}

const inOrder = (wanted: readonly string[], argv: readonly string[]): boolean =>
  argv.some((_, start) => wanted.every((word, index) => argv[start + index] === word));

/** Whether all fits but the prompt, which is not known yet. */
export const asksForPrompt = (response: StoredResponse, child: Omit<ChildFacts, "prompt">): boolean => {
  const { prompt, promptPattern, ...rest } = response.match ?? {};
  if (prompt === undefined && promptPattern === undefined) return false;
  return fitOf({ match: rest }, { ...child, prompt: undefined }) !== "no";
};

export const fitOf = ({ match }: StoredResponse, child: ChildFacts): Fit => {
  if (match === undefined) return "any";
  const { args, cwd, env, prompt, promptPattern } = match;
  if (args && !inOrder(args, child.argv)) return "no";
  if (cwd !== undefined && cwd !== child.cwd) return "no";
  if (env && Object.entries(env).some(([name, value]) => child.env[name] !== value)) return "no";
  if (prompt !== undefined && prompt !== child.prompt) return "no";
  if (promptPattern && !(child.prompt !== undefined && new RegExp(...promptPattern).test(child.prompt))) return "no";
  return "matched";
};
