// What the children made of what was queued, as errors: one that gave up, a response nobody claimed, steps nobody played.
import { describeValue, tellFailure } from "@pi-testkit/failure-report";
import { type ChildReport, readReports } from "./invocation.ts";
import { MockPiError } from "./mock-pi-error.ts";
import { type PlayedScript, unclaimed } from "./state-folder.ts";

/** Where responses were written, by their names in the queues. */
type Places = ReadonlyMap<string, string | undefined>;

/** The first child that gave up by itself, or whose script had no step for a request. */
export const childFailure = (
  generation: string,
  places: Places,
  createdAt: string | undefined,
): MockPiError | undefined => {
  for (const { invocation, complaint, script } of readReports(generation)) {
    const reason = complaint ?? script?.failure;
    if (reason === undefined) continue;
    const writtenAt = complaint === undefined ? places.get(script?.queuedAs ?? "") : createdAt;
    return new MockPiError(
      "child-failed",
      tellFailure({
        happened: `A mock pi gave up: ${reason}`,
        writtenAt,
        received: `pi ${invocation.argv.join(" ")}`,
      }),
    );
  }
  return undefined;
};

const unclaimedResponses = (generation: string, places: Places): MockPiError | undefined => {
  const left = [...unclaimed(generation, "calls"), ...unclaimed(generation, "rpc")];
  const [first] = left;
  if (first === undefined) return undefined;
  return new MockPiError(
    "left-over",
    tellFailure({
      happened: `${left.length} response${left.length === 1 ? " was" : "s were"} not claimed by any pi.`,
      writtenAt: places.get(first),
      left: left.map((name) => `${name.startsWith("rpc") ? "onRpc" : "onCall"}() at ${places.get(name)}`),
      cause: "pi was started less often than the test expects, in another mode, or a match fits no child.",
      fix: "remove the response, or find out why pi was not started.",
    }),
  );
};

type Player = ChildReport & { readonly script: PlayedScript };

const unplayedSteps = (generation: string, places: Places): MockPiError | undefined => {
  const players = readReports(generation).filter((report): report is Player => report.script !== undefined);
  const played = ({ script }: Player): boolean => script.left.length < script.steps;
  // A client may start a pi only to ask for its models: that one counts when no other has played the response.
  const stopped = players.find(
    (player) =>
      player.script.left.length > 0 &&
      (played(player) || !players.some((other) => other.script.queuedAs === player.script.queuedAs && played(other))),
  );
  if (stopped === undefined) return undefined;
  const { steps, left, queuedAs = "" } = stopped.script;
  const first = steps - left.length + 1;
  return new MockPiError(
    "left-over",
    tellFailure({
      happened: `${left.length} step${left.length === 1 ? "" : "s"} of a script ${left.length === 1 ? "was" : "were"} not played.`,
      writtenAt: places.get(queuedAs),
      received: `pi ${stopped.invocation.argv.join(" ")}`,
      left: left.slice(0, 10).map((step, index) => `step ${first + index}: ${describeValue(step)}`),
      cause: "this pi was given fewer prompts than the script has turns, or its run ended before the script did.",
      fix: "remove the steps, or find out why the model was not asked.",
    }),
  );
};

/** What is left over: a response that no child claimed, or steps of one that a child did not play to its end. */
export const leftOver = (generation: string, places: Places): MockPiError | undefined =>
  unclaimedResponses(generation, places) ?? unplayedSteps(generation, places);
