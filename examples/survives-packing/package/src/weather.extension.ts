// A tool in a package that is published: its second file must be in the tarball too.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { forecast } from "./forecast.ts";

export default function weather(pi: ExtensionAPI) {
  pi.registerTool({
    name: "weather",
    label: "Weather",
    description: "Tells the weather of a city",
    parameters: Type.Object({ city: Type.String() }),
    execute: async (_id, { city }) => ({ content: [{ type: "text", text: forecast(city) }], details: {} }),
  });
}
