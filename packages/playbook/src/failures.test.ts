// Every failure of a script: its code and its full text.
import { expect, it } from "vitest";
import { ask, user } from "./fixtures/ask.ts";
import { answers, calls, createPlaybook, fails, type Playbook, PlaybookError, says, together, when } from "./index.ts";
import { createSummaryAnswers } from "./summaries.ts";

/** The text of what `work` throws, its line numbers replaced. */
const textOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (!PlaybookError.isInstance(error)) throw error;
    return `[${error.code}] ${error.message}`.replace(/:\d+:\d+/g, ":LINE");
  }
  throw new Error("nothing was thrown");
};

const play = (playbook: Playbook) => playbook.play((prompt) => ask(playbook, prompt.text));

it("fails when the script ran dry, and stops with a text that pi does not retry", async () => {
  const playbook = createPlaybook([when("go", [calls("bash", { command: "ls" })]), when("next", [says("ok")])]);
  const replies: string[] = [];
  const text = await textOf(() =>
    playbook.play(async (prompt) => {
      await ask(playbook, prompt.text);
      const second = await ask(playbook, [
        user(prompt.text),
        { role: "toolResult", toolCallId: "call-1", content: [] },
      ]);
      replies.push(`${second.message.stopReason}: ${second.message.errorMessage}`);
    }),
  );
  expect(text).toBe(
    `[exhausted] The model was asked for step 2, and the turn when("go") has none left.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: the turn to be over after its one step
  received: a request after the user's text "go"
  left:
    1 step of later turns, which are not eaten
Likely cause: the last step calls a tool, and pi asks the model again with its result.
What to do: add the missing step, usually a closing says("…").`,
  );
  expect(replies).toEqual([
    "error: The pi-testkit playbook stopped this run; run(), play() and assertDone() throw the reason.",
  ]);
  expect(playbook.consumed).toBe(1);
  expect(() => playbook.assertDone()).toThrow(playbook.failure as Error);
});

it("fails when a turn leaves steps over, before the next prompt is sent", async () => {
  const playbook = createPlaybook([when("go", [says("a"), says("b"), calls("bash")]), when("next", [says("c")])]);
  const sent: string[] = [];
  const text = await textOf(() =>
    playbook.play(async (prompt) => {
      sent.push(prompt.text);
      await ask(playbook, prompt.text);
    }),
  );
  expect(text).toBe(
    `[left-over] The turn when("go") ended with 2 steps unused.
  written at: packages/playbook/src/failures.test.ts:LINE
  left:
    step 2: says("b")
    step 3: calls("bash")
Likely cause: pi stopped asking the model earlier than the script expects: a run was blocked, aborted or ended by a tool, or the prompt was handled by an extension.
What to do: remove the steps, or find out why the model was not asked.`,
  );
  expect(sent).toEqual(["go"]);
});

it("reports unused steps at the end of a script that nobody drove", async () => {
  const playbook = createPlaybook([says("a"), together(says("b"), calls("bash", { command: "ls" }))]);
  await ask(playbook, "hi");
  expect(await textOf(() => playbook.assertDone())).toBe(
    `[left-over] The script ended with 1 step unused.
  written at: packages/playbook/src/failures.test.ts:LINE
  left:
    step 2: together(says("b"), calls("bash", {"command":"ls"}))
Likely cause: pi stopped asking the model earlier than the script expects: a run was blocked, aborted or ended by a tool, or the prompt was handled by an extension.
What to do: remove the steps, or find out why the model was not asked.`,
  );
});

it("fails when a callback was never called", async () => {
  const playbook = createPlaybook([when("go", [calls("bash").then(() => {})])]);
  expect(await textOf(() => play(playbook))).toBe(
    `[never-fired] The callback of step 1, calls("bash").then(…), was never called.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: a result of the tool call call-1
  received: none
Likely cause: the run ended before the tool did: it was aborted, or a bare stream was not asked again after the call.
What to do: let the run go on to a closing step, or drop the callback.`,
  );
});

it("fails on a bare stream when the user's text is not the turn's prompt", async () => {
  const playbook = createPlaybook([when("go", [says("a")])]);
  await ask(playbook, "stop");
  expect(await textOf(() => playbook.assertDone())).toBe(
    `[prompt-mismatch] Step 1 belongs to another prompt than the one the user sent.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: "go"
  received: "stop"
Likely cause: the prompts were sent in another order, or something changed the text on its way.
What to do: send the prompts with play(), or write the text that arrives in when().`,
  );
});

it("never lets a turn that ran dry eat the next turn's steps on a bare stream", async () => {
  const playbook = createPlaybook([when("one", [says("a")]), when("two", [says("b")])]);
  await ask(playbook, "one");
  await ask(playbook, "one");
  expect(await textOf(() => playbook.assertDone())).toContain(
    '[exhausted] The model was asked for step 2, and the turn when("one") has none left.',
  );
});

