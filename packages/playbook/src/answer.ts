// What `answers()` may decide on.
import type { PlainStep, Step } from "./step.ts";

/**
 * A step decided at run time. A bare `calls()` cannot be returned from an async function, since it has a
 * `then`: return `together(calls(…))`, or `[calls(…)]`.
 */
export type Answer = PlainStep | readonly Step[];
