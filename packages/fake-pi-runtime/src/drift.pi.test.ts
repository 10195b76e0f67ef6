// The drift guard: every member and event that the installed pi declares must be known to the fake. What a new release
// adds is named here first.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { knownEventNames } from "./event-payloads.ts";
import { createNoUI } from "./no-ui.ts";
import { knownMembers } from "./unknown-members.ts";

const declarations = readFileSync(
  join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent/dist/core/extensions/types.d.ts"),
  "utf8",
).replace(/\/\*[\s\S]*?\*\//g, "");

/** The member names at the first level of an interface. */
const membersOf = (name: string): string[] => {
  const start = declarations.search(new RegExp(`export interface ${name}\\b[^{]*\\{`));
  if (start < 0) return [];
  const body = declarations.slice(declarations.indexOf("{", start) + 1);
  const end = body.search(/^\}/m);
  return [...body.slice(0, end).matchAll(/^ {4}(?:readonly )?([A-Za-z]\w*)[?]?[(:<]/gm)].map(([, member]) =>
    String(member),
  );
};

const newIn = (declared: readonly string[], known: readonly string[]) => [
  ...new Set(declared.filter((name) => !known.includes(name))),
];

const noUI = Object.keys(Object.getOwnPropertyDescriptors(createNoUI()));

it.each([
  ["ExtensionAPI", knownMembers.pi],
  ["ExtensionContext", knownMembers.ctx],
  ["ExtensionCommandContext", knownMembers.ctx],
  ["ExtensionToolContext", knownMembers.ctx],
  ["ReplacedSessionContext", knownMembers.ctx],
  ["ExtensionUIContext", noUI],
] as const)("knows every member of %s", (name, known) => {
  expect(newIn(membersOf(name), known)).toEqual([]);
});

it("knows every event of pi.on", () => {
  const events = [...declarations.matchAll(/^ {4}on\(event: "(\w+)"/gm)].map(([, event]) => String(event));
  expect(events.length).toBeGreaterThan(25);
  expect(newIn(events, knownEventNames)).toEqual([]);
});

it("reads the declarations at all", () => {
  expect(membersOf("ExtensionAPI").length).toBeGreaterThan(20);
  expect(membersOf("ExtensionContext").length).toBeGreaterThan(10);
  expect(membersOf("ExtensionUIContext").length).toBeGreaterThan(25);
});
