// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/sandbox-install:SandboxError");

/**
 * Why a {@link SandboxError} was thrown:
 * - `invalid-option`: a key or value `verifySandboxInstall` was given makes no sense
 * - `package-not-found`: there is no package at `packageDir`
 * - `package-manager-missing`: the project's package manager is not installed
 * - `pack-failed`: the package manager could not pack
 * - `install-failed`: the tarball could not be installed
 * - `registry-unreachable`: the registry did not answer
 * - `pi-not-found`: there is no pi where one was asked for
 * - `pi-unusable`: pi itself could not be started
 * - `unmet-expectation`: the package did not load what `expect` says
 */
export type SandboxErrorCode =
  | "invalid-option"
  | "package-not-found"
  | "package-manager-missing"
  | "pack-failed"
  | "install-failed"
  | "registry-unreachable"
  | "pi-not-found"
  | "pi-unusable"
  | "unmet-expectation";

/** What `@pi-testkit/sandbox-install` throws. The message tells the whole story; `code` is for programs. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Whether `value` is a `SandboxError`, that of another copy of this package included. */
  static isInstance(value: unknown): value is SandboxError {
    return typeof value === "object" && value !== null && mark in value;
  }
}
