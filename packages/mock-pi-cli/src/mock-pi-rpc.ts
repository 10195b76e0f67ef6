#!/usr/bin/env node
// `mock-pi-rpc <scenario.json>`: the RPC double as a program of its own.
import { readFileSync } from "node:fs";
import { runScenario } from "./child/run-scenario.ts";
import { MockPiError } from "./mock-pi-error.ts";
import { parseScenario } from "./scenario.ts";

const usage = "Usage: mock-pi-rpc <scenario.json> [arguments of pi, which are ignored]";

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const read = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return fail(`The scenario ${path} cannot be read: ${(error as Error).message}`);
  }
};

const path = process.argv[2];
if (path === undefined || path === "--help") fail(usage);
else
  try {
    runScenario(parseScenario(read(path), path));
  } catch (error) {
    if (!MockPiError.isInstance(error)) throw error;
    fail(error.message);
  }
