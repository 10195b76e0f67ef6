// What one child answers with, as the test queues it: data only, since the child cannot call into the test.
import type { ScriptJSON } from "@pi-testkit/playbook/script";

/** The result of a tool of the script, in place of running it. */
export type ScriptedTool = string | { readonly text: string; readonly details?: unknown; readonly isError?: boolean };

/** Which children a response is for. All that is given must fit. */
export interface ResponseMatch {
  /** Arguments that must appear, one after the other. */
  readonly args?: readonly string[] | undefined;
  /** The first prompt as pi builds it: equal to a text, or found by an expression. In RPC mode the child then claims with its first `prompt`. */
  readonly prompt?: string | RegExp | undefined;
  /** The working directory. */
  readonly cwd?: string | undefined;
  /** Variables the child's environment must have with these values. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The answer of one child. Without `steps`, `output` or `jsonl` the task is echoed. */
export interface MockPiResponse {
  /** The reply to every prompt: text in print mode, the events of a reply in JSON and RPC mode. */
  readonly output?: string | undefined;
  /** The child's exit code. Default: what real pi would exit with. */
  readonly exitCode?: number | undefined;
  /** Written to stderr as it is. */
  readonly stderr?: string | undefined;
  /** Milliseconds before anything is written. */
  readonly delay?: number | undefined;
  /** Lines written to stdout in any mode, and nothing else: texts as they are, values as JSON. */
  readonly jsonl?: readonly unknown[] | undefined;
  /** Files written first: text by path, relative to the child's working directory. */
  readonly writeFiles?: Readonly<Record<string, string>> | undefined;
  /** The model's script, as the playbook has it. */
  readonly steps?: ScriptJSON | undefined;
  /** Results of tools by name, in place of running them. */
  readonly tools?: Readonly<Record<string, ScriptedTool>> | undefined;
  readonly match?: ResponseMatch | undefined;
  /** How many children it answers. Default 1; the last one queued, without it, answers all that follow. */
  readonly times?: number | undefined;
  /** The child kills itself by this signal after its output. */
  readonly signal?: string | undefined;
  /** The child does not end after its output; the limit of its life still holds. */
  readonly hang?: boolean | undefined;
}

/** @internal A response as it lies in the state folder; a RegExp became its source and flags. */
export interface StoredResponse extends Omit<MockPiResponse, "match"> {
  /** Its name in the queue, put in with it. */
  readonly queuedAs?: string;
  readonly match?: Omit<ResponseMatch, "prompt"> & {
    readonly prompt?: string;
    readonly promptPattern?: readonly [source: string, flags: string];
  };
}
