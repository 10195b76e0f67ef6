// Glue for vitest: sessions that end with their test, and matchers. The core knows no runner.
import { expect } from "vitest";
import { matchers } from "./vitest/matchers.ts";

export { createTestSession } from "./vitest/create-test-session.ts";
export { matchers, type TestSessionMatchers } from "./vitest/matchers.ts";

expect.extend(matchers);
