// What a fake says when it is used in a way pi would never let happen: each message in full.
import { createMockUI } from "@pi-testkit/mock-ui";
import { expect, it } from "vitest";
import { createFakePi } from "./index.ts";

const messageOf = async (run: () => unknown) => {
  try {
    await run();
  } catch (thrown) {
    return (thrown as Error).message.replace(/misuse\.test\.ts:\d+:\d+/, "misuse.test.ts");
  }
  return "nothing was thrown";
};

const place = "  written at: packages/fake-pi-runtime/src/misuse.test.ts\n";

it("an unknown option", async () => {
  expect(await messageOf(() => createFakePi({ flag: {} } as never))).toBe(
    `createFakePi has no option "flag".\n${place}What to do: Write "flags".`,
  );
});

it("a value that an option does not take", async () => {
  expect(await messageOf(() => createFakePi({ mode: "gui" } as never))).toBe(
    `The option "mode" of createFakePi does not take "gui".\n${place}  expected: "tui", "rpc", "print", "json"\nWhat to do: Write "tui".`,
  );
  expect(await messageOf(() => createFakePi({ hasUI: "yes" } as never))).toBe(
    `The option "hasUI" of createFakePi does not take "yes".\n${place}  expected: true, false\nWhat to do: Use one of these, or leave it out.`,
  );
});

it("a value of another kind than an option takes", async () => {
  for (const [name, value, received, expected] of [
    ["ui", 5, "5", "an object"],
    ["ui", null, "null", "an object"],
    ["flags", "plan", '"plan"', "an object"],
    ["settings", [], "[]", "an object"],
    ["cwd", 5, "5", "a string"],
    ["model", "mini", '"mini"', "an object, or null"],
    ["tools", "bash", '"bash"', "an object, or an array"],
    ["exec", {}, "{}", "a function"],
    ["onFailure", 5, "5", "a function"],
    ["replies", "ok", '"ok"', "an array, or a function"],
    ["contextUsage", 5, "5", "an object, or a function"],
  ])
    expect(await messageOf(() => createFakePi({ [name as string]: value } as never))).toBe(
      `The option "${name}" of createFakePi does not take ${received}.\n${place}  expected: ${expected}\nWhat to do: Use one of these, or leave it out.`,
    );
});

it("options that are no object", async () => {
  for (const [options, received] of [
    [null, "null"],
    [5, "5"],
    [["bash"], '["bash"]'],
  ])
    expect(await messageOf(() => createFakePi(options as never))).toBe(
      `createFakePi takes its options as an object.\n${place}  received: ${received}\nWhat to do: Give an object, or leave it out.`,
    );
});

it("a payload that is no object", async () => {
  for (const [payload, received] of [
    [null, "null"],
    ["ls", '"ls"'],
    [["ls"], '["ls"]'],
  ])
    expect(await messageOf(() => createFakePi().emit("tool_call", payload as never))).toBe(
      `The payload of a "tool_call" event is an object.\n${place}  received: ${received}\nWhat to do: Give its fields as an object, or leave it out.`,
    );
});

it("an unknown event", async () => {
  expect(await messageOf(() => createFakePi().emit("toolcall" as never))).toBe(
    `There is no event "toolcall" in pi, so emitting it would run no handler.\n${place}What to do: Write "tool_call".`,
  );
});

it("an unknown field", async () => {
  expect(await messageOf(() => createFakePi().emit("tool_call", { tool: "bash" } as never))).toBe(
    `A "tool_call" event of pi has no field "tool", so an extension never sees it.\n${place}  expected: toolCallId, toolName, parentToolCallId, input\nWhat to do: Leave "tool" out.`,
  );
});

it("a mistyped field", async () => {
  expect(await messageOf(() => createFakePi().emit("tool_call", { toolName: 5 } as never))).toBe(
    `The field "toolName" of a "tool_call" event has a type that pi never gives it.\n${place}  expected: string\n  received: number\nWhat to do: Give "toolName" the type that pi's tool_call event has.`,
  );
});

