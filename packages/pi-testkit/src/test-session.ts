// The session a test holds: what it can do and what it can read.
import type { AgentSession, AgentSessionRuntime } from "@earendil-works/pi-coding-agent";
import type { TestEvents } from "@pi-testkit/event-collector";
import type { ToolMocks } from "@pi-testkit/mock-tools";
import type { MockUI } from "@pi-testkit/mock-ui";
import type { Playbook, Turn } from "@pi-testkit/playbook";
import type { ExecMocks } from "./exec-mocks.ts";

/** A session of real pi with a scripted model, mocked tools and a mocked user. */
export interface TestSession {
  /**
   * Plays turns: sends each prompt, waits until pi is done with it, and checks that the turn's steps were used.
   * @throws the first thing that went wrong, whatever pi made of it in between.
   * @example await t.run(when("hi", [says("hello")]));
   */
  run(...turns: Turn[]): Promise<void>;
  /** Waits for work that was started after `run()`, and throws what went wrong in it. */
  settled(): Promise<void>;
  /** pi's current session; another one after a command replaced it. */
  readonly session: AgentSession;
  /** pi's runtime, which replaces sessions. */
  readonly runtime: AgentSessionRuntime;
  /** The working directory. */
  readonly cwd: string;
  /** pi's agent dir, in a temporary folder. */
  readonly agentDir: string;
  /** What happened. */
  readonly events: TestEvents;
  /** The user. */
  readonly ui: MockUI;
  /** The model. */
  readonly playbook: Playbook;
  /** The tools' mocks. */
  readonly mocks: ToolMocks;
  /** The programs that ran, or were mocked, with `mockExec`. */
  readonly exec: ExecMocks;
  /** Ends what runs, fires `session_shutdown`, removes the temporary folders. Twice is fine. Never asserts. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
