// Examples that change what the user types, and that talk to other extensions.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { says, when } from "pi-testkit";
import { expect, it } from "vitest";
import { withExample } from "./shipped.ts";

it("input-transform rewrites a prompt before the model sees it", async () => {
  const t = await withExample("input-transform.ts");
  await t.run(when("?quick What is pi?", [says("An agent.")]));
  expect(t.session.messages.filter((message) => message.role === "user")).toMatchObject([
    { content: [{ text: "Respond briefly in 1-2 sentences: What is pi?" }] },
  ]);
});

it("input-transform answers by itself, and the model is not asked", async () => {
  const t = await withExample("input-transform.ts");
  await t.run(when("ping"), when("?quick "));
  expect(t.ui.notifications).toEqual([
    { message: "pong", level: "info" },
    { message: "Usage: ?quick <question>", level: "warning" },
  ]);
  expect(t.playbook.requests).toEqual([]);
});

it("event-bus hears its own event, its command's, and another extension's", async () => {
  let other: ExtensionAPI | undefined;
  const t = await withExample("event-bus.ts", {
    extensionFactories: [
      (pi) => {
        other = pi;
      },
    ],
  });
  await t.run(when("/emit good news"));
  other?.events.emit("my:notification", { message: "hi", from: "outside" });
  expect(t.ui.notifications.map(({ message }) => message)).toEqual([
    "Event from event-bus-example: Session started",
    "Event from /emit command: good news",
    "Event from outside: hi",
  ]);
});
