// The example of the README.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMockPi } from "./index.ts";

/** What the README's reader has: a function that starts a pi. */
const review = (path: string) =>
  once(spawn("pi", ["--mode", "json", "--no-session", `Review ${path}`], { stdio: "ignore" }), "close");

// #region reviewer
const pi = createMockPi();
beforeEach(() => pi.install());
afterEach(() => {
  pi.uninstall();
  pi.reset();
});

test("the reviewer is asked", async () => {
  pi.onCall({ steps: [{ calls: "read", params: { path: "a.ts" } }, { says: "Looks good." }] });
  await review("a.ts"); // starts `pi --mode json …`
  expect(pi.invocations()[0]?.argv).toContain("json");
  pi.assertDone();
});
// #endregion reviewer
