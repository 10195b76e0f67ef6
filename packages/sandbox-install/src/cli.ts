#!/usr/bin/env node
// The command `pi-testkit-sandbox-install`: checks a package on one or several pis, for a terminal or for CI.
import { runCommandLine } from "./command-line.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
});
