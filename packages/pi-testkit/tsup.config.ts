import { buildOf } from "../../tsup.base.ts";

export default buildOf(["src/index.ts", "src/vitest.ts", "src/vitest/isolate.ts", "src/cli.ts"]);
