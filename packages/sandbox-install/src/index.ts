// What the user of a pi package will get, checked before it is published. pi runs in a child process only.
export {
  type PackageManifest,
  type PiManifest,
  packageManifestSchema,
  piManifestSchema,
} from "./package-manifest.ts";
export { SandboxError, type SandboxErrorCode } from "./sandbox-error.ts";
export type { PackageManagerName, Sandbox, SandboxExpectation, SandboxOptions } from "./sandbox-options.ts";
export type { Loaded, Problem, ProblemCode, SandboxResult } from "./sandbox-result.ts";
export { verifySandboxInstall } from "./verify-sandbox-install.ts";