it("fails with what each kind of callback threw, at its step and line", async () => {
  const boom = () => {
    throw new Error("boom");
  };
  const at = `
  written at: packages/playbook/src/failures.test.ts:LINE
Likely cause: an assertion in the function failed, or the function has a mistake.
What to do: mend the function, or what it asserts on.`;
  const failing = async (...steps: Parameters<typeof when>[1] & object) => {
    const playbook = createPlaybook([when("go", steps)]);
    return textOf(() =>
      playbook.play(async ({ text }) => {
        await ask(playbook, text);
        await ask(playbook, [user(text), { role: "toolResult", toolCallId: "call-1", content: [], isError: false }]);
      }),
    );
  };
  expect(await failing(calls("bash", boom), says("x"))).toBe(
    `[callback-threw] The params of step 1, calls("bash", …), threw: boom${at}`,
  );
  expect(await failing(calls("bash").then(boom), says("x"))).toBe(
    `[callback-threw] The callback of step 1, calls("bash").then(…), threw: boom${at}`,
  );
  expect(
    await failing(
      calls("bash").onResult(async () => boom()),
      says("x"),
    ),
  ).toBe(`[callback-threw] The callback of step 1, calls("bash").then(…), threw: boom${at}`);
  expect(await failing(answers(boom), says("x"))).toBe(
    `[callback-threw] The function of step 1, answers(…), threw: boom${at}`,
  );
  expect(await failing(says("a").expecting(boom), says("x"))).toBe(
    `[callback-threw] Step 1 expected another request: boom${at}`,
  );
  expect(await failing(together(says("a").expecting(boom)), says("x"))).toContain(
    "[callback-threw] Step 1 expected another request: boom",
  );
});

it("fails when the summaries are a function that throws, or gives no text", async () => {
  const summarised = async (summaries: () => never) => {
    const { next } = createSummaryAnswers(summaries);
    return String(await next({} as never)).replace("PlaybookError: ", "");
  };
  expect(
    await summarised(() => {
      throw new Error("boom");
    }),
  ).toBe(`The summaries function threw at summary 1: boom
Likely cause: an assertion in it failed, or it has a mistake.
What to do: mend the function given as summaries.`);
  expect(await summarised(() => undefined as never)).toBe(`The summaries function returned no text at summary 1.
  expected: a text
  received: undefined
What to do: mend the function given as summaries.`);
});

it.each([undefined, null, 5])("says what a script is when it is given %s", (script) => {
  expect(() => createPlaybook(script as never)).toThrow("createPlaybook() was given no script.");
});

it("keeps the author's own error as the cause", async () => {
  const mine = new Error("mine");
  const playbook = createPlaybook([answers(() => Promise.reject(mine))]);
  await ask(playbook, "hi");
  expect(playbook.failure).toMatchObject({ code: "callback-threw", step: 1, cause: mine });
});

it("fails for params and answers that are none", async () => {
  const answered = async (step: Parameters<typeof when>[1] & object) => {
    const playbook = createPlaybook(step);
    await ask(playbook, "hi");
    return textOf(() => playbook.assertDone());
  };
  expect(await answered([calls("bash", () => "ls" as never)])).toBe(
    `[invalid-step] The params of step 1, calls("bash", …), returned something that is no object.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: an object
  received: "ls"`,
  );
  expect(await answered([answers(() => "text" as never)])).toBe(
    `[invalid-step] The function of step 1, answers(…), returned something that is not one step.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: a step, or an array of one
  received: "text"`,
  );
  expect(await answered([answers(() => [says("a"), says("b")])])).toBe(
    `[invalid-step] The function of step 1, answers(…), returned something that is not one step.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: a step, or an array of one
  received: an array of 2
What to do: put several parts of one response into together(…).`,
  );
});

it("fails for a tool that the request did not declare, unless the step allows it", async () => {
  const tools = [{ name: "bash" }, { name: "read" }];
  const playbook = createPlaybook([calls("bsah", { command: "ls" })]);
  await ask(playbook, "hi", {}, tools);
  expect(await textOf(() => playbook.assertDone())).toBe(
    `[undeclared-tool] Step 1 calls the tool "bsah", which the request did not declare.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: one of bash, read
  received: bsah
Likely cause: a typo for "bash".
What to do: correct the name, activate the tool, or write calls("bsah", …, { allowUndeclared: true }) for a model that calls it all the same.`,
  );
  const allowed = createPlaybook([calls("bsah", {}, { allowUndeclared: true })]);
  expect((await ask(allowed, "hi", {}, tools)).message.content).toMatchObject([{ type: "toolCall", name: "bsah" }]);
});

