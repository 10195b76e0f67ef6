// What the fake costs: importing it against an empty script and against importing pi; a hook test (load, emit, look)
// against the same hook in a full session. Ratios of one run, the best of several rounds taken turn about.
import { spawnSync } from "node:child_process";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createFakePi } from "@pi-testkit/fake-pi-runtime";
import { calls, createTestSession, says, when } from "pi-testkit";

const rounds = Number(process.env.ROUNDS ?? 10);

/** Milliseconds of each work, the best of all rounds. */
const best = async (works: Readonly<Record<string, () => unknown>>): Promise<Record<string, number>> => {
  const result: Record<string, number> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      await work();
      result[name] = Math.min(result[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
    }
  return result;
};

const node = (code: string) => () =>
  spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: import.meta.dirname, stdio: "ignore" });

const imports = await best({
  empty: node(""),
  fake: node('await import("@pi-testkit/fake-pi-runtime")'),
  pi: node('await import("@earendil-works/pi-coding-agent")'),
});
const over = (name: string) => (imports[name] ?? Number.NaN) - (imports.empty ?? Number.NaN);
console.log(
  `import: empty script ${imports.empty?.toFixed(0)} ms, the fake ${over("fake").toFixed(0)} ms more, ` +
    `pi ${over("pi").toFixed(0)} ms more, ratio ${(over("pi") / over("fake")).toFixed(0)}`,
);

const extension = (pi: ExtensionAPI) => {
  pi.on("tool_call", ({ toolName }) => (toolName === "bash" ? { block: true, reason: "no" } : undefined));
};

const hooks = await best({
  fake: async () => {
    const fake = createFakePi();
    await fake.load(extension);
    const result = await fake.emit("tool_call", { toolName: "bash", input: { command: "ls" } });
    if (result?.reason !== "no") throw new Error("not blocked");
  },
  session: async () => {
    const t = await createTestSession({ extensionFactories: [extension] });
    await t.run(when("go", [calls("bash", { command: "ls" }), says("ok")]));
    if (t.events.blockedCalls().length !== 1) throw new Error("not blocked");
    await t.dispose();
  },
});
console.log(
  `hook test: fake ${hooks.fake?.toFixed(2)} ms, full session ${hooks.session?.toFixed(2)} ms, ` +
    `ratio ${((hooks.session ?? Number.NaN) / (hooks.fake ?? Number.NaN)).toFixed(0)} (at least 50)`,
);
