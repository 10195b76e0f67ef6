// The type tests of this package, compiled against each release of pi.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

it("fits this pi's ExtensionUIContext", { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-testkit-types-"));
  const of = (name: string) => [join(process.env.PI_FOLDER as string, "@earendil-works", name, "dist/index.d.ts")];
  const paths = { "@earendil-works/pi-tui": of("pi-tui"), "@earendil-works/pi-coding-agent": of("pi-coding-agent") };
  const project = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { paths, typeRoots: [join(root, "node_modules/@types")] },
    files: [join(import.meta.dirname, "mock-ui.test-d.ts")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false", "--listFiles"], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  const lines = stdout.split("\n");
  expect(lines.filter((line) => line.includes("error TS"))).toEqual([]);
  const version = process.env.PI_VERSION as string;
  expect(
    lines.some((line) => line.includes("pi-coding-agent") && (version === "1.6.0" || line.includes(version))),
  ).toBe(true);
});
