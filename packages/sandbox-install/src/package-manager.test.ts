// Which package manager a project belongs to, and the real ones that are at hand.
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, healthyExtension, writeFiles } from "./fixtures/package-folder.ts";
import { detectPackageManager, managerOfCommand, workspaceRoot } from "./package-manager.ts";
import { verifySandboxInstall } from "./verify-sandbox-install.ts";

const detected = (files: Record<string, string | object>, folder = "."): string =>
  detectPackageManager(join(writeFiles(emptyFolder(), files), folder)).name;

test("the lock file tells, the nearest one", () => {
  expect(detected({ "package.json": {}, "pnpm-lock.yaml": "" })).toBe("pnpm");
  expect(detected({ "package.json": {}, "yarn.lock": "" })).toBe("yarn");
  expect(detected({ "package.json": {}, "bun.lockb": "" })).toBe("bun");
  expect(detected({ "package.json": {}, "package-lock.json": "{}" })).toBe("npm");
  expect(detected({ "pnpm-lock.yaml": "", "packages/one/package.json": {} }, "packages/one")).toBe("pnpm");
  expect(detected({ "pnpm-lock.yaml": "", "one/package.json": {}, "one/bun.lock": "" }, "one")).toBe("bun");
});

test("packageManager in package.json comes first", () => {
  expect(detected({ "package.json": { packageManager: "yarn@4.9.2" }, "package-lock.json": "{}" })).toBe("yarn");
  expect(detected({ "package.json": { packageManager: "vlt@1.0.0" }, "pnpm-lock.yaml": "" })).toBe("pnpm");
});

test("a repository ends the search, and npm is what is left", () => {
  expect(detected({ "pnpm-lock.yaml": "", "inner/.git/HEAD": "", "inner/package.json": {} }, "inner")).toBe("npm");
});

test("the manager that a command runs is found as pi finds it", () => {
  expect(managerOfCommand(["npm"])).toBe("npm");
  expect(managerOfCommand(["/usr/local/bin/pnpm.cmd"])).toBe("pnpm");
  expect(managerOfCommand(["npx", "--yes", "pnpm@12.21.0"])).toBe("pnpm");
  expect(managerOfCommand(["mise", "exec", "node@22", "--", "bun"])).toBe("bun");
  expect(managerOfCommand(["corepack", "yarn"])).toBe("yarn");
  expect(managerOfCommand(["/opt/my-npm"])).toBe("npm");
});

test("the root of a workspace is found from a member", () => {
  const root = writeFiles(emptyFolder(), { "pnpm-workspace.yaml": "", "packages/one/package.json": {} });
  expect(workspaceRoot(join(root, "packages/one"))).toBe(root);
  const alone = writeFiles(emptyFolder(), { "package.json": {} });
  expect(workspaceRoot(alone)).toBe(alone);
});

test("pnpm packs a member of its workspace, and what only pnpm understands is resolved", {
  timeout: 120_000,
}, async () => {
  const root = writeFiles(emptyFolder(), {
    "package.json": { name: "root", private: true },
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "packages/helper/package.json": { name: "helper-of-the-fixture", version: "2.0.0" },
    "packages/member/package.json": {
      name: "member",
      version: "1.0.0",
      pi: { extensions: ["./index.ts"] },
      peerDependencies: { "helper-of-the-fixture": "workspace:^" },
      publishConfig: { access: "public" },
    },
    "packages/member/index.ts": healthyExtension(),
    "packages/member/node_modules/helper-of-the-fixture/package.json": {
      name: "helper-of-the-fixture",
      version: "2.0.0",
    },
  });
  let peers: unknown;
  const { problems } = await verifySandboxInstall({
    packageDir: join(root, "packages/member"),
    check: async ({ packageDir }) => {
      const { default: manifest } = await import(join(packageDir, "package.json"), { with: { type: "json" } });
      peers = manifest.peerDependencies;
    },
  });
  expect({ problems, peers }).toEqual({ problems: [], peers: { "helper-of-the-fixture": "^2.0.0" } });
});
