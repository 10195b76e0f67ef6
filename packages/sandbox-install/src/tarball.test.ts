// Tarballs as other programs write them.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, writeFiles } from "./fixtures/package-folder.ts";
import { readTarball } from "./tarball.ts";

const folderName = `${"long-folder-name-".repeat(4)}/${"long-folder-name-".repeat(4)}`;
const deep = `${folderName}/${"long-file-name-".repeat(8)}.ts`;

for (const format of ["ustar", "pax", "gnu"]) {
  test(`the ${format} format, with a path of more than 100 characters`, () => {
    const folder = emptyFolder();
    const long = format === "ustar" ? `${folderName}/short.ts` : deep;
    writeFiles(folder, {
      "package/package.json": { name: "packed" },
      [`package/${long}`]: "export {};\n",
      "package/ä.md": "",
    });
    const run = spawnSync("tar", ["-czf", "packed.tgz", `--format=${format}`, "package"], { cwd: folder });
    expect(run.status).toBe(0);
    const { files, manifest, size } = readTarball(join(folder, "packed.tgz"));
    expect(files).toEqual([long, "package.json", "ä.md"]);
    expect(JSON.parse(manifest)).toEqual({ name: "packed" });
    expect(size).toBeGreaterThan(100);
  });
}

test("a file that is no tarball is an error", () => {
  const file = join(emptyFolder(), "no.tgz");
  writeFileSync(file, "plain text");
  expect(() => readTarball(file)).toThrow("incorrect header check");
});
