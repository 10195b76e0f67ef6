// What counts as an import, in code that is written to mislead a pattern.
import { expect, test } from "vitest";
import { importsOf } from "./imports-of.ts";

test("every form of an import is found", () => {
  expect(
    importsOf(`
import a, { b as c, type D } from "a";
import * as e from 'e';
import"f";
export { g } from "g";
export * from "h";
export * as i from "i";
const j = await import("j"), k = require('k'), l = import(\`l\`);
import data from "./m.json" with { type: "json" };
`),
  ).toEqual(["a", "e", "f", "g", "h", "i", "j", "k", "l", "./m.json"]);
});

test("text that looks like an import is none", () => {
  const source = String.raw`
// import "comment";
/* require("block") */
const text = "import('string')", quote = 'it\'s require("escaped")';
const pattern = /require\("regular\/expression"\)['"]/g, half = 4 / 2 / require("division");
const template = ${"`"}require("template") ${"${"}require("inside") + ${"`"}nested ${"${"}{ a: "}" }.a}${"`"}} import "rest"${"`"};
loader.require("method"); __require("bundler"); $import("dollar"); important("word");
`;
  expect(importsOf(source)).toEqual(["division", "inside"]);
});

test("an import whose failure is caught is left out", () => {
  expect(
    importsOf(`
try { require("tried"); { await import("deeper"); } } catch { require("fallback"); }
import("caught").catch(() => {});
import("later").then((module) => module.run());
retry { require("no-keyword") }
`),
  ).toEqual(["fallback", "later", "no-keyword"]);
});

test("what pi's loader makes of an import is read as one", () => {
  const transformed = `var _a = _interopRequireDefault(await jitiImport("a"));
Promise.resolve().then(() => jitiImport("b").then((m) => _interopRequireWildcard(m))).catch(() => {});
await Promise.resolve().then(() => jitiImport("c").then((m) => _interopRequireWildcard(m)));`;
  expect(importsOf(transformed)).toEqual(["a", "c"]);
});

test("text that does not end is read to its end", () => {
  for (const source of ['import "a"; "open', 'import "a"; /* open', "import 'a'; `open ${", 'import "a"; /open']) {
    expect(importsOf(source)).toEqual(["a"]);
  }
});
