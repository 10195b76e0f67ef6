// Writes a requirement on one line.
import type { Requirement } from "./stage.ts";

/** `section` is that of the semantics of pi's runtime, measured on 1.6.0; what older releases do is measured by older-releases.ts. */
export const rule = (section: string, behaviour: string): Requirement => ({ source: `runner ${section}`, behaviour });
