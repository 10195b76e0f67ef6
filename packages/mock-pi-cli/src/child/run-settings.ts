// The few of pi's settings that change what a client sees. Read only from an agent dir that the environment names.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface RunSettings {
  readonly retry: { readonly enabled: boolean; readonly maxRetries: number; readonly baseDelayMs: number };
  readonly steeringMode: string;
  readonly followUpMode: string;
  readonly thinkingLevel: string;
  readonly compaction: {
    readonly enabled: boolean;
    readonly reserveTokens: number;
    readonly keepRecentTokens: number;
  };
}

/** Never the user's own: without the variable the defaults hold. */
export const readSettings = (agentDir: string | undefined): RunSettings => {
  let given: Record<string, unknown> = {};
  try {
    if (agentDir !== undefined) given = JSON.parse(readFileSync(join(agentDir, "settings.json"), "utf8"));
  } catch {
    // Missing or unreadable: pi goes on with its defaults too.
  }
  const retry = { enabled: true, maxRetries: 3, baseDelayMs: 2000, ...(given.retry as object) };
  const compaction = {
    enabled: true,
    reserveTokens: 16_384,
    keepRecentTokens: 20_000,
    ...(given.compaction as object),
  };
  return {
    retry,
    steeringMode: String(given.steeringMode ?? "one-at-a-time"),
    followUpMode: String(given.followUpMode ?? "one-at-a-time"),
    thinkingLevel: String(given.defaultThinkingLevel ?? "medium"),
    compaction,
  };
};
