// Packs every package once and checks what users would get: exports, contents, declarations on old and new pi.
import { newest } from "../compat/releases.ts";
import { checkDeclarations } from "./check-declarations.ts";
import { checkExports } from "./check-exports.ts";
import { packAll } from "./pack.ts";

/** The oldest release we promise, one from the middle, the newest. */
const checkedReleases = ["0.74.0", "0.87.1", newest];

using packed = packAll();
const problems = [
  ...packed.packages.flatMap(checkExports),
  ...checkedReleases.flatMap((version) => checkDeclarations(packed, version)),
];
for (const problem of problems) console.log(problem);
const names = packed.packages.map(({ manifest }) => manifest.name).join(", ");
console.log(`${problems.length} problems in ${names}; declarations checked on pi ${checkedReleases.join(", ")}.`);
process.exitCode = problems.length === 0 ? 0 : 1;
