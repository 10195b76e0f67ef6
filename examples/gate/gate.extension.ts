// A human in the middle: a workflow is entered by command, free text waits while a step is open, every step is put to the
// human as a widget, and no tool writes past it.
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** What the host's widget shows; it travels as JSON in the title of an input dialog. */
export interface GateWidget {
  readonly kind: "gate";
  readonly session: string;
  readonly step: string;
  readonly choices: readonly string[];
}

interface GateAnswer {
  readonly choice: string;
  readonly note?: string;
}

const writing = ["bash", "edit", "write"];

const parse = (answer: string, choices: readonly string[]): GateAnswer | undefined => {
  try {
    const parsed = JSON.parse(answer) as GateAnswer;
    return choices.includes(parsed.choice) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

export default function gate(pi: ExtensionAPI) {
  let locked = false;
  const sessionOf = (ctx: ExtensionContext) => process.env.GATE_SESSION_ID ?? ctx.sessionManager.getSessionId();

  /** Asks until there is an answer: a dismissed dialog must not leave the workflow in limbo. */
  const ask = async (ctx: ExtensionContext, step: string, choices: readonly string[]): Promise<GateAnswer> => {
    const widget: GateWidget = { kind: "gate", session: sessionOf(ctx), step, choices };
    while (true) {
      const answer = await ctx.ui.input(JSON.stringify(widget));
      const parsed = answer === undefined ? undefined : parse(answer, choices);
      if (parsed) return parsed;
      ctx.ui.notify(`The step "${step}" is still open: choose ${choices.join(" or ")}.`, "warning");
    }
  };

  pi.on("input", async ({ text, source }, ctx) => {
    // Typed, from RPC or sent by an extension: the text alone decides.
    if (text.startsWith("/flow ")) {
      locked = true;
      const { choice, note } = await ask(ctx, text.slice(6), ["approve", "reject"]);
      locked = false;
      if (choice === "reject") return { action: "handled" };
      return { action: "transform", text: `Do the step "${text.slice(6)}".${note ? ` Note: ${note}` : ""}` };
    }
    if (!locked) return { action: "continue" };
    if (text.startsWith("!")) {
      pi.sendMessage(
        { customType: "gate-steer", content: text.slice(1).trim(), display: true, details: { source } },
        { deliverAs: "steer" },
      );
      return { action: "handled" };
    }
    ctx.ui.notify("A step is open: answer it first, or steer with !text.", "warning");
    return { action: "handled" };
  });

  pi.on("before_agent_start", (event, ctx) => ({
    systemPrompt: `${event.systemPrompt}\n\nYou work inside the gate session ${sessionOf(ctx)}.`,
  }));

  pi.on("tool_call", ({ toolName }) =>
    locked && writing.includes(toolName) ? { block: true, reason: "A step waits for the human" } : undefined,
  );
}
