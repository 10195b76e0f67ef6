// The command as a user runs it: its table, its JSON, its exit codes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "./command-line.ts";
import { healthyExtension, packageFolder } from "./fixtures/package-folder.ts";

const timeout = 120_000;
const piDir = join(process.env.PI_FOLDER ?? "", "@earendil-works/pi-coding-agent");

const run = async (args: string[], isTerminal = false) => {
  let out = "";
  let err = "";
  const code = await runCommandLine(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal,
  });
  const settled = out.replace(/\d+ ms/g, "<time>").replace(/\d+\.\d s/g, "<time>");
  return { code, out: settled, err };
};

test("a healthy package: a table and exit code 0, with progress on a terminal only", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() });
  const { code, out, err } = await run([folder, "--pi", "installed", "--pi", piDir], true);
  expect({
    code,
    out: out.replaceAll(/pi \d+\.\d+\.\d+/g, "pi <v>"),
    steps: err.split(" …").length - 1,
  }).toMatchInlineSnapshot();
});

test("problems: each told once, and exit code 1", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension() },
    { pi: { extensions: ["./index.ts", "./dist/more.js"] }, scripts: { postinstall: "node x.js" } },
  );
  const { code, out, err } = await run([folder, "--pi", "installed", "--pi", piDir]);
  expect({ code, out: out.replaceAll(/pi \d+\.\d+\.\d+/g, "pi <v>"), err }).toMatchInlineSnapshot();
});

test("JSON, by pi", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() });
  const { code, out } = await run([folder, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ installed: { problems: [], loaded: { commands: ["hello"] } } });
});

test("a check that cannot be made: exit code 2", async () => {
  expect(await run(["no/such/folder", "--json"])).toMatchObject({
    code: 2,
    out: expect.stringContaining('"code": "packageNotFound"'),
  });
  const { code, err } = await run(["no/such/folder"]);
  expect({ code, first: err.split("\n")[0] }).toEqual({
    code: 2,
    first: "There is no package at no/such/folder: the path does not exist.",
  });
});

test("an option nobody knows: exit code 2 and the usage", async () => {
  const { code, err } = await run(["--jsno"]);
  expect(code).toBe(2);
  expect(err).toContain("Unknown option '--jsno'");
  expect(err).toContain("Usage: pi-testkit-sandbox-install [dir] [options]");
  expect(await run(["one", "two"])).toMatchObject({ code: 2, err: expect.stringContaining("one package at a time") });
});

test("as a program", () => {
  const cli = join(import.meta.dirname, "cli.ts");
  const { status, stdout } = spawnSync(process.execPath, ["--conditions=pi-testkit-source", cli, "--help"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toMatchInlineSnapshot();
});
