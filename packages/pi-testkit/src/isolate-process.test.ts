import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { expect, it } from "vitest";
import { isolateProcess } from "./index.ts";

it("points home and agent dir to a temporary folder, and puts them back", () => {
  const before = { home: process.env.HOME, agentDir: process.env.PI_CODING_AGENT_DIR };
  const isolation = isolateProcess();
  const home = homedir();
  expect(home).not.toBe(before.home);
  expect(process.env.PI_CODING_AGENT_DIR?.startsWith(home)).toBe(true);
  expect(existsSync(home)).toBe(true);
  isolation[Symbol.dispose]();
  isolation[Symbol.dispose]();
  expect(existsSync(home)).toBe(false);
  expect({ home: process.env.HOME, agentDir: process.env.PI_CODING_AGENT_DIR }).toEqual(before);
});

it("leaves a variable alone that somebody else has set since", () => {
  const before = process.env.HOME;
  const isolation = isolateProcess();
  process.env.HOME = "/somebody/else";
  isolation[Symbol.dispose]();
  expect(process.env.HOME).toBe("/somebody/else");
  process.env.HOME = before;
});
