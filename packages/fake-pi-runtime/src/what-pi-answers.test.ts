// What pi answers to calls that an extension or its host seldom makes: measured on real pi.
import { expect, it } from "vitest";
import { createFakePi } from "./index.ts";

it("records what was sent without the keys it did not have", () => {
  const { pi, sent } = createFakePi();
  pi.sendMessage({ customType: "note", content: "x" } as never, { deliverAs: "nextTurn" });
  expect(sent).toStrictEqual([
    {
      kind: "message",
      content: "x",
      customType: "note",
      options: { deliverAs: "nextTurn" },
      delivery: "nextTurn",
    },
  ]);
});

it("shows a flag without a value as one that has none", () => {
  const { pi, flags } = createFakePi({ flags: { plan: true } });
  pi.registerFlag("plan", { type: "boolean" });
  pi.registerFlag("model", { type: "string" });
  expect([flags.get("plan").value, "value" in flags.get("model")]).toEqual([true, false]);
});

it("reports a message that is none, as pi does", async () => {
  const { pi, sent, errors, settled } = createFakePi({ errors: "record" });
  expect([pi.sendMessage(undefined as never), pi.sendUserMessage(undefined as never)]).toEqual([undefined, undefined]);
  await settled();
  expect(errors).toEqual([
    {
      extensionPath: "<runtime>",
      event: "send_message",
      error: "Cannot read properties of undefined (reading 'customType')",
    },
    { extensionPath: "<runtime>", event: "send_user_message", error: "content is not iterable" },
  ]);
  expect(sent).toStrictEqual([
    { kind: "message", content: undefined, delivery: "rejected" },
    { kind: "user", content: undefined, delivery: "rejected" },
  ]);
});

it.each(["tui", "rpc", "print", "json"] as const)("says of navigateTree and fork what mode %s says", async (mode) => {
  const fake = createFakePi({ mode });
  await fake.submit("one");
  await fake.submit("two");
  const users = fake.entries.filter(({ message }) => message?.role === "user");
  expect(await fake.ctx.navigateTree(String(users[1]?.id), { summarize: true })).toStrictEqual({ cancelled: false });
  expect(await fake.ctx.navigateTree(String(users[0]?.id))).toStrictEqual({ cancelled: false });
  expect(await fake.ctx.fork(String(users[0]?.id))).toStrictEqual({ cancelled: false });
});

it("loads one after another, also when nobody waits in between", async () => {
  const fake = createFakePi();
  const seen: string[] = [];
  const slow = (name: string) => async () => {
    seen.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(`${name} ends`);
  };
  const failing = async () => {
    await slow("b")();
    throw new Error("no");
  };
  const loads = await Promise.allSettled([fake.load(slow("a")), fake.load(failing), fake.load(slow("c"))]);
  expect(loads.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
});

it("starts a factory at once when none is loading", async () => {
  const fake = createFakePi();
  let ran = 0;
  const first = fake.load(() => void ran++);
  expect(ran).toBe(1);
  await first;
  void fake.load(() => void ran++);
  expect(ran).toBe(2);
});
