// What a check leaves behind: nothing, in the source tree, in the temporary folder and among the processes.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyFolder, healthyExtension, packageFolder, writeFiles } from "./fixtures/package-folder.ts";
import type { Sandbox } from "./sandbox-options.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const timeout = 120_000;
let temporary = "";

beforeEach(() => {
  temporary = emptyFolder();
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(() => vi.unstubAllEnvs());

const sandboxes = (): string[] => readdirSync(temporary).filter((name) => name.startsWith("pi-testkit-"));

/** Every file below a folder, with its content and time of change. */
const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const stats = statSync(join(folder, path));
      return `${path} ${stats.mtimeMs} ${stats.isFile() ? readFileSync(join(folder, path), "utf8") : ""}`;
    });

test("the source tree is only read, also when the package's own scripts build what is packed", {
  timeout,
}, async () => {
  const root = writeFiles(emptyFolder(), {
    "package.json": { name: "root", private: true, workspaces: ["packages/*"] },
    "words.txt": "hello",
    "packages/member/package.json": {
      name: "member",
      version: "1.0.0",
      files: ["dist"],
      scripts: { prepack: "node build.mjs", postpack: "node -e \"fs.writeFileSync('packed', '')\"" },
      pi: { extensions: ["./dist/index.js"] },
    },
    "packages/member/build.mjs": `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import command from "tool";
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.js", command(readFileSync("../../words.txt", "utf8")));
`,
    "node_modules/tool/package.json": { name: "tool", version: "1.0.0", type: "module", main: "index.js" },
    "node_modules/tool/index.js":
      "export default (name) => 'module.exports = (pi) => pi.registerCommand(\"' + name + '\", { handler() {} });';",
  });
  const before = listing(root);
  const { problems, loaded, tarball } = await verifySandboxInstall({ packageDir: join(root, "packages/member") });
  expect(problems).toEqual([]);
  expect(loaded.commands).toEqual(["hello"]);
  expect(tarball.files).toEqual(["dist/index.js", "package.json"]);
  expect(listing(root)).toEqual(before);
  expect(sandboxes()).toEqual([]);
});

test("the caller's check sees the sandbox, and the sandbox goes when it throws", { timeout }, async () => {
  const packageDir = packageFolder({ "index.ts": healthyExtension() }, { name: "@fixture/scoped" });
  let seen: Sandbox | undefined;
  const run = verifySandboxInstall({
    packageDir,
    check: async (sandbox) => {
      seen = sandbox;
      expect(existsSync(join(sandbox.dir, "node_modules/@fixture/scoped/package.json"))).toBe(true);
      expect(sandbox.packageDir).toBe(join(sandbox.dir, "node_modules/@fixture/scoped"));
      expect(sandbox.extensionPaths).toEqual([join(sandbox.packageDir, "index.ts")]);
      throw new Error("not what I wanted");
    },
  });
  await expect(run).rejects.toThrow("not what I wanted");
  expect(seen && existsSync(seen.dir)).toBe(false);
  expect(sandboxes()).toEqual([]);
});

test("keep leaves the sandbox and says where", { timeout }, async () => {
  const packageDir = packageFolder({ "index.ts": healthyExtension() });
  const { keptAt } = await verifySandboxInstall({ packageDir, keep: true });
  expect(sandboxes().map((name) => join(temporary, name))).toEqual([keptAt]);
  expect(existsSync(join(keptAt ?? "", "pi-1/project/.pi/npm/node_modules/fixture/index.ts"))).toBe(true);
  const failing = verifySandboxInstall({ packageDir, keep: true, npmCommand: "no-such-manager" });
  await expect(failing).rejects.toThrow(/\nThe sandbox was kept at .*pi-testkit-sandbox-\w+\.$/);
});

test("several at once, on several pis, do not disturb each other", { timeout }, async () => {
  const one = packageFolder({ "index.ts": healthyExtension("one") }, { name: "one" });
  const two = packageFolder({ "index.ts": healthyExtension("two") }, { name: "two" });
  const pi = ["installed", join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent")];
  const [first, second, third] = await Promise.all([
    verifySandboxInstall({ packageDir: one, pi }),
    verifySandboxInstall({ packageDir: two }),
    verifySandboxInstall({ packageDir: one }),
  ]);
  expect(Object.keys(first)).toEqual(pi);
  expect(Object.values(first).map(({ loaded }) => loaded.commands)).toEqual([["one"], ["one"]]);
  expect([second.loaded.commands, third.loaded.commands]).toEqual([["two"], ["one"]]);
  expect([...Object.values(first), second, third].flatMap(({ problems }) => problems)).toEqual([]);
  expect(sandboxes()).toEqual([]);
});

test("a packed tarball is checked as it is", { timeout }, async () => {
  const packageDir = packageFolder({ "index.ts": healthyExtension() }, { scripts: { prepack: "exit 1" } });
  const kept = await verifySandboxInstall({
    packageDir: packageFolder({ "index.ts": healthyExtension("packed") }),
    keep: true,
  });
  const tarball = join(kept.keptAt ?? "", "pack/fixture-1.0.0.tgz");
  const { loaded, problems } = await verifySandboxInstall({ packageDir: tarball });
  expect({ problems, commands: loaded.commands }).toEqual({ problems: [], commands: ["packed"] });
  await expect(verifySandboxInstall({ packageDir })).rejects.toThrow("could not pack fixture");
});

test("a pi that never comes to an end is stopped when its time is up", { timeout }, async () => {
  const packageDir = packageFolder({ "index.ts": "export default () => { for (;;); };\n" });
  const { problems } = await verifySandboxInstall({ packageDir, timeoutMs: 8000 });
  expect(problems.map(({ code }) => code)).toEqual(["process-died"]);
  expect(problems[0]?.message).toContain("pi was still loading it when the time was up");
  expect(sandboxes()).toEqual([]);
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("a killed parent leaves no folder and no process", { timeout }, async () => {
  const pidFile = join(emptyFolder(), "pid");
  const packageDir = packageFolder({
    "index.ts": `import { writeFileSync } from "node:fs";
export default async () => {
  writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
  setInterval(() => {}, 1000);
  await new Promise(() => {});
};
`,
  });
  const program = `import { verifySandboxInstall } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
await verifySandboxInstall({ packageDir: ${JSON.stringify(packageDir)} });`;
  const parent = spawn(process.execPath, ["--conditions=pi-testkit-source", "--input-type=module", "--eval", program], {
    stdio: "ignore",
  });
  await vi.waitFor(() => expect(readFileSync(pidFile, "utf8")).not.toBe(""), { timeout: 90_000, interval: 100 });
  const pid = Number(readFileSync(pidFile, "utf8"));
  expect([isRunning(pid), sandboxes().length]).toEqual([true, 1]);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect([isRunning(pid), sandboxes()]).toEqual([false, []]), {
    timeout: 20_000,
    interval: 100,
  });
});