it("refuses a step that is awaited or returned from an async function, at once", async () => {
  const expected = `[awaited-step] The step calls("bash") was awaited, or returned from an async function.
  written at: packages/playbook/src/failures.test.ts:LINE
Likely cause: a step is a line of a script and not a promise; its .then() only captures the tool's result.
What to do: leave out the await, or return together(calls("bash", …)) or [calls("bash", …)] from an async function.`;
  const step: unknown = calls("bash");
  expect(await textOf(async () => await step)).toBe(expected);
  expect(await textOf(async () => step)).toBe(expected);
  const playbook = createPlaybook([answers((async () => step) as never)]);
  await ask(playbook, "hi");
  expect(await textOf(() => playbook.assertDone())).toBe(expected);
});

it("refuses what is no step when it is written", async () => {
  expect(await textOf(() => calls("bash", "ls" as never))).toBe(
    `[invalid-step] calls() was given something that is no tool call.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: params as an object, or a function that returns one
  received: "ls"
What to do: write calls("bash", { command: "ls" }).`,
  );
  expect(await textOf(() => calls("" as never))).toContain('expected: a tool\'s name\n  received: ""');
  expect(await textOf(() => says(3 as never))).toBe(
    "[invalid-step] says() was given something it cannot play.\n  written at: packages/playbook/src/failures.test.ts:LINE\n  expected: a text\n  received: 3",
  );
  expect(await textOf(() => together(fails("no")))).toContain(
    'expected: parts made by says(), thinks() and calls()\n  received: fails("no")',
  );
  expect(await textOf(() => together())).toContain("expected: at least one part");
  expect(await textOf(() => fails("no", { after: says("a") as never }))).toContain(
    "[invalid-step] fails() was given something it cannot play.\n",
  );
  expect(await textOf(() => fails("no", { after: [together(calls("bash").then(() => {}))] }))).toBe(
    `[invalid-step] fails() was given something it cannot play.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: after: an array of parts made by says(), thinks() and calls() without callbacks
  received: together(calls("bash"))`,
  );
  expect(await textOf(() => fails("no", { after: [fails("a", { after: [says("b")] })] }))).toContain(
    'received: fails("a", after says("b"))',
  );
  expect(await textOf(() => answers(says("a") as never))).toContain("expected: a function of the request");
  expect(await textOf(() => when("a", [{} as never]))).toBe(
    `[invalid-step] when() was given something it cannot play.
  written at: packages/playbook/src/failures.test.ts:LINE
  expected: steps made by says(), calls(), …
  received: {}
What to do: write when("a prompt", [says("an answer")]).`,
  );
  expect(await textOf(() => when("a", says("b") as never))).toContain(
    'expected: an array of steps\n  received: says("b")',
  );
  expect(await textOf(() => when(3 as never))).toContain("expected: a text, or { text, images?, source? }");
  expect(await textOf(() => createPlaybook(["hello" as never]))).toBe(
    `[invalid-step] The script holds something that is neither a turn nor a step.
  expected: an array of when(…), says(…), calls(…) …
  received: "hello"`,
  );
  expect(await textOf(() => createPlaybook({}))).toContain("createPlaybook() was given no script.");
});

it("refuses an id that an earlier call has", async () => {
  const playbook = createPlaybook([calls("bash", {}, { id: "x" }), calls("read", {}, { id: "x" })]);
  await ask(playbook, "hi");
  await ask(playbook, "hi");
  expect(await textOf(() => playbook.assertDone())).toBe(
    `[invalid-step] Step 2 calls "read" with the id "x", which an earlier call already has.
  written at: packages/playbook/src/failures.test.ts:LINE
What to do: give each call an id of its own, or none.`,
  );
});

it("refuses play() while it plays, and a script that begins outside a turn", async () => {
  const playbook = createPlaybook([when("go", [says("a")])]);
  const first = play(playbook);
  expect(await textOf(() => play(playbook))).toBe(
    `[busy] play() was called while it was playing.
Likely cause: the promise of the first call was not awaited.
What to do: await play() before it is called again.`,
  );
  await first;
  const loose = createPlaybook([says("a"), when("go", [])]);
  expect(await textOf(() => play(loose))).toContain(
    "[left-over] The first turn was about to be sent with 1 step unused.",
  );
});

it("names the model that has no script", async () => {
  const playbook = createPlaybook({ "model-a": [says("a")], "model-b": [says("b")] });
  await ask(playbook, "hi", { model: { ...playbook.model, id: "model-c" } });
  expect(await textOf(() => playbook.assertDone())).toBe(
    `[exhausted] The model "model-c" was asked, and no script is for it.
  expected: one of model-a, model-b
  received: model-c
What to do: add a script under "model-c" to createPlaybook({ … }).`,
  );
});

it("tells the listener the first failure once", async () => {
  const heard: Error[] = [];
  const playbook = createPlaybook([], { onFailure: (failure) => heard.push(failure) });
  await ask(playbook, "a");
  await ask(playbook, "b");
  expect(heard).toEqual([playbook.failure]);
});
