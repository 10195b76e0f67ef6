// Commands of extensions.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const greet = (pi: ExtensionAPI) => {
  pi.registerCommand("greet", {
    description: "greets",
    handler: async (args, ctx) => {
      const name = args || (await ctx.ui.input("Name?")) || "nobody";
      ctx.ui.notify(`Hello ${name}`, "info");
    },
  });
};

it("runs a command with its arguments, and the model is not asked", async () => {
  const t = await withExtension(greet, { mockUI: { input: "Ada" } });
  await t.run(when("/greet Grace Hopper"), when("/greet"));
  expect(t.ui.notifications.map(({ message }) => message)).toEqual(["Hello Grace Hopper", "Hello Ada"]);
  expect(t.playbook.requests).toEqual([]);
  expect(t.session.messages.filter(({ role }) => role === "user")).toEqual([]);
});

it("sends what is no command to the model", async () => {
  const t = await withExtension(greet);
  await t.run(when("/greets", [says("What is that?")]));
  expect(t.playbook.requestFor(1)?.userText()).toBe("/greets");
});

it("plays the steps of the run that a command starts", async () => {
  const t = await withExtension((pi) => {
    pi.registerCommand("ask", {
      description: "asks the model",
      handler: async (args) => pi.sendUserMessage(`Please: ${args}`),
    });
  });
  await t.run(when("/ask sing", [says("La la.")]));
  expect(t.playbook.requestFor(1)?.userText()).toBe("Please: sing");
});

it("fails the run when a command throws, and records it when errors are not propagated", async () => {
  const breaks = (pi: ExtensionAPI) => {
    pi.registerCommand("break", {
      description: "throws",
      handler: async () => {
        throw new Error("out of paper");
      },
    });
  };
  const t = await withExtension(breaks);
  await expect(t.run(when("/break"))).rejects.toThrow(
    'The extension "command:break" failed in "command": out of paper',
  );
  const u = await withExtension(breaks, { propagateErrors: false });
  await u.run(when("/break"));
  expect(u.events.errors).toMatchObject([{ extensionPath: "command:break", error: "out of paper" }]);
});

it("numbers the commands of two extensions that have the same name, as pi does", async () => {
  const says = (text: string) => (pi: ExtensionAPI) =>
    pi.registerCommand("same", { description: text, handler: async (_args, ctx) => ctx.ui.notify(text, "info") });
  const t = await withExtension(says("first"), { extensionFactories: [says("second")] });
  await t.run(when("/same:2"), when("/same:1"));
  expect(t.ui.notifications.map(({ message }) => message)).toEqual(["second", "first"]);
});
