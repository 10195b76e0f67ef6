// One package to import from: whatever a double exports, pi-testkit exports too.
import * as eventCollector from "@pi-testkit/event-collector";
import * as fakePiRuntime from "@pi-testkit/fake-pi-runtime";
import * as mockPiCli from "@pi-testkit/mock-pi-cli";
import * as mockTools from "@pi-testkit/mock-tools";
import * as mockUI from "@pi-testkit/mock-ui";
import * as playbook from "@pi-testkit/playbook";
import * as sandboxInstall from "@pi-testkit/sandbox-install";
import { expect, it } from "vitest";
import * as kit from "./index.ts";

it.each(Object.entries({ eventCollector, fakePiRuntime, mockPiCli, mockTools, mockUI, playbook, sandboxInstall }))(
  "exports everything of %s",
  (_name, double) => {
    const missing = Object.keys(double).filter((name) => !(name in kit));
    expect(missing).toEqual([]);
  },
);

it("composes verifySandboxInstall instead of passing it on", () => {
  expect(kit.verifySandboxInstall).not.toBe(sandboxInstall.verifySandboxInstall);
});
