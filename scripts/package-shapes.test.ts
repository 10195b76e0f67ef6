// All published packages look alike, so that whoever knows one knows them all, and `npm pack` of any of them is whole.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedPackages, root, workspacePackages } from "./workspace-packages.ts";

const license = readFileSync(join(root, "LICENSE"), "utf8");

for (const { folder, path, manifest } of publishedPackages()) {
  test(`packages/${folder} has the files every package has`, () => {
    const missing = ["LICENSE", "README.md", "tsconfig.json", "tsup.config.ts", "src/index.ts"].filter(
      (file) => !existsSync(join(path, file)),
    );
    expect(missing).toEqual([]);
    expect(readFileSync(join(path, "LICENSE"), "utf8")).toBe(license);
    expect(JSON.parse(readFileSync(join(path, "tsconfig.json"), "utf8"))).toEqual({
      extends: "../../tsconfig.build.json",
    });
  });

  test(`packages/${folder} has the manifest every package has`, () => {
    expect(manifest).toMatchObject({
      name: folder === "pi-testkit" ? "pi-testkit" : `@pi-testkit/${folder}`,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      description: expect.stringMatching(/^[A-Z].*\.$/),
      license: "MIT",
      type: "module",
      sideEffects: false,
      repository: {
        type: "git",
        url: "git+https://github.com/pi-testkit/pi-testkit.git",
        directory: `packages/${folder}`,
      },
      // In the manifest, since the environment variable does not always come through to what publishes.
      publishConfig: { access: "public", provenance: true },
      engines: { node: ">=22.19" },
      scripts: {
        build: "tsup && tsc -p tsconfig.json && node ../../scripts/finish-declarations.ts",
        prepack: "npm run build",
      },
    });
    expect(manifest.files).toEqual(
      expect.arrayContaining(["dist", "src", "!src/**/*.test.ts", "!src/**/*.test-d.ts", "!src/**/fixtures"]),
    );
  });

  test(`packages/${folder} exports its sources to the workspace, and declarations before code to everyone`, () => {
    const { "./package.json": ownManifest, ...entries } = manifest.exports;
    expect(ownManifest).toBe("./package.json");
    for (const [key, conditions] of Object.entries(entries)) {
      if (typeof conditions === "string") {
        expect(conditions, key).toMatch(/^\.\/(dist|schemas)\/.*\.json$/); // data, not code
        continue;
      }
      const name = key === "." ? "index" : key.slice(2);
      expect(Object.keys(conditions), key).toEqual(["pi-testkit-source", "types", "default"]);
      expect(conditions, key).toEqual({
        "pi-testkit-source": `./src/${name}.ts`,
        types: `./dist/${name}.d.ts`,
        default: `./dist/${name}.js`,
      });
    }
  });

  test(`packages/${folder} names its dependencies by ranges that every package manager understands`, () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(ranges.filter(([, range]) => range.includes(":"))).toEqual([]);
  });

  test(`packages/${folder} develops against the pi of the catalog`, () => {
    const peers = Object.keys({ ...manifest.peerDependencies }).filter((name) => name.startsWith("@earendil-works/"));
    expect(peers.filter((name) => manifest.devDependencies?.[name] !== "catalog:")).toEqual([]);
  });
}

test("private packages cannot be published by accident", () => {
  const published = publishedPackages().map(({ folder }) => folder);
  expect(workspacePackages().flatMap(({ folder }) => (published.includes(folder) ? [] : [folder]))).toEqual([
    "data-copy",
    "failure-report",
  ]);
});
