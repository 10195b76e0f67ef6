// The forms in which a caller can name a pi. Fetching a release needs the registry and is left to `sandbox:registry`.
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choosePi, hostVersion } from "./choose-pi.ts";
import { emptyFolder, writeFiles } from "./fixtures/package-folder.ts";
import { openSandboxFolder, type SandboxFolder } from "./sandbox-folder.ts";

let folder: SandboxFolder;
beforeAll(() => {
  folder = openSandboxFolder(undefined);
});
afterAll(() => folder.close(false));

const pretend = (dir: string, version: string): string =>
  writeFiles(dir, {
    "package.json": {
      name: "@earendil-works/pi-coding-agent",
      version,
      bin: { pi: "dist/bundle/cli.js" },
      exports: { ".": { import: "./dist/index.js" } },
    },
    "dist/index.js": "",
    "dist/bundle/cli.js": "",
  });

test("a path may be the package, a folder it is installed in, or its program", async () => {
  const root = emptyFolder();
  const dir = pretend(join(root, "node_modules/@earendil-works/pi-coding-agent"), "7.8.9");
  mkdirSync(join(root, "bin"));
  symlinkSync(join(dir, "dist/bundle/cli.js"), join(root, "bin/pi"));
  for (const asked of [dir, root, join(root, "node_modules"), join(root, "bin/pi")]) {
    expect(await choosePi(folder, asked, root)).toEqual({
      asked,
      version: "7.8.9",
      dir,
      entry: join(dir, "dist/index.js"),
    });
  }
});

test("where the program is a bundle, pi is the bundle: its loader is the one a user has", async () => {
  const dir = pretend(join(emptyFolder(), "pi"), "7.8.9");
  writeFiles(dir, { "dist/bundle/index.js": "" });
  expect((await choosePi(folder, dir, dir)).entry).toBe(join(dir, "dist/bundle/index.js"));
});

test("a version that is installed beside the caller is not fetched", async () => {
  const installed = await choosePi(folder, "installed", emptyFolder());
  expect(await choosePi(folder, installed.version, emptyFolder())).toEqual({ ...installed, asked: installed.version });
  expect(installed.dir).toBe(realpathSync(join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent")));
});

test("the packages that pi gives to extensions have versions of their own", async () => {
  const pi = await choosePi(folder, "installed", emptyFolder());
  expect(hostVersion(pi, "@earendil-works/pi-coding-agent")).toBe(pi.version);
  expect(hostVersion(pi, "@earendil-works/pi-tui")).toBe(pi.version);
  expect(hostVersion(pi, "typebox")).toMatch(/^\d+\.\d+\.\d+$/);
  expect(hostVersion(pi, "no-such-package")).toBeUndefined();
});
