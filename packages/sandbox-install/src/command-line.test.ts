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
  const settled = out
    .replace(/\d+ ms|\d+\.\d s/g, "<time>")
    .replace(/\bpi \d+\.\d+\.\d+/g, "pi <version>")
    .replace(/(?<=\S) {2,}/g, "  ");
  return { code, out: settled, err };
};

test("a healthy package: a table and exit code 0, with progress on a terminal only", { timeout }, async () => {
  const folder = packageFolder({ "index.ts": healthyExtension() });
  const { code, out, err } = await run([folder, "--pi", "installed", "--pi", piDir], true);
  expect({
    code,
    out,
    steps: err.split(" …").length - 1,
  }).toMatchInlineSnapshot(`
    {
      "code": 0,
      "out": "fixture-1.0.0.tgz: 2 files, 0.3 kB

                pi <version>  pi <version>
    extensions  1: index.ts  1: index.ts
    commands  1: /hello  1: /hello
    load time  <time>  <time>
    check  <time>  <time>
    problems  none  none
    ",
      "steps": 6,
    }
  `);
});

test("problems: each told once, and exit code 1", { timeout }, async () => {
  const folder = packageFolder(
    { "index.ts": healthyExtension() },
    { pi: { extensions: ["./index.ts", "./dist/more.js"] }, scripts: { postinstall: "node x.js" } },
  );
  const { code, out, err } = await run([folder, "--pi", "installed", "--pi", piDir]);
  expect({ code, out, err }).toMatchInlineSnapshot(`
    {
      "code": 1,
      "err": "",
      "out": "fixture-1.0.0.tgz: 2 files, 0.3 kB

                pi <version>  pi <version>
    extensions  1: index.ts  1: index.ts
    commands  1: /hello  1: /hello
    load time  <time>  <time>
    check  <time>  <time>
    problems  2  2

    ✗ missing-entry (dist/more.js)
      "pi.extensions" names "./dist/more.js", which does not exist. Its tools, commands and hooks do not exist for the user; pi says nothing.
      Fix: Correct it, or build before packing.

    ✗ install-script (package.json)
      A script would have run on the user's machine at \`pi install\`: "postinstall": "node x.js". The sandbox did not run it; users who turn scripts off miss what it does.
      Fix: Do that work before packing, or when the extension first needs it.
    ",
    }
  `);
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
    out: expect.stringContaining('"code": "package-not-found"'),
  });
  expect(await run(["no/such/folder"])).toEqual({
    code: 2,
    out: "",
    err: "There is no package at no/such/folder: the path does not exist.\nWhat to do: name the package's folder, or a tarball (.tgz), as `packageDir`; it is relative to the working directory.\n",
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
  expect({ status, stdout }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stdout": "Usage: pi-testkit-sandbox-install [dir] [options]

    Packs the package in dir (default: the working directory; a .tgz is taken as it is), installs it as pi would, loads it
    in pi, and tells what a user would run into.

      --pi <pi>                 "installed" (default), a release such as 1.6.0, or a path; repeat it for several
      --json                    the results as JSON, by pi
      --keep                    leave the sandbox and say where it is
      --package-manager <name>  pack with npm, pnpm, yarn, bun; default: what the project uses
      --npm-command <command>   pack and install with this command
      --help                    this text

    Exit code: 0 no problems, 1 problems, 2 the check could not be made.
    ",
    }
  `);
});
