import { expect, test } from "vitest";
import { finishDeclaration } from "./finish-declarations.ts";

test("relative imports name the compiled file", () => {
  expect(
    finishDeclaration(
      'import type { A } from "./a.ts";\nexport { b } from "../b/index.ts";\nexport type C = import("./c.ts").C;\nimport "pkg/d.ts";\n',
      "index.d.ts",
    ),
  ).toBe(
    'import type { A } from "./a.js";\nexport { b } from "../b/index.js";\nexport type C = import("./c.js").C;\nimport "pkg/d.ts";\n',
  );
});

test.each(["Disposable", "AsyncDisposable", "{ [Symbol.dispose](): void }", "{ [Symbol.asyncDispose](): void }"])(
  "a declaration that names %s opens with the lib it needs",
  (type) => {
    const declaration = `export declare const it: ${type};\n`;
    expect(finishDeclaration(declaration, "index.d.ts")).toBe(
      `/// <reference lib="esnext.disposable" />\n${declaration}`,
    );
  },
);

test("a reference that the source wrote itself is not doubled, and one that nothing needs goes", () => {
  const written = '/// <reference lib="esnext.disposable" preserve="true" />\nexport type D = Disposable;\n';
  expect(finishDeclaration(written, "index.d.ts")).toBe(
    '/// <reference lib="esnext.disposable" />\nexport type D = Disposable;\n',
  );
  expect(finishDeclaration(written.replace("Disposable;", "string;"), "index.d.ts")).toBe("export type D = string;\n");
});

test("the private failure report is imported from its copy inside the package", () => {
  const declaration = 'import type { FailureStory } from "@pi-testkit/failure-report";\n';
  expect(finishDeclaration(declaration, "index.d.ts")).toBe(
    'import type { FailureStory } from "./failure-report/index.js";\n',
  );
  expect(finishDeclaration(declaration, "dialogs/select.d.ts")).toBe(
    'import type { FailureStory } from "../failure-report/index.js";\n',
  );
});
