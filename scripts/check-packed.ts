// Packs every package once and checks what users would get: exports, contents, declarations on old and new pi.
import { newest } from "../compat/releases.ts";
import { checkAlone } from "./check-alone.ts";
import { checkDeclarations } from "./check-declarations.ts";
import { checkExports } from "./check-exports.ts";
import { checkReadmes } from "./check-readmes.ts";
import { packAll } from "./pack.ts";

/** The oldest release we promise, one from the middle, the newest. */
const checkedReleases = ["0.74.0", "0.87.1", newest];

using packed = packAll();
console.log(`Packed ${packed.packages.map(({ manifest }) => manifest.name).join(", ")}.`);
const problems = [
  ...packed.failures,
  ...packed.packages.flatMap(checkExports),
  ...checkAlone(packed.packages),
  ...checkedReleases.flatMap((version) => checkDeclarations(packed, version)),
  ...(await checkReadmes(packed)),
];
for (const problem of problems) console.log(problem);
console.log(`${problems.length} problems; declarations checked on pi ${checkedReleases.join(", ")}.`);
process.exitCode = problems.length === 0 ? 0 : 1;
