// For runners that have a global `test`: jest and bun.
import { scenarios } from "./scenarios.mjs";

for (const [title, run] of scenarios) test(title, run);
