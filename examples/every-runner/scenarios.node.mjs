import { test } from "node:test";
import { scenarios } from "./scenarios.mjs";

for (const [title, run] of scenarios) test(title, run);
