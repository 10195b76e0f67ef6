import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportsOf } from "./read-declarations.ts";

test("finds what an entry declares, passes on, and has from other packages", () => {
  const folder = mkdtempSync(join(tmpdir(), "declarations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "index.d.ts"),
    `export { type Shape, area as areaOf } from "./shape.ts";
export { type Other } from "@pi-testkit/mock-ui";
/** Made of "{" and "}". */
export declare const braces: "{" | "}";
//# source${"MappingURL"}=index.d.ts.map
`,
  );
  writeFileSync(
    join(folder, "shape.d.ts"),
    `interface Hidden {
    size: number;
}
/**
 * A shape.
 *
 * @example
 * draw({ size: 1 });
 */
export type Shape = (Hidden & {
    /** Such as { or ). */
    name: string;
}) | "none";
/** How large. */
export declare function area(shape: Shape): number;
export declare function area(shape: Shape, unit: string): string;
`,
  );
  expect(exportsOf(folder, "index.d.ts")).toEqual([
    {
      name: "areaOf",
      declaration: "function area(shape: Shape): number;\nfunction area(shape: Shape, unit: string): string;",
      docstring: "How large.",
      from: undefined,
    },
    { name: "braces", declaration: 'const braces: "{" | "}";', docstring: 'Made of "{" and "}".', from: undefined },
    { name: "Other", declaration: undefined, docstring: "", from: "@pi-testkit/mock-ui" },
    {
      name: "Shape",
      declaration: 'type Shape = (Hidden & {\n    /** Such as { or ). */\n    name: string;\n}) | "none";',
      docstring: "A shape.\n\n@example\ndraw({ size: 1 });",
      from: undefined,
    },
  ]);
});
