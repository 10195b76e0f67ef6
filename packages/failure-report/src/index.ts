// Private to this repository and inlined into each package at build: a test author reads the same
// kind of message whichever double complains. It knows nothing of pi.
export { callSite, lazyCallSite, onBehalfOf } from "./call-site.ts";
export { describeValue } from "./describe-value.ts";
export { createFailureKeeper, type FailureKeeper } from "./failure-keeper.ts";
export { nearestName } from "./nearest-name.ts";
export { type FailureStory, tellFailure } from "./tell-failure.ts";
