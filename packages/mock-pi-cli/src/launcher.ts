// The files by which a child finds its mock: a JavaScript file, and `pi` and `pi.cmd` that start it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Run from its sources the mock starts its sources; Node strips the types. */
const childModule = new URL(import.meta.url.endsWith(".ts") ? "./pi.ts" : "./pi.js", import.meta.url).href;

/** Writes the three files into `folder`; returns the path of the JavaScript file. */
export const writeLaunchers = (folder: string, state: string): string => {
  const cliPath = join(folder, "pi.mjs");
  writeFileSync(
    cliPath,
    `#!${process.execPath}\nimport { runChild } from ${JSON.stringify(childModule)};\nrunChild(${JSON.stringify(state)});\n`,
    { mode: 0o755 },
  );
  const program = process.execPath;
  writeFileSync(join(folder, "pi"), `#!/bin/sh\nexec "${program}" "${cliPath}" "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, "pi.cmd"), `@"${program}" "${cliPath}" %*\r\n`);
  return cliPath;
};
