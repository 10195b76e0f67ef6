// The sandbox's check, with a smoke test on top: the installed package in a scripted session of the caller's pi.

import type { TestEvents } from "@pi-testkit/event-collector";
import { lazyCallSite, onBehalfOf } from "@pi-testkit/failure-report";
import type { ToolHandlers } from "@pi-testkit/mock-tools";
import type { Turn } from "@pi-testkit/playbook";
import {
  type Sandbox,
  type SandboxOptions,
  type SandboxResult,
  verifySandboxInstall as verifyInstall,
} from "@pi-testkit/sandbox-install";
import { createTestSession } from "./create-test-session.ts";

/** A session to run with what was installed. */
export interface SmokeTest {
  readonly mockTools?: ToolHandlers | undefined;
  readonly script: readonly Turn[];
}

/** What `verifySandboxInstall` of this package takes beside the options of the sandbox. */
export interface SmokeOptions {
  /** Runs in this process, on the pi that this process resolves, after the package was loaded in the sandbox. */
  readonly smoke?: SmokeTest | undefined;
}

/** A result, with what happened in the smoke test when there was one. */
export type SmokedResult = SandboxResult & { readonly smoke?: { readonly events: TestEvents } };

/**
 * `verifySandboxInstall` of `@pi-testkit/sandbox-install`, and with `smoke` also a scripted session of what was installed.
 *
 * @throws what that function throws, and what the smoke test's `run()` throws.
 * @example
 * const { problems, smoke } = await verifySandboxInstall({
 *   packageDir: ".",
 *   smoke: { mockTools: { bash: "ok" }, script: [when("go", [calls("my_tool"), says("done")])] },
 * });
 */
export function verifySandboxInstall(
  options: SandboxOptions & SmokeOptions & { pi?: string | undefined },
): Promise<SmokedResult>;
export function verifySandboxInstall(
  options: SandboxOptions & SmokeOptions & { pi: readonly string[] },
): Promise<Record<string, SmokedResult>>;
export async function verifySandboxInstall({
  smoke,
  pi,
  ...options
}: SandboxOptions & SmokeOptions & { pi?: string | readonly string[] | undefined }): Promise<
  SmokedResult | Record<string, SmokedResult>
> {
  const place = lazyCallSite(verifySandboxInstall);
  let events: TestEvents | undefined;
  const check = async (sandbox: Sandbox): Promise<void> => {
    await options.check?.(sandbox);
    // With several releases of pi the sandbox is checked once for each; this process has one pi.
    if (smoke && events === undefined) events = await onBehalfOf(place, () => runSmoke(sandbox, smoke));
  };
  const smoked = (result: SandboxResult): SmokedResult => (events ? { ...result, smoke: { events } } : result);
  if (typeof pi === "string" || pi === undefined)
    return smoked(await onBehalfOf(place, () => verifyInstall({ ...options, pi, check })));
  const results = await onBehalfOf(place, () => verifyInstall({ ...options, pi, check }));
  return Object.fromEntries(Object.entries(results).map(([version, result]) => [version, smoked(result)]));
}

const runSmoke = async ({ extensionPaths }: Sandbox, { mockTools, script }: SmokeTest): Promise<TestEvents> => {
  const session = await createTestSession({ extensions: extensionPaths, mockTools });
  try {
    await session.run(...script);
    return session.events;
  } finally {
    await session.dispose();
  }
};
