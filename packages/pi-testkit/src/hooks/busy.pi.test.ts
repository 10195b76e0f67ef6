// A busy session: a mock tool's handler is the place from which a test acts in the middle of a run.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { calls, says, type TestSession, together, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const nothing = () => {};
/** A session whose bash does `act` once, in the middle of the run. */
const acting = async (act: (t: TestSession) => unknown, extension: (pi: ExtensionAPI) => unknown = nothing) => {
  let acted = false;
  const t: TestSession = await withExtension(extension, {
    mockTools: {
      bash: async () => {
        if (acted) return "ok";
        acted = true;
        await act(t);
        return "ok";
      },
    },
  });
  return t;
};
const bash = calls("bash", { command: "ls" });
const texts = (t: TestSession) => t.playbook.requests.map((request) => request.userText());

it("steers: the message is read after the tool calls of the message", async () => {
  const t = await acting(({ session }) => session.steer("the other way"));
  await t.run(when("go", [together(bash, calls("bash", { command: "pwd" })), says("Turned.")]));
  expect(texts(t)).toEqual(["go", "the other way"]);
  expect(t.events.toolResults).toHaveLength(2);
  t.events.assertTranscript();
});

it("follows up: the message waits until the agent would stop", async () => {
  const t = await acting(({ session }) => session.followUp("and then?"));
  await t.run(when("go", [bash, says("Done."), says("Nothing more.")]));
  expect(texts(t)).toEqual(["go", "go", "and then?"]);
});

it("queues prompts that say how, and refuses one that does not", async () => {
  const refused: string[] = [];
  const t = await acting(async ({ session }) => {
    await session.prompt("left", { streamingBehavior: "steer" });
    await session.prompt("later", { streamingBehavior: "followUp" });
    await session.prompt("now").catch((error: Error) => refused.push(error.message));
  });
  await t.run(when("go", [bash, says("Left."), says("Later.")]));
  expect(texts(t)).toEqual(["go", "left", "later"]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain("streamingBehavior");
});

it("reports an extension that sends a message to a busy session without saying how", async () => {
  let api: ExtensionAPI | undefined;
  const t = await acting(
    () => api?.sendUserMessage("now"),
    (pi) => {
      api = pi;
    },
  );
  await expect(t.run(when("go", [bash, says("Done.")]))).rejects.toMatchObject({ code: "handler-failed" });
  expect(t.events.errors).toMatchObject([{ event: "send_user_message" }]);
});

it("stops on an abort in the middle of the run", async () => {
  const t = await acting(({ session }) => void session.abort());
  await t.run(when("go", [bash]));
  expect(t.playbook.consumed).toBe(1);
  await t.run(when("again", [says("Here again.")]));
  expect(texts(t).at(-1)).toBe("again");
});

it("refuses a run() within a run()", async () => {
  const t = await acting((session) => session.run(when("inner", [says("x")])));
  await expect(t.run(when("go", [bash, says("Done.")]))).rejects.toThrow(
    "run() was called while another run() of the session was still running.",
  );
});
