import { expect, test } from "vitest";
import { finishDeclaration } from "./finish-declarations.ts";

test("relative imports name the compiled file", () => {
  expect(
    finishDeclaration(
      'import type { A } from "./a.ts";\nexport { b } from "../b/index.ts";\nexport type C = import("./c.ts").C;\nimport "pkg/d.ts";\n',
    ),
  ).toBe(
    'import type { A } from "./a.js";\nexport { b } from "../b/index.js";\nexport type C = import("./c.js").C;\nimport "pkg/d.ts";\n',
  );
});

test.each(["Disposable", "AsyncDisposable", "{ [Symbol.dispose](): void }", "{ [Symbol.asyncDispose](): void }"])(
  "a declaration that names %s opens with the lib it needs",
  (type) => {
    const declaration = `export declare const it: ${type};\n`;
    expect(finishDeclaration(declaration)).toBe(`/// <reference lib="esnext.disposable" />\n${declaration}`);
  },
);

test("a reference that the source wrote itself is not doubled, and one that nothing needs goes", () => {
  const written = '/// <reference lib="esnext.disposable" preserve="true" />\nexport type D = Disposable;\n';
  expect(finishDeclaration(written)).toBe('/// <reference lib="esnext.disposable" />\nexport type D = Disposable;\n');
  expect(finishDeclaration(written.replace("Disposable;", "string;"))).toBe("export type D = string;\n");
});
