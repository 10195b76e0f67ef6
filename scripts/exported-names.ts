// The names that the entries of a package export, read from their sources: an entry only lists what it passes on, or
// declares it in its first column.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspacePackage } from "./workspace-packages.ts";

const listed = /^export (?:type )?\{([^}]*)\}/gm;
const declared = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;

const namesIn = (text: string): string[] => {
  const passedOn = [...text.matchAll(listed)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) =>
        name
          .trim()
          .replace(/^type /, "")
          .replace(/^.* as /, ""),
      )
      .filter(Boolean),
  );
  const own = [...text.matchAll(declared)].map(([, name = ""]) => name);
  const fallback = /^export default\b/m.test(text) ? ["default"] : [];
  return [...new Set([...passedOn, ...own, ...fallback])].sort();
};

/** Each entry that is code, by the name it is imported by, with its names in order. */
export const exportedNames = ({ path, manifest }: WorkspacePackage): [entry: string, names: string[]][] =>
  Object.entries(manifest.exports)
    .filter(([, conditions]) => typeof conditions !== "string")
    .map(([key]) => {
      const file = key === "." ? "index" : key.slice(2);
      const entry = key === "." ? manifest.name : `${manifest.name}/${file}`;
      return [entry, namesIn(readFileSync(join(path, "src", `${file}.ts`), "utf8"))];
    });
