#!/usr/bin/env node
// The command `pi-testkit`. It imports nothing of pi, so that it also answers where pi is missing or broken.
import { runCommandLine } from "./cli/command-line.ts";

process.exitCode = runCommandLine(process.argv.slice(2), {
  folder: process.cwd(),
  nodeVersion: process.versions.node,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
