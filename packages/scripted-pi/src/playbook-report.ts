// What became of the playbook inside pi, as its extension wrote it down; told with the places where the script was written.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import type { ScriptJSON } from "@pi-testkit/playbook";
import { type PlaybookInput, readPlaybookLog } from "./playbook-file.ts";
import { ScriptedPiError } from "./scripted-pi-error.ts";

export interface PlaybookReport {
  /** The first failure of a run. */
  failure(): ScriptedPiError | undefined;
  /** The steps the model was not asked for so far. */
  left(): ScriptedPiError | undefined;
  /** What a pi said was left when it ended, whichever pi it was. */
  leftAtQuit(): ScriptedPiError | undefined;
}

export interface ReportSetting {
  /** As it was given: steps made by builders know where they were written. */
  readonly playbook: PlaybookInput;
  readonly script: ScriptJSON;
  /** The file pi read it from; pi's messages name places in it. */
  readonly file: string;
  readonly log: string;
  /** Where pi was asked for. */
  readonly writtenAt: string | undefined;
}

interface PlacedStep {
  readonly step: unknown;
  readonly pointer: string;
}

const stepsOf = (script: readonly unknown[], at: string): PlacedStep[] =>
  script.flatMap((item, index) => {
    const pointer = `${at}/${index}`;
    if (typeof item !== "object" || item === null || !("when" in item)) return [{ step: item, pointer }];
    const { steps = [] } = item as { readonly steps?: readonly unknown[] };
    return steps.map((step, number) => ({ step, pointer: `${pointer}/steps/${number}` }));
  });

export const createPlaybookReport = ({ playbook, script, file, log, writtenAt }: ReportSetting): PlaybookReport => {
  const placeOf = (pointer: string): string | undefined => {
    let at: unknown = playbook;
    for (const key of pointer.split("/").slice(1)) at = (at as Record<string, unknown> | undefined)?.[key];
    return (at as { readonly writtenAt?: string } | undefined)?.writtenAt;
  };

  /** The file lies in a folder of ours that will be gone. */
  const withPlaces = (message: string): string => {
    const [head, ...rest] = message.split(`${file}#`);
    return [
      head,
      ...rest.map((text) => text.replace(/^\S*/, (pointer) => placeOf(pointer) ?? `playbook#${pointer}`)),
    ].join("");
  };

  const firstFailure = (wanted: (code: unknown) => boolean): ScriptedPiError | undefined => {
    const line = readPlaybookLog(log).find(({ type, code }) => type === "failure" && wanted(code));
    if (line === undefined) return undefined;
    const happened = `The playbook failed in pi: ${withPlaces(String(line.message))}`;
    return new ScriptedPiError("playbook-failed", tellFailure({ happened, writtenAt }));
  };

  const left = (): ScriptedPiError | undefined => {
    const several = !Array.isArray(script);
    const requests = readPlaybookLog(log).filter(({ type, step }) => type === "request" && step !== undefined);
    for (const [id, each] of Object.entries(several ? script : { scripted: script })) {
      const steps = stepsOf(each, several ? `/${id}` : "");
      const played = requests.filter(({ modelId }) => !several || modelId === id).length;
      const [next, ...more] = steps.slice(played);
      if (next === undefined) continue;
      const one = more.length === 0;
      return new ScriptedPiError(
        "playbook-failed",
        tellFailure({
          happened: `${more.length + 1} step${one ? "" : "s"} of the playbook${several ? `'s script for model "${id}"` : ""} ${one ? "was" : "were"} not played.`,
          writtenAt: placeOf(next.pointer) ?? writtenAt,
          left: [next, ...more]
            .slice(0, 10)
            .map(({ step }, index) => `step ${played + index + 1}: ${describeValue(step)}`),
          cause:
            "pi was given fewer prompts than the script has turns, or a run was blocked, aborted or ended by a tool.",
          fix: "remove the steps, or find out why the model was not asked.",
        }),
      );
    }
    return undefined;
  };

  return {
    failure: () => firstFailure((code) => code !== "left-over"),
    left,
    leftAtQuit: () => firstFailure((code) => code === "left-over"),
  };
};
