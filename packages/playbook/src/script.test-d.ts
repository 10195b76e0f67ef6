// What must compile, and what must not. Checked by tsc; nothing here runs.
import type { ImageContent } from "@earendil-works/pi-ai";
import {
  type Answer,
  answers,
  type CallStep,
  calls,
  createPlaybook,
  fromJSON,
  type PlainStep,
  type Script,
  type Step,
  says,
  together,
  when,
} from "./index.ts";
import type { ScriptJSON } from "./script.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Equal<A, B> extends true ? [] : [never]): void => {};

same<Step, PlainStep | CallStep>();
same<Answer, PlainStep | readonly Step[]>();
same<ReturnType<typeof calls>, CallStep>();
same<ReturnType<typeof says>, PlainStep>();
same<ReturnType<typeof together>, PlainStep>();

// answers(): sync and async, one step or an array of one; a bare call would be awaited.
answers(() => says("a"));
answers(async () => says("a"));
answers(async () => together(calls("bash", { command: "ls" })));
answers(async () => [calls("bash", { command: "ls" })]);
answers((request) => [calls("bash", { command: request.userText() })]);
// @ts-expect-error a bare call cannot be returned from an async function
answers(async () => calls("bash", { command: "ls" }));
// @ts-expect-error nor from a plain one, so that the two read alike
answers(() => calls("bash", { command: "ls" }));
// @ts-expect-error an answer is a step
answers(() => "text");

// A step is no promise.
export const awaiting = async (): Promise<void> => {
  // @ts-expect-error awaiting a step does not compile
  await calls("bash");
  // @ts-expect-error nor with a callback on it
  await calls("bash").then(() => {});
  await says("a");
};

// Callbacks chain, and keep the step a call.
const chained: CallStep = calls("bash")
  .then(({ text, isError, step }) => {
    same<typeof text, string>();
    same<typeof isError, boolean>();
    same<typeof step, number | undefined>();
  })
  .onResult(async (result) => void result.content[0]?.mimeType)
  .expecting((request) => void request.userText());

const image: ImageContent = { type: "image", data: "", mimeType: "image/png" };
const script: Script = [
  when("a", [chained, says("b", { usage: { input: 1 }, deltas: undefined })]),
  when({ text: "a", images: [image], source: undefined }),
  says("loose"),
];
createPlaybook(script);
createPlaybook({ "model-a": script, "model-b": [] });
// @ts-expect-error a turn is no step
when("a", [when("b")]);
interface Target {
  command: string;
}
declare const target: Target;
calls("bash", target);
calls("bash", async () => target);
// @ts-expect-error params are an object
calls("bash", "ls");
calls("bash", async ({ request, step }) => ({ command: `${step} ${request.userText()}` }));

const data: ScriptJSON = [{ when: "a", steps: [{ calls: "bash", params: { command: "ls" } }] }, { says: "b" }];
createPlaybook(fromJSON(data)).toJSON() satisfies ScriptJSON;
// @ts-expect-error an unknown key
[{ say: "a" }] satisfies ScriptJSON;
