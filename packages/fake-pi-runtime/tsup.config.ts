import { buildOf } from "../../tsup.base.ts";

export default buildOf(["src/index.ts"]);
