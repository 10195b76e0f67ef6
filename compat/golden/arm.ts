// Runs one scenario on one pi, real or mock: both are started by scripted-pi, so nothing but the binary differs.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type PiRecord, startScriptedPi } from "@pi-testkit/scripted-pi";
import type { GoldenScenario, Move } from "./scenario.ts";

/** What a client saw. */
export interface Observation {
  readonly records: readonly PiRecord[];
  /** In print mode. */
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly folders: { readonly cwd: string; readonly root: string };
}

const patience = 40_000;

const fits = (record: PiRecord, wanted: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(wanted).every(([key, value]) => {
    if (key === "role") return record.message?.role === value;
    // Before 0.75.4 no agent_end says whether a retry follows.
    if (key === "willRetry") return (record.willRetry ?? false) === value;
    return record[key] === value;
  });

/** @param pi the release's folder, or the mock's `cliPath`. */
export const observe = async (scenario: GoldenScenario, pi: string): Promise<Observation> => {
  const { mode, script = [], args, stdin, files = {}, settings, env, moves = [] } = scenario;
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "golden-")));
  using _cwd = { [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }) };
  await using scripted = startScriptedPi({
    pi,
    mode,
    playbook: script,
    args: args ?? [],
    stdin,
    cwd,
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("<CWD>", cwd)])),
    settings,
    env,
    ui: false,
  });
  const { client, records } = scripted;
  let seen = 0;
  const until = async (wanted: Readonly<Record<string, unknown>>): Promise<void> => {
    const from = seen;
    await client.waitFor(
      (record) => {
        const index = records.indexOf(record);
        if (index < from || !fits(record, wanted)) return false;
        seen = index + 1;
        return true;
      },
      { timeoutMs: patience },
    );
  };
  let ended = false;
  const answered = new Set<unknown>();
  const dialogs = ["select", "confirm", "input", "editor"];
  const answer = (fields: Readonly<Record<string, unknown>>): void => {
    const open = records.findLast(({ method, id }) => dialogs.includes(method) && !answered.has(id));
    answered.add(open?.id);
    client.write({ type: "extension_ui_response", id: open?.id, ...fields });
  };
  const make = async (move: Move): Promise<void> => {
    if ("send" in move) {
      client.write(move.send);
      await until({ type: "response", ...("id" in move.send ? { id: move.send.id } : { command: move.send.type }) });
    } else if ("write" in move) client.write(move.write);
    else if ("raw" in move) client.writeRaw(move.raw);
    else if ("until" in move) await until(move.until);
    else if ("untilStderr" in move) while (!scripted.stderr.includes(move.untilStderr)) await sleep(20);
    else if ("answer" in move) answer(move.answer);
    else if ("pause" in move) await sleep(move.pause);
    else if ("kill" in move) scripted.kill(move.kill);
    else client.end();
    ended ||= "kill" in move || "end" in move;
  };
  for (const move of moves) await make(move);
  if (mode === "rpc" && !ended) client.end();
  const { code, signal } = await scripted.exited;
  const folders = { cwd: scripted.invocation.cwd, root: scripted.invocation.env.HOME?.replace(/.home$/, "") ?? "" };
  return { records, stdout: mode === "print" ? scripted.stdout : "", stderr: scripted.stderr, code, signal, folders };
};
