// The four doubles of a session, wired to each other and to the run's failures by plain callbacks.
import { createEventCollector, type EventCollector } from "@pi-testkit/event-collector";
import { createToolMocks, type ToolMocks } from "@pi-testkit/mock-tools";
import { createMockUI, type MockUI } from "@pi-testkit/mock-ui";
import { createPlaybook, type Playbook } from "@pi-testkit/playbook";
import { createExecMocks, type ExecMocks } from "./exec-mocks.ts";
import { createExecReach, type ExecReach } from "./exec-reach.ts";
import type { RunFailures } from "./run-failures.ts";
import { toolThrew } from "./run-problems.ts";
import type { TestSessionOptions } from "./test-session-options.ts";

export interface Doubles {
  readonly playbook: Playbook;
  readonly mocks: ToolMocks;
  readonly events: EventCollector;
  readonly ui: MockUI;
  readonly exec: ExecMocks;
  readonly execReach: ExecReach;
  dispose(): void;
}

/** @param isAborting whether the current run was aborted: what a tool throws then is the abort, no error of its own. */
export const createDoubles = (
  options: TestSessionOptions,
  failures: RunFailures,
  isAborting: () => boolean,
): Doubles => {
  const { propagateErrors = true, mode = "tui", mockUI = {} } = options;
  const onFailure = failures.keep;
  const playbook = createPlaybook([], { models: options.models, onFailure });
  const mocks = createToolMocks(options.mockTools ?? {}, {
    onUnmocked: options.onUnmocked,
    stepOf: playbook.stepOf,
    onFailure,
    onRealThrow({ toolName, toolCallId }, error) {
      if (propagateErrors && !isAborting())
        failures.add(
          toolThrew({ toolName, step: playbook.stepOf(toolCallId), writtenAt: playbook.placeOf(toolCallId), error }),
          { stop: true },
        );
    },
  });
  const events = createEventCollector({
    stepOf: playbook.stepOf,
    isMocked: mocks.isMocked,
    onFailure,
  });
  const ui = createMockUI({
    ...mockUI,
    mode,
    onCall(call) {
      events.recordUI(call);
      return mockUI.onCall?.(call);
    },
    onFailure(failure) {
      mockUI.onFailure?.(failure);
      onFailure(failure);
    },
  });
  const exec = createExecMocks(options.mockExec ?? {}, onFailure);
  const execReach = createExecReach(options.mockExec && exec);
  return {
    playbook,
    mocks,
    events,
    ui,
    exec,
    execReach,
    dispose() {
      execReach.dispose();
      playbook.dispose();
      events.dispose();
      ui.dispose();
    },
  };
};
