import type { Options } from "tsup";
import { buildOf } from "../../tsup.base.ts";

const base = buildOf(["src/index.ts", "src/mock-pi-rpc.ts"]) as Options;

// The child is started often, so it is one small file: CommonJS, since importing `node:fs` the other way loads all streams.
const child: Options = {
  ...base,
  entry: ["src/pi.ts"],
  format: "cjs",
  minify: true,
  splitting: false,
  sourcemap: false,
  clean: false,
  outExtension: () => ({ js: ".cjs" }),
};

export default [{ ...base, clean: ["!pi.cjs"] }, child];