it("a member no pi ever had", async () => {
  const { pi, ctx } = createFakePi();
  expect(await messageOf(() => (pi as never as { regsterTool(): void }).regsterTool())).toBe(
    `pi.regsterTool does not exist in any pi from 0.74 on.\n${place}What to do: Call pi.registerTool.`,
  );
  expect(await messageOf(() => (ctx as never as { isIdel(): void }).isIdel())).toBe(
    `ctx.isIdel does not exist in any pi from 0.74 on.\n${place}What to do: Call ctx.isIdle.`,
  );
  expect(await messageOf(() => (ctx.ui as never as { notfy(): void }).notfy())).toBe(
    `ctx.ui.notfy does not exist in any pi from 0.74 on.\n${place}What to do: Call ctx.ui.notify.`,
  );
});

it("reads what other versions have, symbols and probes as undefined", async () => {
  const { pi, ctx, emit } = createFakePi();
  expect((pi.events as never as { clear?: unknown }).clear).toBeUndefined();
  let reload: unknown = "unset";
  pi.on("agent_end", (_event, context) => {
    reload = (context as never as { reload?: unknown }).reload;
  });
  await emit("agent_end");
  expect(reload).toBeUndefined();
  for (const object of [pi, ctx] as never as Record<string | symbol, unknown>[])
    expect([object.then, object.toJSON, object[Symbol.iterator]]).toEqual([undefined, undefined, undefined]);
});

it("an unknown command, and one that has a suffix", async () => {
  const fake = createFakePi();
  const register = (pi: typeof fake.pi) => pi.registerCommand("deploy", { handler: async () => {} });
  await fake.load(register as never);
  expect(await messageOf(() => fake.runCommand("depoly"))).toBe(
    `No extension command is called "depoly".\n${place}  expected: deploy\nWhat to do: Call "deploy".`,
  );
  await fake.load(register as never);
  expect(await messageOf(() => fake.runCommand("deploy"))).toBe(
    `No extension command is called "deploy".\n${place}  expected: deploy:1, deploy:2\nLikely cause: several extensions register this name, so pi gives each a suffix\nWhat to do: Call "deploy:1".`,
  );
});

it("a flag nobody registers", async () => {
  const fake = createFakePi({ flags: { lod: true } });
  fake.pi.registerFlag("loud", { type: "boolean" });
  expect(await messageOf(() => fake.start())).toBe(
    `Unknown option: --lod: no loaded extension registers this flag.\n${place}  expected: loud\nLikely cause: pi's command line stops with this error\nWhat to do: Write "loud".`,
  );
});

it("a built-in tool nobody described", async () => {
  expect(await messageOf(() => createFakePi().callTool("bash", { command: "ls" }))).toBe(
    `The built-in tool "bash" is not faked: pi's read, bash, edit … touch the machine.\n${place}What to do: Use the option \`tools\` of createFakePi, such as \`{ bash: "output" }\`, or createTestSession with \`mockTools\`.`,
  );
});

it("exec nobody described", async () => {
  expect(await messageOf(() => createFakePi().pi.exec("git", ["status"]))).toBe(
    `pi.exec("git") is not faked: it starts a process.\n${place}What to do: Use the option \`exec\` of createFakePi.`,
  );
});

it("token estimates", async () => {
  const fake = createFakePi();
  expect(fake.ctx.getContextUsage()).toEqual({ tokens: 0, contextWindow: 200_000, percent: 0 });
  await fake.submit("hello");
  expect(await messageOf(() => fake.ctx.getContextUsage())).toBe(
    `ctx.getContextUsage() of a session with messages is not faked: only pi can estimate tokens, so it answers for an empty session only.\n${place}What to do: Use the option \`contextUsage\` of createFakePi, or createTestSession of pi-testkit.`,
  );
});

it("answers nobody asked for", async () => {
  const fake = createFakePi();
  fake.enqueueUi("yes");
  expect(await messageOf(() => fake.assertDone())).toBe(
    `One queued UI answer was never asked for.\n${place}  left:\n    "yes"\nLikely cause: the extension asked less often than the test expects\nWhat to do: Take the answer out, or make the extension ask.`,
  );
});

