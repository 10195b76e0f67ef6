// Writes a requirement on one line.
import type { Requirement } from "./stage.ts";

/** `section` is that of the semantics of pi's runtime, measured on 1.6.0. */
export const rule = (section: string, behaviour: string, since?: string, note?: string): Requirement => ({
  source: `runner ${section}`,
  behaviour,
  ...(since === undefined ? {} : { since }),
  ...(note === undefined ? {} : { note }),
});
