// The guard's complaint: a pi was started that no response is for, and this is who started it.
import { readFileSync } from "node:fs";
import type { ChildFacts } from "./match.ts";

const parentCommand = (): string => {
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").split("\0").filter(Boolean).join(" ");
  } catch {
    return "unknown program";
  }
};

export const guardComplaint = ({ argv, cwd }: Pick<ChildFacts, "argv" | "cwd">): string =>
  [
    "mock-pi is on guard: pi was started, and no response is queued for it.",
    `  started: pi ${argv.join(" ")}`,
    `  in: ${cwd}`,
    `  by: process ${process.ppid}, ${parentCommand()}`,
    "What to do: queue a response with onCall() or onRpc(), or keep this code from starting pi.",
  ].join("\n");
