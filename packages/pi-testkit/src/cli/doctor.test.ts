// The doctor on real trees of folders: all is well, and each thing that can be wrong.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installed, kitLinks, projectFolder, runIn } from "../fixtures/project-folder.ts";
import { installCommand, piPackages } from "./installed.ts";

const pi = (version: string, below = "") =>
  Object.assign({}, ...piPackages.map((name) => installed(name, version, {}, below)));

const kit = (more: object = {}) => ({
  ...installed("pi-testkit", "0.3.0", { dependencies: { "@pi-testkit/playbook": "^0.2.0" }, ...more }),
  ...installed("@pi-testkit/playbook", "0.2.1", { dependencies: { typebox: "^1.3.27" } }),
  ...installed("typebox", "1.3.27"),
});

const healthy = { "package.json": { devDependencies: { "pi-testkit": "^0.3.0" } }, ...kit(), ...pi("1.6.0") };

const table = (rows: Partial<Record<"Node" | "pi" | "tested" | "kit" | "copies", string>> = {}) =>
  Object.entries({
    Node: "24.0.0",
    pi: "@earendil-works/pi-coding-agent 1.6.0",
    tested: "pi 0.74.0 to 1.6.0",
    kit: "pi-testkit 0.3.0, @pi-testkit/playbook 0.2.1",
    copies: "one of each host package",
    ...rows,
  })
    .map(([title, text]) => `${title.padEnd(8)}${text}\n`)
    .join("");

test("a healthy project: what was found, and exit code 0", () => {
  expect(runIn(projectFolder(healthy), ["doctor"])).toEqual({
    code: 0,
    err: "",
    out: `${table()}\nNothing is wrong.\n`,
  });
});

test("the same from a folder below, and for this repository's own packages", () => {
  const folder = projectFolder({ ...healthy, "src/deep/index.ts": "" });
  expect(runIn(join(folder, "src/deep"), ["doctor"]).out).toBe(`${table()}\nNothing is wrong.\n`);
  const { code, out } = runIn(projectFolder({ "package.json": {} }, kitLinks), ["doctor"]);
  expect({ code, end: out.slice(-20) }).toEqual({ code: 0, end: "\n\nNothing is wrong.\n" });
  expect(out).toContain("@pi-testkit/sandbox-install 0.");
});

test("a package of a workspace has what the workspace's root installs", () => {
  const folder = projectFolder({
    ...healthy,
    "package.json": { workspaces: ["packages/*"], devDependencies: { "pi-testkit": "^0.3.0" } },
    "packages/one/package.json": { name: "one" },
  });
  expect(runIn(join(folder, "packages/one"), ["doctor"]).out).toBe(`${table()}\nNothing is wrong.\n`);
});

test("a project of its own inside a workspace does not have the workspace's packages", () => {
  const folder = projectFolder({
    "package.json": { workspaces: ["packages/*"], devDependencies: { other: "*" } },
    ...installed("other", "1.0.0", { dependencies: { "@earendil-works/pi-ai": "1.5.0" } }),
    ...installed("@earendil-works/pi-ai", "1.5.0"),
    ...Object.fromEntries(Object.entries(healthy).map(([path, content]) => [`inside/${path}`, content])),
    "inside/pnpm-workspace.yaml": "",
  });
  expect(runIn(join(folder, "inside"), ["doctor"]).out).toBe(`${table()}\nNothing is wrong.\n`);
});

test("a newer pi than was tested is a note", () => {
  const result = runIn(projectFolder({ ...healthy, ...pi("1.7.0") }), ["doctor"]);
  expect(result).toEqual({
    code: 0,
    err: "",
    out: `${table({ pi: "@earendil-works/pi-coding-agent 1.7.0" })}
Note: pi 1.7.0 is newer than 1.6.0, the newest release this kit was tested on. If a test fails that should not, look for a newer pi-testkit first.

Nothing is wrong.
`,
  });
});

test("an old pi", () => {
  expect(runIn(projectFolder({ ...healthy, ...pi("0.73.1") }), ["doctor"])).toEqual({
    code: 1,
    err: "",
    out: `${table({ pi: "@earendil-works/pi-coding-agent 0.73.1" })}
Problem: pi 0.73.1 is older than 0.74.0, the oldest release the kit works on.
  What to do: npm install --save-dev @earendil-works/pi-coding-agent@latest @earendil-works/pi-ai@latest @earendil-works/pi-agent-core@latest @earendil-works/pi-tui@latest

Problems: 1.
`,
  });
});

