// Finds the line of the test author that called a public function of the kit.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Shared by all copies of this module, since each package has its own. */
const outer = Symbol.for("@pi-testkit/failure-report.written-at");
type Place = () => string | undefined;
interface Shared {
  [outer]?: Place | undefined;
}

/**
 * Runs what calls public functions of other packages on behalf of a test: whatever asks for a call site while `work` runs,
 * before its first `await`, is told `place`.
 */
export const onBehalfOf = <T>(place: Place, work: () => T): T => {
  const shared = globalThis as Shared;
  const before = shared[outer];
  shared[outer] = place;
  try {
    return work();
  } finally {
    shared[outer] = before;
  }
};

/**
 * The place that called `publicFunction`, as `path:line:column` relative to the working directory,
 * or `undefined` when the engine gives no frame. Must run while `publicFunction` is on the stack.
 */
// biome-ignore lint/complexity/noBannedTypes: Error.captureStackTrace takes any function
export const callSite = (publicFunction: Function): string | undefined => lazyCallSite(publicFunction)();

/**
 * The same, worked out only when the function returned is called: the frame is taken now, which is cheap, and turned
 * into text later. For what is called often and seldom fails.
 */
// biome-ignore lint/complexity/noBannedTypes: Error.captureStackTrace takes any function
export const lazyCallSite = (publicFunction: Function): Place => {
  const { [outer]: given } = globalThis as Shared;
  if (given !== undefined) return given;
  const holder: { stack?: string } = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(holder, publicFunction);
  Error.stackTraceLimit = limit;
  return () => placeIn(holder.stack);
};

const placeIn = (stack: string | undefined): string | undefined => {
  const frame = stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  const place = frame?.match(/(?:\(|at (?:async )?)([^()]+:\d+:\d+)\)?$/)?.[1];
  if (place === undefined) return undefined;
  const [, file = "", position = ""] = place.match(/^(.*?)((?::\d+){2})$/) ?? [];
  const path = file.startsWith("file:") ? fileURLToPath(file) : file;
  return `${relative(process.cwd(), path).replaceAll("\\", "/") || path}${position}`;
};
