// The input hook: what the user types, before anything else sees it.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, it } from "vitest";
import { says, when } from "../index.ts";
import { withExtension } from "./hook-session.ts";

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const image = { type: "image" as const, data: onePixel, mimeType: "image/png" };

it("chains transformations, and hands on images and the source", async () => {
  const seen: unknown[] = [];
  const upper = (pi: ExtensionAPI) => {
    pi.on("input", ({ text, source, images }) => {
      seen.push({ text, source, images: images?.length ?? 0 });
      return { action: "transform", text: text.toUpperCase(), ...(images ? { images } : {}) };
    });
  };
  const polite = (pi: ExtensionAPI) => {
    pi.on("input", ({ text }) => {
      seen.push(text);
      return { action: "transform", text: `${text}, please` };
    });
  };
  const t = await withExtension(upper, { extensionFactories: [polite] });
  await t.run(when({ text: "look", images: [image], source: "rpc" }, [says("Seen.")]));
  expect(seen).toEqual([{ text: "look", source: "rpc", images: 1 }, "LOOK"]);
  expect(t.playbook.requestFor(1)?.userText()).toBe("LOOK, please");
  expect(t.playbook.requestFor(1)?.messages.at(-1)?.content).toContainEqual(image);
});

it("handles input by itself, and later handlers do not see it", async () => {
  const later: string[] = [];
  const t = await withExtension(
    (pi) => pi.on("input", ({ text }) => (text === "ping" ? { action: "handled" } : { action: "continue" })),
    { extensionFactories: [(pi) => void pi.on("input", ({ text }) => void later.push(text))] },
  );
  await t.run(when("ping"), when("pong", [says("Pong.")]));
  expect(later).toEqual(["pong"]);
  expect(t.playbook.requests).toHaveLength(1);
});

it("tells apart what the user and what an extension sent", async () => {
  const sources: string[] = [];
  const t = await withExtension((pi) => {
    pi.on("input", ({ source }) => void sources.push(source));
    pi.registerCommand("ask", { description: "asks", handler: async () => pi.sendUserMessage("by the extension") });
  });
  await t.run(when("by the user", [says("1")]), when("/ask", [says("2")]));
  expect(sources).toEqual(["interactive", "extension"]);
});
