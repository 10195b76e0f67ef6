import { buildOf } from "../../tsup.base.ts";

export default buildOf(["src/index.ts", "src/script.ts", "src/pi-extension.ts"]);
