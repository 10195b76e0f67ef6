// The error of this package and the list of its codes.

const mark = Symbol.for("@pi-testkit/sandbox-install:SandboxError");

/**
 * Why a {@link SandboxError} was thrown:
 * - `invalidOption`: a key or value `verifySandboxInstall` was given makes no sense
 * - `packageNotFound`: there is no package at `packageDir`
 * - `packageManagerMissing`: the project's package manager is not installed
 * - `packFailed`: the package manager could not pack
 * - `installFailed`: the tarball could not be installed
 * - `registryUnreachable`: the registry did not answer
 * - `piNotFound`: there is no pi where one was asked for
 * - `piUnusable`: pi itself could not be started
 * - `unmetExpectation`: the package did not load what `expect` says
 */
export type SandboxErrorCode =
  | "invalidOption"
  | "packageNotFound"
  | "packageManagerMissing"
  | "packFailed"
  | "installFailed"
  | "registryUnreachable"
  | "piNotFound"
  | "piUnusable"
  | "unmetExpectation";

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
