// The package where no pi is installed: its sources, copied to a folder from which only the other packages can be seen.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const own = join(import.meta.dirname, "..");

test("no pi anywhere", { timeout: 60_000 }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scripted-pi-test-")));
  using _folder = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["src", "package.json"]) cpSync(join(own, name), join(folder, name), { recursive: true });
  symlinkSync(join(own, "node_modules", "@pi-testkit"), join(folder, "node_modules", "@pi-testkit"), "junction");
  writeFileSync(
    join(folder, "start.ts"),
    `import { startScriptedPi } from "./src/index.ts";
try {
  startScriptedPi({ playbook: [] });
} catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}
`,
  );
  const ran = spawnSync(process.execPath, ["--conditions=pi-testkit-source", "start.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(ran.stderr).toBe("");
  expect(JSON.parse(ran.stdout)).toEqual({
    code: "pi-not-found",
    message:
      "There is no pi installed.\n  written at: start.ts:3:3\n  expected: the package @earendil-works/pi-coding-agent\nWhat to do: install @earendil-works/pi-coding-agent, or name one with `pi`.",
  });
});
