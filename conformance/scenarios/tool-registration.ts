// Scenarios: tool registration.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { attempt, handling, text, tool } from "../recording.ts";
import type { api } from "../requirements/api.ts";
import type { Scenario } from "../stage.ts";
import { names, withPi } from "./api-stages.ts";

export const toolRegistrationScenarios = {
  "tools.active-default": async (open, see) => {
    const { pi } = await withPi(open, {
      extensions: [(other) => other.registerTool(tool("mine", async () => text("x")))],
    });
    see("active", pi.getActiveTools());
  },
  "tools.all-order": async (open, see) => {
    const { pi } = await withPi(open, {
      extensions: ["z", "a"].map(
        (name) => (other: ExtensionAPI) => other.registerTool(tool(name, async () => text("x"))),
      ),
    });
    see(
      "all",
      pi.getAllTools().map(({ name }) => name),
    );
  },
  "tools.info": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(
      tool("mine", async () => text("x"), {
        promptGuidelines: ["be kind"],
        annotations: { readOnlyHint: true },
        label: "Mine",
      }),
    );
    see(
      "info",
      pi.getAllTools().find(({ name }) => name === "mine"),
    );
    const read = pi.getAllTools().find(({ name }) => name === "read");
    see("core", [read?.exposure, read?.sourceInfo]);
  },
  "tools.set-active": async (open, see) => {
    const { pi } = await withPi(open);
    see("returned", [pi.setActiveTools(["read", "nope", "bash", "read"])]);
    see("active", pi.getActiveTools());
  },
  "tools.set-order": async (open, see) => {
    const { pi } = await withPi(open);
    pi.setActiveTools(["grep", "write", "read"]);
    see("active", pi.getActiveTools());
  },
  "tools.set-empty": async (open, see) => {
    const { pi } = await withPi(open);
    pi.setActiveTools([]);
    see("active", pi.getActiveTools());
  },
  "tools.set-undefined": async (open, see) => {
    const { pi } = await withPi(open);
    see(
      "returned",
      attempt(() => pi.setActiveTools(undefined as never)),
    );
    see("active", pi.getActiveTools());
  },
  "tools.late": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("late", async () => text("x")));
    see("active", pi.getActiveTools());
  },
  "tools.late-after-narrowing": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("early", async () => text("x")));
    pi.setActiveTools(["read"]);
    pi.registerTool(tool("late", async () => text("x")));
    see("active", pi.getActiveTools());
    pi.registerTool(tool("early", async () => text("again")));
    see("registered again", pi.getActiveTools());
  },
  "tools.exposure": async (open, see) => {
    const { pi } = await withPi(open);
    for (const exposure of ["direct", "model-only", "codemode", "deferred", "hidden"])
      pi.registerTool(tool(`t-${exposure}`, async () => text("x"), { exposure }));
    see("registered", names(pi, "t-"));
    see(
      "active",
      pi.getActiveTools().filter((name) => name.startsWith("t-")),
    );
  },
  "tools.default-inactive": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("t-off", async () => text("x"), { defaultActive: false }));
    see("active", pi.getActiveTools().includes("t-off"));
    pi.setActiveTools(["t-off"]);
    see("activated", pi.getActiveTools());
  },
  "tools.hidden": async (open, see) => {
    const { pi } = await withPi(open);
    pi.registerTool(tool("t-hidden", async () => text("x"), { exposure: "hidden" }));
    pi.registerTool(tool("t-deferred", async () => text("x"), { exposure: "deferred" }));
    pi.setActiveTools(["t-hidden", "t-deferred"]);
    see("active", pi.getActiveTools());
  },
  "tools.overrides-core": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      replies: [{ calls: [{ name: "read", id: "c1" }] }],
      extensions: [handling({ tool_result: ({ content }) => see("ran", content) })],
    });
    pi.registerTool(tool("read", async () => text("mine")));
    see("source", pi.getAllTools().find(({ name }) => name === "read")?.sourceInfo);
    see(
      "order",
      pi.getAllTools().map(({ name }) => name),
    );
    await stage.submit("go");
  },
  "tools.custom-wins": async (open, see) => {
    const { pi, stage } = await withPi(open, {
      replies: [{ calls: [{ name: "mine", id: "c1" }] }],
      customTools: [tool("mine", async () => text("host"))],
      extensions: [
        (other) => other.registerTool(tool("mine", async () => text("extension"))),
        handling({ tool_result: ({ content }) => see("ran", content) }),
      ],
    });
    see("source", pi.getAllTools().find(({ name }) => name === "mine")?.sourceInfo);
    await stage.submit("go");
  },
  "tools.prepare-loadout-throws": async (open, see) => {
    const { pi, stage } = await withPi(open);
    pi.registerTool(
      tool("t", async () => text("x"), {
        prepareLoadout: () => {
          throw new Error("no loadout");
        },
      }),
    );
    see("errors", stage.errors.slice(0, 1));
    see("active", pi.getActiveTools().includes("t"));
  },
} satisfies Partial<Record<keyof typeof api, Scenario>>;
