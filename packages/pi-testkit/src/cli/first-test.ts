// The text of the first test, for each runner. It passes for an extension that loads and lets a command through or blocks it.

export const runners = ["vitest", "node"] as const;
export type Runner = (typeof runners)[number];

/** Spelled once, so that the import in the text does not read as one of this file. */
const kit = "pi-testkit";

const session = (extensions: readonly string[]): string =>
  `    extensions: [${extensions.map((path) => JSON.stringify(path)).join(", ")}],
    // No command runs for real: this is what bash answers instead.
    mockTools: { bash: ({ command }) => \`ran \${command}\` },
    // What the user answers, when the extension asks.
    mockUI: { confirm: true },`;

const turn = `    when("list the files", [calls("bash", { command: "ls" }), says("There is nothing.")]),`;

const texts: Readonly<Record<Runner, (extensions: readonly string[]) => string>> = {
  vitest: (extensions) => `// The extension in a session of real pi; only the model, bash and the user are doubles.
import { calls, says, when } from "${kit}";
import { createTestSession } from "${kit}/vitest";
import { expect, it } from "vitest";

it("loads, and the model works with it", async () => {
  const session = await createTestSession({
${session(extensions)}
  });
  await session.run(
${turn}
  );

  // \`console.log(session.events.tree())\` shows the whole run.
  expect(session.events.toolSequence()).toEqual(["bash"]);
  expect(session.events.errors).toEqual([]);
});
`,
  node: (extensions) => `// The extension in a session of real pi; only the model, bash and the user are doubles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, createTestSession, says, when } from "${kit}";

test("loads, and the model works with it", async (t) => {
  const session = await createTestSession({
${session(extensions)}
  });
  t.after(() => session.dispose());
  await session.run(
${turn}
  );

  // \`console.log(session.events.tree())\` shows the whole run.
  assert.deepEqual(session.events.toolSequence(), ["bash"]);
  assert.deepEqual(session.events.errors, []);
});
`,
};

/** @param extensions paths relative to the folder the tests are started in. */
export const firstTest = (runner: Runner, extensions: readonly string[]): string => texts[runner](extensions);