it("a queued answer that does not fit", async () => {
  for (const ui of [undefined, createMockUI()]) {
    const fake = createFakePi({ ui });
    fake.enqueueUi("zz");
    expect(await messageOf(() => fake.ctx.ui.select("Pick", ["a"]))).toBe(
      `select "Pick" was answered with something that is none of its options.\n${place}  expected: one of ["a"]\n  received: "zz" from enqueueUi(…)\nLikely cause: the extension offers other options than the test expects\nWhat to do: answer one of the options, or cancelled.`,
    );
    fake.enqueueUi(5);
    expect(await messageOf(() => fake.ctx.ui.input("Name"))).toBe(
      `input "Name" was answered with something it cannot return.\n${place}  expected: a string or cancelled\n  received: 5 from enqueueUi(…)\nWhat to do: answer with a value of that type; undefined returned by a function, and cancelled, dismiss the dialog.`,
    );
  }
});

it("a fake that was disposed", async () => {
  const fake = createFakePi();
  await fake.dispose();
  await fake.dispose();
  expect(await messageOf(() => fake.emit("agent_start"))).toBe(
    `emit("agent_start") was called after dispose().\n${place}What to do: Create a new fake.`,
  );
});

it("a handler for an event that pi does not have is a warning", async () => {
  const fake = createFakePi();
  await fake.load((pi: { on(event: string, handler: () => void): void }) => pi.on("tool_calls", () => {}));
  expect(fake.warnings).toEqual([
    `<inline:1> handles "tool_calls", an event pi does not have: the handler never runs. Did you mean "tool_call"?`,
  ]);
});

it("each message names the line it is about", async () => {
  const lineOf = (error: unknown) => Number(/misuse\.test\.ts:(\d+):/.exec((error as Error).message)?.[1]);
  const here = () => Number(/misuse\.test\.ts:(\d+):/.exec(String(new Error().stack?.split("\n")[2]))?.[1]);
  const thrownBy = (run: () => unknown) => {
    try {
      run();
    } catch (thrown) {
      return thrown;
    }
    return undefined;
  };
  const failing = () => {
    throw new Error("no");
  };
  const created = here() + 1;
  const fake = createFakePi({ replies: ["never"], flags: { lod: true } });
  expect(lineOf(thrownBy(() => fake.assertDone()))).toBe(created);
  expect(lineOf(await fake.start().catch((thrown) => thrown))).toBe(created);
  expect(lineOf(await fake.pi.exec("git", []).catch((thrown) => thrown))).toBe(created);

  const other = createFakePi();
  other.pi.on("agent_start", failing);
  other.pi.on("agent_end", failing);
  expect(lineOf(await other.load(failing).catch((thrown) => thrown))).toBe(here());
  expect(lineOf(await other.emit("agent_start").catch((thrown) => thrown))).toBe(here());
  await other.emit("agent_settled");
  const submitted = here() + 1;
  const run = other.submit("go", { replies: ["one", "two"] });
  expect(lineOf(await run.catch((thrown) => thrown.errors[0]))).toBe(submitted);
  expect(lineOf(thrownBy(() => other.assertDone()))).toBe(submitted);
  const queued = here() + 1;
  other.enqueueUi("used");
  other.enqueueUi("left");
  await other.ctx.ui.input("Name");
  expect(lineOf(thrownBy(() => other.assertDone()))).toBe(queued + 1);
  const wrong = here() + 1;
  other.enqueueUi("wrong");
  expect(await other.ctx.ui.input("Name")).toBe("left");
  expect(lineOf(await other.ctx.ui.select("Pick", ["a"]).catch((thrown) => thrown))).toBe(wrong);
  const last = createFakePi();
  last.enqueueUi("left");
  last.ctx.uiQueue.push("by hand");
  expect(lineOf(thrownBy(() => last.assertDone()))).toBeNaN();
});
