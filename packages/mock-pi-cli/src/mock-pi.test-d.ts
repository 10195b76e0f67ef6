// Checked by tsc: what is handed out has the contract's types.
import type { MockPi } from "./index.ts";

declare const pi: MockPi;
pi.invocations() satisfies { argv: string[]; env: Record<string, string>; exitCode: number | null }[];
