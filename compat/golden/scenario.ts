// What a golden scenario is: one script and one way to drive pi, as data, so that both arms get the very same.
import type { MockPiOptions, RpcScenario } from "@pi-testkit/mock-pi-cli";
import type { ScriptJSON } from "@pi-testkit/playbook/script";

/** One move of the client. */
export type Move =
  /** Writes a command and waits for its response. */
  | { readonly send: Readonly<Record<string, unknown>> }
  /** Writes a record and goes on. */
  | { readonly write: Readonly<Record<string, unknown>> }
  /** Writes text as it is. */
  | { readonly raw: string }
  /** Waits for a record that comes after the last one waited for and has these fields. */
  | { readonly until: Readonly<Record<string, unknown>> }
  /** Waits for a text on stderr. */
  | { readonly untilStderr: string }
  /** Answers the newest `extension_ui_request` that was not answered. */
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly pause: number }
  | { readonly kill: "SIGTERM" | "SIGHUP" | "SIGINT" }
  | { readonly end: true };

export interface GoldenScenario {
  readonly mode: "rpc" | "json" | "print";
  readonly script?: ScriptJSON;
  readonly args?: readonly string[];
  readonly stdin?: string;
  /** `<CWD>` in a text becomes the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The mock loads no extension: what the scenario's extension does, for the mock. */
  readonly mock?: { readonly rpc?: RpcScenario; readonly extensionFlags?: MockPiOptions["extensionFlags"] };
  /** RPC only; pi's input is closed at the end of it. */
  readonly moves?: readonly Move[];
  /** Runs on releases from this one on. */
  readonly since?: string;
  /** A command that tells whether a program pi's tool starts is there and young enough; if it fails the scenario is left out. */
  readonly needs?: readonly string[];
  /** Part of `npm test`. */
  readonly fast?: true;
}

/** `says` with the default prompt, for scenarios whose point lies elsewhere. */
export const oneReply: ScriptJSON = [{ when: "hi", steps: [{ says: "hello world" }] }];

/** Waits for the end of a run, on every release. */
export const untilEnd: Move = { until: { type: "agent_end", willRetry: false } };

/** A prompt and the wait for its run. */
export const promptAndWait = (message: string): readonly Move[] => [
  { send: { id: "p", type: "prompt", message } },
  untilEnd,
  { pause: 60 }, // agent_settled, where a release has it
];
