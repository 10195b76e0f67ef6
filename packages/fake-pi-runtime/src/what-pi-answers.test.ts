// What pi answers to calls that an extension or its host seldom makes: measured on real pi.
import { expect, it } from "vitest";
import { createFakePi } from "./index.ts";

it.each(["tui", "rpc", "print", "json"] as const)("says of navigateTree and fork what mode %s says", async (mode) => {
  const fake = createFakePi({ mode });
  await fake.submit("one");
  await fake.submit("two");
  const users = fake.entries.filter(({ message }) => message?.role === "user");
  expect(await fake.ctx.navigateTree(String(users[1]?.id), { summarize: true })).toStrictEqual({ cancelled: false });
  expect(await fake.ctx.navigateTree(String(users[0]?.id))).toStrictEqual({ cancelled: false });
  expect(await fake.ctx.fork(String(users[0]?.id))).toStrictEqual({ cancelled: false });
});
