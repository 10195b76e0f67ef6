// Checked by tsc: what is handed out has the contract's types.
import type { ScriptedPi } from "./index.ts";

declare const pi: ScriptedPi;
pi.invocation.argv satisfies string[];
pi.invocation.env satisfies Record<string, string>;
