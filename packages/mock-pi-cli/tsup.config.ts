import { buildOf } from "../../tsup.base.ts";

export default buildOf(["src/index.ts", "src/pi.ts", "src/mock-pi-rpc.ts"]);
