// The drift guard: every member and event that the installed pi declares must be known to the fake. What a new release
// adds is named here first.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventsOf, guardedInterfaces, membersOf, newNamesIn } from "./declared-names.ts";

const declarations = readFileSync(
  join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent/dist/core/extensions/types.d.ts"),
  "utf8",
);

it("knows every member of pi, of the contexts and of the UI, and every event", () => {
  expect(newNamesIn(declarations)).toEqual([]);
});

it("reads the declarations at all", () => {
  expect(membersOf(declarations, "ExtensionAPI").length).toBeGreaterThan(20);
  expect(membersOf(declarations, "ExtensionContext").length).toBeGreaterThan(10);
  expect(membersOf(declarations, "ExtensionCommandContext")).toContain("newSession");
  expect(membersOf(declarations, "ExtensionUIContext").length).toBeGreaterThan(25);
  expect(eventsOf(declarations).length).toBeGreaterThan(25);
});

it("names what a later pi adds", () => {
  const guarded = Object.keys(guardedInterfaces).filter((name) => membersOf(declarations, name).length > 0);
  expect(guarded.length).toBeGreaterThanOrEqual(4);
  const later = guarded.reduce(
    (text, name) =>
      text.replace(
        new RegExp(`(export interface ${name}\\b[^{]*\\{)`),
        `$1\n    /** {@link known} */\n    teleport<Where extends {\n        x: number;\n    }>(where: Where): Promise<void>;\n    readonly mood?: string;`,
      ),
    declarations.replace(
      /^( {4}on\(event: "input")/m,
      '    on(event: "moon_rise", handler: () => void): () => void;\n$1',
    ),
  );
  expect(newNamesIn(later)).toEqual([
    ...guarded.flatMap((name) => [`${name}.teleport`, `${name}.mood`]),
    "event moon_rise",
  ]);
});