test("an old Node", () => {
  expect(runIn(projectFolder(healthy), ["doctor"], "22.18.0")).toEqual({
    code: 1,
    err: "",
    out: `${table({ Node: "22.18.0" })}
Problem: This is Node 22.18.0; pi and the kit need 22.19.0.
  What to do: install a newer Node.

Problems: 1.
`,
  });
});

test("nothing installed", () => {
  expect(runIn(projectFolder({}), ["doctor"])).toEqual({
    code: 1,
    err: "",
    out: `${table({ pi: "not installed", kit: "not installed" })}
Problem: No package of the kit is installed here.
  What to do: npm install --save-dev pi-testkit ${piPackages.join(" ")}

Problems: 1.
`,
  });
});

test("a package of pi is missing", () => {
  const { "node_modules/@earendil-works/pi-tui/package.json": _, ...rest } = healthy as Record<string, object>;
  const { code, out } = runIn(projectFolder(rest), ["doctor"]);
  expect({ code, out }).toEqual({
    code: 1,
    out: `${table()}
Problem: pi-testkit needs @earendil-works/pi-tui, which cannot be found.
  What to do: npm install --save-dev @earendil-works/pi-tui

Problems: 1.
`,
  });
});

test("the fake alone needs no pi", () => {
  const folder = projectFolder({
    "package.json": { devDependencies: { "@pi-testkit/fake-pi-runtime": "*" } },
    ...installed("@pi-testkit/fake-pi-runtime", "0.1.0"),
  });
  expect(runIn(folder, ["doctor"])).toEqual({
    code: 0,
    err: "",
    out: `${table({ pi: "not installed", kit: "@pi-testkit/fake-pi-runtime 0.1.0" })}\nNothing is wrong.\n`,
  });
});

test("several copies: where each is and who asked for it", () => {
  const folder = projectFolder({
    ...healthy,
    "package.json": { devDependencies: { "pi-testkit": "*" }, dependencies: { other: "*" } },
    ...installed("other", "1.0.0", { dependencies: { "@earendil-works/pi-ai": "1.5.0", typebox: "1.4.0" } }),
    ...installed("@earendil-works/pi-ai", "1.5.0", {}, "node_modules/other/"),
    ...installed("typebox", "1.4.0", {}, "node_modules/other/"),
  });
  const { code, out } = runIn(folder, ["doctor"]);
  const pinned = piPackages.map((name) => `${name}@1.6.0`);
  expect({ code, out }).toEqual({
    code: 1,
    out: `${table({ copies: "2 of @earendil-works/pi-ai, 2 of typebox, one of each other host package" })}
Note: there are 2 copies of typebox, which is harmless in tests: typebox 1.4.0 in node_modules/other/node_modules/typebox, asked for by other; typebox 1.3.27 in node_modules/typebox, asked for by pi-testkit → @pi-testkit/playbook.

Problem: Packages of pi are there several times; what one copy makes, the others do not know.
    @earendil-works/pi-ai 1.6.0 in node_modules/@earendil-works/pi-ai, asked for by this project
    @earendil-works/pi-ai 1.5.0 in node_modules/other/node_modules/@earendil-works/pi-ai, asked for by other
  What to do: give all of pi's packages one version (${installCommand(pinned)}); a package for pi names them in peerDependencies, not in dependencies.

Problems: 1.
`,
  });
});

test("a link to one copy is no second one", () => {
  const target = realpathSync(join(kitLinks["@earendil-works"] ?? "", "pi-ai"));
  const folder = projectFolder(
    {
      "package.json": { dependencies: { other: "*" } },
      ...installed("other", "1.0.0", { dependencies: { "@earendil-works/pi-ai": "*" } }),
    },
    { "@earendil-works/pi-ai": target, "other/node_modules/@earendil-works/pi-ai": target },
  );
  expect(runIn(folder, ["doctor"]).out).toContain("copies  one of each host package\n");
});

test("a package.json that is no JSON: which one, and what to do", () => {
  const folder = projectFolder({ "package.json": "{ nothing }", "index.ts": "" });
  for (const command of ["doctor", "init"]) {
    const { code, out, err } = runIn(folder, [command]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out.replaceAll("\\", "/")).toMatch(
      /^<folder>\/package\.json cannot be read: .+\n {2}What to do: mend that file, or install its package again\.\n$/,
    );
  }
});
