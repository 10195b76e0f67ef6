// A session for one test of a hook, disposed of when the test ends.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { onTestFinished } from "vitest";
import { createTestSession, type TestSession, type TestSessionOptions } from "../index.ts";

export const withExtension = async (
  extension: (pi: ExtensionAPI) => unknown,
  options: TestSessionOptions = {},
): Promise<TestSession> => {
  const { extensionFactories = [], ...rest } = options;
  const factory = async (pi: ExtensionAPI) => void (await extension(pi));
  const session = await createTestSession({ ...rest, extensionFactories: [factory, ...extensionFactories] });
  onTestFinished(() => session.dispose());
  return session;
};
