// The files by which a child finds its mock: a JavaScript file, and `pi` and `pi.cmd` that start it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileCacheFolder } from "./mock-folder.ts";

/** The file that starts the child, and what is in it. */
const startFile = (state: string): readonly [name: string, text: string] => {
  // Run from its sources the mock starts its sources, and Node strips the types.
  const source = import.meta.url.endsWith(".ts");
  const child = new URL(source ? "./pi.ts" : "./pi.cjs", import.meta.url);
  const run = `runChild(${JSON.stringify(state)});\n`;
  // Compiling is half of what a start takes beside Node's own.
  const cache = `enableCompileCache(${JSON.stringify(compileCacheFolder())});\n`;
  return source
    ? [
        "pi.mjs",
        `import { enableCompileCache } from "node:module";\n${cache}const { runChild } = await import(${JSON.stringify(child.href)});\n${run}`,
      ]
    : [
        "pi.cjs",
        `require("node:module").${cache}const { runChild } = require(${JSON.stringify(fileURLToPath(child))});\n${run}`,
      ];
};

/** Writes the three files into `folder`; returns the path of the JavaScript file. */
export const writeLaunchers = (folder: string, state: string): string => {
  const [name, text] = startFile(state);
  const cliPath = join(folder, name);
  const program = process.execPath;
  writeFileSync(cliPath, text);
  writeFileSync(join(folder, "pi"), `#!/bin/sh\nexec "${program}" "${cliPath}" "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, "pi.cmd"), `@"${program}" "${cliPath}" %*\r\n`);
  return cliPath;
};
