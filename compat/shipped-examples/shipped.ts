// Where pi's shipped example extensions lie, and a session with one of them that ends with its test.
// The examples are tested where they lie: nothing of them is copied.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestSession, type TestSession, type TestSessionOptions } from "pi-testkit";
import { onTestFinished } from "vitest";

/** The folder of pi's example extensions. */
export const folder = join(
  dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent")))),
  "examples/extensions",
);

/** A session with the named example, disposed of when the test ends. */
export const withExample = async (name: string, options: TestSessionOptions = {}): Promise<TestSession> => {
  const session = await createTestSession({ ...options, extensions: [join(folder, name)] });
  onTestFinished(() => session.dispose());
  return session;
};
