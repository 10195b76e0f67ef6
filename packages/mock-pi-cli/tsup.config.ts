import type { Options } from "tsup";
import { buildOf } from "../../tsup.base.ts";

const base = buildOf(["src/index.ts", "src/mock-pi-rpc.ts"]) as Options;

// The child is started often, so it is one small file: CommonJS, since importing `node:fs` the other way loads all streams;
// and a call of `require` for each source file is one too many.
const once = (code: string): string => {
  const names = ["fs", "path"];
  const heads = names.map((name) => `${name}$=require("${name}")`).join();
  return `const ${heads};${code.replace(/require\("(?:node:)?(fs|path)"\)/g, "$1$$")}`;
};

const child: Options = {
  ...base,
  entry: ["src/pi.ts"],
  format: "cjs",
  minify: true,
  splitting: false,
  sourcemap: false,
  clean: false,
  outExtension: () => ({ js: ".cjs" }),
  plugins: [{ name: "require-once", renderChunk: (code) => ({ code: once(code) }) }],
};

export default [{ ...base, clean: ["!pi.cjs"] }, child];
