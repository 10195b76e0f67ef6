// Hook tests of pi's shipped examples with the fake alone; the same notes are taken on real pi and must be equal.
import { cpSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { createMockUI } from "@pi-testkit/mock-ui";
import { describe, expect, it } from "vitest";
import { openFake } from "../fake-arm.ts";
import { observe } from "../observe.ts";
import { openReal } from "../real-arm.ts";
import type { OpenStage } from "../stage.ts";
import { shippedExamples, shippedFiles } from "./examples.ts";
import type { ShippedExample } from "./shipped-example.ts";

// Node strips no types below node_modules, so the examples are copied out of it first.
const copies = join(import.meta.dirname, "dist");
const shipped = join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent/examples/extensions");
if (!existsSync(copies)) mkdirSync(copies);
cpSync(shipped, copies, { recursive: true });
// Some of them write below pi's agent folder: not that of the user.
process.env.PI_CODING_AGENT_DIR = mkdtempSync(join(tmpdir(), "pi-shipped-"));

const factoryOf = async (file: string): Promise<ExtensionFactory> =>
  ((await import(join(copies, file))) as { default: ExtensionFactory }).default;

const notesOf = async (example: ShippedExample, factory: ExtensionFactory, open: OpenStage) => {
  const ui = createMockUI({ onUnhandled: () => undefined, ...example.ui });
  const observations = await observe(async (openStage, see) => {
    const stage = await openStage({
      extensions: [factory],
      ...(example.replies ? { replies: example.replies } : {}),
      ...(example.setup?.mode === "print" ? {} : { ui: ui.context }),
      ...example.setup,
    });
    await example.act(stage, see, ui);
    see("errors", stage.errors);
  }, open);
  return Object.fromEntries(observations.map(({ label, value }) => [label, value]));
};

describe("shipped examples", () => {
  it.each([...shippedExamples])("$file $shows", async (example) => {
    const factory = await factoryOf(example.file);
    const fake = await notesOf(example, factory, openFake);
    expect(fake).toEqual({ ...example.expected, errors: [] });
    expect(await notesOf(example, factory, openReal)).toEqual(fake);
  });
});

it("covers at least 25 examples", () => {
  expect(shippedFiles.length).toBeGreaterThanOrEqual(25);
});
