// #region own-harness

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentSession,
  DefaultResourceLoader,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { createEventCollector } from "@pi-testkit/event-collector";
import { createToolMocks } from "@pi-testkit/mock-tools";
import { createMockUI } from "@pi-testkit/mock-ui";
import { calls, createPlaybook, says, when } from "@pi-testkit/playbook";
import { expect, it } from "vitest";
import gate from "../full-session/gate.extension.ts";

it("tests an extension in a session built by hand", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "own-harness-"));
  const playbook = createPlaybook([when("clean up", [calls("bash", { command: "rm -rf build" }), says("Cleaned.")])]);
  const mocks = createToolMocks({ bash: "removed" });
  const events = createEventCollector({ stepOf: playbook.stepOf, isMocked: mocks.isMocked });
  const ui = createMockUI({ onCall: events.recordUI });

  const settingsManager = SettingsManager.inMemory();
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir: cwd,
    settingsManager,
    extensionFactories: [playbook.extension, mocks.extension, events.extension, gate],
    extensionsOverride: (loaded) => events.extensionsOverride(mocks.extensionsOverride(loaded)),
  });
  await resourceLoader.reload();
  const { session } = await createAgentSession({
    cwd,
    agentDir: cwd,
    settingsManager,
    resourceLoader,
    sessionManager: SessionManager.inMemory(cwd),
    model: playbook.model,
  });
  mocks.attach(session);
  events.attach(session);
  await session.bindExtensions({ uiContext: ui.context, onError: events.onError });

  await playbook.play((prompt) => session.prompt(prompt.text, prompt));

  expect(ui.calls).toMatchObject([{ method: "confirm", title: "Delete?", returnValue: true }]);
  expect(events.toolResults).toMatchObject([{ step: 1, text: "removed", mocked: true }]);
  events.assertTranscript();
  for (const double of [playbook, mocks, ui]) double.assertDone();
  session.dispose();
  rmSync(cwd, { recursive: true });
});
// #endregion own-harness
