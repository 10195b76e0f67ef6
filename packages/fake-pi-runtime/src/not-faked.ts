// What cannot be told without real pi, and which double can: the literal list behind every `not-faked` error.

import { type FakePiError, fakeFailure } from "./fake-pi-error.ts";
import { as } from "./pi-seams.ts";

/**
 * Each thing this package does not fake: why, and what to use instead. The README prints this list.
 *
 * @example
 * Object.keys(notFakedMembers); // what a test that needs real pi is about
 */
export const notFakedMembers = {
  "the text of the system prompt": {
    why: "it is made of pi's own files; the fake shows a placeholder that handlers can extend, replace and read back",
    use: "createTestSession of pi-testkit: `playbook.requests[i].systemPrompt`",
  },
  "ctx.getContextUsage": {
    why: "only pi can estimate tokens, so it answers for an empty session only",
    use: "the option `contextUsage` of createFakePi, or createTestSession of pi-testkit",
  },
  "a built-in tool": {
    why: "pi's read, bash, edit … touch the machine",
    use: 'the option `tools` of createFakePi, such as `{ bash: "output" }`, or createTestSession with `mockTools`',
  },
  "ctx.modelRegistry.complete": {
    why: "there is no model behind the fake",
    use: "createTestSession of pi-testkit with a playbook",
  },
  "ctx.modelRegistry.stream": {
    why: "there is no model behind the fake",
    use: "createTestSession of pi-testkit with a playbook",
  },
  "ctx.modelRegistry.streamSimple": {
    why: "there is no model behind the fake",
    use: "createTestSession of pi-testkit with a playbook",
  },
  "skills and prompt templates": {
    why: "they are files that pi's resource loader reads; a text that names one is passed on as it is",
    use: "createTestSession of pi-testkit with `skills` and `prompts`",
  },
  "resizing of images": {
    why: "pi does it with a native library; images pass unchanged",
    use: "createTestSession of pi-testkit",
  },
  "renderers and components": {
    why: "they draw on a terminal; the fake keeps them as data",
    use: "createMockUI of @pi-testkit/mock-ui with `custom`, which runs a component on a virtual terminal",
  },
  "retries, automatic compaction and cache warming": {
    why: "they follow from what a provider answers",
    use: "createTestSession of pi-testkit with a playbook",
  },
  "pi.exec": {
    why: "it starts a process",
    use: "the option `exec` of createFakePi",
  },
} as const satisfies Record<string, { why: string; use: string }>;

export const notFaked = (
  what: keyof typeof notFakedMembers | (string & {}),
  detail: string | undefined,
  writtenAt: string | undefined,
): FakePiError => {
  const entry = as<Record<string, { why: string; use: string }>>(notFakedMembers)[what];
  return fakeFailure("not-faked", {
    happened: `${detail ?? what} is not faked${entry ? `: ${entry.why}` : ""}.`,
    writtenAt,
    fix: `Use ${entry?.use ?? "createTestSession of pi-testkit"}.`,
  });
};
