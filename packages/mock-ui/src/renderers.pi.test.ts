// What pi's transcript shows of shipped extensions' calls, messages and entries.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { bareSession } from "../../event-collector/src/fixtures/bare-session.ts";
import { createRenderers } from "./index.ts";

const folder = join(process.env.PI_FOLDER as string, "@earendil-works/pi-coding-agent/examples/extensions");
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const renderersOf = async (name: string) => {
  const t = await bareSession({ replies: [], extensionPaths: [join(folder, name)] });
  ends.push(t.dispose);
  return createRenderers(t.session);
};

it("message-renderer: the extension's text, collapsed and expanded, and pi's own for another type", async () => {
  const { renderMessage } = await renderersOf("message-renderer.ts");
  const message = { content: "disk is full", details: { level: "warn", timestamp: 1 } };
  expect(await renderMessage("status-update", message)).toBe(" [WARN] disk is full");
  expect(await renderMessage("status-update", message, { expanded: true, width: 30 })).toMatch(
    /^ \[WARN\] disk is full\n {3}at .*/,
  );
  expect(await renderMessage("unknown", { content: "plain" })).toBe(" [unknown]\n\n plain");
});

it("entry-renderer: the extension's card, and nothing for another type", async () => {
  if (!existsSync(join(folder, "entry-renderer.ts"))) {
    const { renderEntry } = await renderersOf("message-renderer.ts");
    expect(await renderEntry("status-card", { message: "saved", timestamp: 1 })).toBe("");
    return;
  }
  const { renderEntry } = await renderersOf("entry-renderer.ts");
  expect(await renderEntry("status-card", { message: "saved", timestamp: 1 })).toBe(" [status] saved");
  expect(await renderEntry("status-card", { message: "saved", timestamp: 1 }, { expanded: true })).toMatch(
    /\n .*19(69|70)/,
  );
  expect(await renderEntry("unknown", {})).toBe("");
});

it("built-in-tool-renderer: a tool call before and after its result, collapsed and expanded", async () => {
  const { renderTool } = await renderersOf("built-in-tool-renderer.ts");
  const call = { name: "bash", arguments: { command: "ls" } };
  expect(await renderTool(call)).toContain("$ ls");
  expect(await renderTool(call, { content: "a\nb" })).toBe(" $ ls\n done (2 lines)");
  expect(await renderTool(call, { content: "a\nb" }, { expanded: true })).toBe(" $ ls\n done (2 lines)\n a\n b");
});

it("todo: a call and its result with details", async () => {
  const { renderTool } = await renderersOf("todo.ts");
  const details = { action: "add", todos: [{ id: 1, text: "milk", done: false }], nextId: 2 };
  expect(
    await renderTool({ name: "todo", arguments: { action: "add", text: "milk" } }, { content: "Added", details }),
  ).toBe(' todo add "milk"\n ✓ Added #1 milk');
});
