// Puts the rules in order and lets the most exact one speak: what a problem explains is not told a second time.
import type { CheckedPackage } from "./checked-package.ts";
import {
  bundledHostProblems,
  peerRangeProblems,
  scannedFileProblems,
  scannedImportProblems,
  secondCopyProblems,
} from "./problems/dependency-problems.ts";
import { loadErrorProblems, nameProblems, outsideWriteProblems, processProblems } from "./problems/load-problems.ts";
import {
  entryProblems,
  innerManifestProblems,
  installScriptProblems,
  manifestProblem,
  packingProblems,
  zeroExtensionsProblem,
} from "./problems/manifest-problems.ts";
import type { Problem } from "./sandbox-result.ts";

/** Problems that tell why pi loads no extension. */
const explaining = new Set<Problem["code"]>([
  "malformed-manifest",
  "missing-entry",
  "missing-file",
  "no-default-export",
  "undeclared-dependency",
  "dev-dependency",
  "peer-dependency",
  "unprovided-host-module",
  "unloadable-syntax",
  "load-error",
  "process-died",
]);

const sameProblem = (a: Problem, b: Problem): boolean =>
  a.code === b.code && a.file === b.file && (a.fix === b.fix || a.message === b.message);

/** Everything that is wrong with the package, each thing once. */
export const findProblems = (checked: CheckedPackage): Problem[] => {
  const found = [
    ...manifestProblem(checked.flaws),
    ...innerManifestProblems(checked),
    ...entryProblems(checked),
    ...loadErrorProblems(checked),
    ...scannedImportProblems(checked),
    ...scannedFileProblems(checked),
    ...nameProblems(checked),
    ...bundledHostProblems(checked),
    ...secondCopyProblems(checked),
    ...peerRangeProblems(checked),
    ...installScriptProblems(checked),
    ...packingProblems(checked),
    ...outsideWriteProblems(checked),
    ...processProblems(checked),
  ];
  const explained = found.some(({ code }) => explaining.has(code));
  const all = explained ? found : [...found, ...zeroExtensionsProblem(checked)];
  return all.filter((problem, index) => all.findIndex((other) => sameProblem(other, problem)) === index);
};
