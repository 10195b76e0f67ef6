// A setup file for vitest: `setupFiles: ["pi-testkit/vitest/isolate"]` keeps every test file away from the user's home.
import { afterAll } from "vitest";
import { isolateProcess } from "../isolate-process.ts";

const isolation = isolateProcess();
afterAll(() => isolation[Symbol.dispose]());
