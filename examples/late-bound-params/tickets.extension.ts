// Two tools of its own: one gives a ticket an id, the other takes it.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

const answer = (text: string, details: object) => ({ content: [{ type: "text" as const, text }], details });

export default function tickets(pi: ExtensionAPI) {
  const open = new Map<string, string>();

  pi.registerTool({
    name: "open_ticket",
    label: "Open a ticket",
    description: "Opens a ticket and returns its id",
    parameters: Type.Object({ title: Type.String() }),
    async execute(_id, { title }) {
      const id = crypto.randomUUID();
      open.set(id, title);
      return answer(`Opened ${id}`, { id });
    },
  });

  pi.registerTool({
    name: "close_ticket",
    label: "Close a ticket",
    description: "Closes a ticket by its id",
    parameters: Type.Object({ id: Type.String() }),
    async execute(_id, { id }) {
      const title = open.get(id);
      if (title === undefined) throw new Error(`There is no ticket ${id}`);
      open.delete(id);
      return answer(`Closed "${title}"`, {});
    },
  });
}
