// Who may import whom. The graph is a literal: a new edge is a decision, taken here and in the docs, not by an import.
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root, workspacePackages } from "./workspace-packages.ts";

/** What the shipped source of each package may import of ours. */
const allowedEdges: Readonly<Record<string, readonly string[]>> = {
  "data-copy": [],
  "event-collector": [],
  "failure-report": [],
  "fake-pi-runtime": ["@pi-testkit/mock-ui"],
  "mock-pi-cli": ["@pi-testkit/playbook/script"],
  "mock-tools": [],
  "mock-ui": [],
  "pi-testkit": [
    "@pi-testkit/event-collector",
    "@pi-testkit/fake-pi-runtime",
    "@pi-testkit/mock-pi-cli",
    "@pi-testkit/mock-tools",
    "@pi-testkit/mock-ui",
    "@pi-testkit/playbook",
    "@pi-testkit/playbook/script",
    "@pi-testkit/sandbox-install",
  ],
  playbook: [],
  "sandbox-install": [],
  "scripted-pi": ["@pi-testkit/event-collector", "@pi-testkit/mock-ui", "@pi-testkit/playbook"],
};

/** The packages of pi that shipped source may load at run time; everywhere else pi is `import type`. */
const piAtRunTime: Readonly<Record<string, readonly string[]>> = {
  "pi-testkit": [
    "@earendil-works/pi-agent-core",
    "@earendil-works/pi-ai",
    "@earendil-works/pi-coding-agent",
    "@earendil-works/pi-tui",
  ],
  playbook: ["@earendil-works/pi-ai"],
};

/** Private, inlined at build: the pieces every package may use. */
const inlined = ["@pi-testkit/data-copy", "@pi-testkit/failure-report"];

/** Names that say what kind of thing is inside instead of what it is for. */
const kindNames = ["types", "utils", "util", "helpers", "helper", "shared", "common", "misc"];

const skippedFolders = ["node_modules", "dist"];

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return skippedFolders.includes(entry.name) ? [] : filesBelow(join(folder, entry.name));
    return [join(folder, entry.name)];
  });

const isShipped = (file: string): boolean =>
  [".ts", ".mts", ".js", ".mjs"].includes(extname(file)) &&
  !/\.test(-d)?\.ts$/.test(file) &&
  !/[/\\]fixtures[/\\]/.test(file);

const importPattern = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bresolve\()\s*["'`]([^"'`]+)["'`]/g;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

const importsOf = (file: string): string[] =>
  [...withoutComments(readFileSync(file, "utf8")).matchAll(importPattern)].map(([, specifier]) => specifier ?? "");

const isOurs = (specifier: string): boolean =>
  specifier.startsWith("@pi-testkit/") || /^pi-testkit(\/|$)/.test(specifier);

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

test("every package has its row of allowed edges", () => {
  expect(Object.keys(allowedEdges)).toEqual(
    expect.arrayContaining(workspacePackages().map((workspacePackage) => workspacePackage.folder)),
  );
});

test("shipped source imports packages of ours along the allowed edges only", () => {
  const strays = workspacePackages().flatMap(({ folder, path }) =>
    filesBelow(join(path, "src"))
      .filter(isShipped)
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (specifier) => isOurs(specifier) && ![...inlined, ...(allowedEdges[folder] ?? [])].includes(specifier),
          )
          .map((specifier) => `${relative(root, file)} imports ${specifier}`),
      ),
  );
  expect(strays).toEqual([]);
});

test("no shipped source reaches out of its package by a relative path", () => {
  const strays = workspacePackages().flatMap(({ path }) =>
    filesBelow(join(path, "src"))
      .filter(isShipped)
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith("."))
          .filter((specifier) => relative(path, join(file, "..", specifier)).startsWith(".."))
          .map((specifier) => `${relative(root, file)} imports ${specifier}`),
      ),
  );
  expect(strays).toEqual([]);
});

test("manifests declare the allowed edges and no other", () => {
  const strays = workspacePackages().flatMap(({ folder, manifest }) => {
    const allowed = (allowedEdges[folder] ?? []).map(packageOf);
    return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
      .filter((name) => isOurs(name) && !allowed.includes(name))
      .map((name) => `${folder} depends on ${name}`);
  });
  expect(strays).toEqual([]);
});

test("the allowed edges have no cycle", () => {
  const visit = (folder: string, trail: readonly string[]): string[] => {
    if (trail.includes(folder)) return [[...trail, folder].join(" → ")];
    return (allowedEdges[folder] ?? []).flatMap((name) =>
      visit(packageOf(name).replace("@pi-testkit/", ""), [...trail, folder]),
    );
  };
  expect(Object.keys(allowedEdges).flatMap((folder) => visit(folder, []))).toEqual([]);
});

test("shipped source imports pi's values only where the design loads a pi", () => {
  const valueImport = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+["'](@earendil-works\/[^"']+)["']/gm;
  const strays = workspacePackages().flatMap(({ folder, path }) =>
    filesBelow(join(path, "src"))
      .filter(isShipped)
      .flatMap((file) =>
        [...withoutComments(readFileSync(file, "utf8")).matchAll(valueImport)]
          .map(([, specifier]) => specifier ?? "")
          .filter((specifier) => !(piAtRunTime[folder] ?? []).includes(packageOf(specifier)))
          .map((specifier) => `${relative(root, file)} imports ${specifier}`),
      ),
  );
  expect(strays).toEqual([]);
});

test("no file or folder is named after a kind of thing", () => {
  const strays = ["packages", "compat", "conformance", "examples", "scripts", "bench"]
    .map((folder) => join(root, folder))
    .flatMap((folder) => {
      try {
        return filesBelow(folder);
      } catch {
        return []; // not every one of these folders exists yet
      }
    })
    .map((file) => relative(root, file))
    .filter((file) => file.split(/[/\\]/).some((part) => kindNames.includes(basename(part).replace(/\..*$/, ""))));
  expect(strays).toEqual([]);
});
