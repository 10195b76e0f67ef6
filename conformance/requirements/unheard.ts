// What goes wrong without pi telling anyone, and what it does tell though nobody waits. Measured, beside section 12.
import { rule } from "../requirement.ts";

export const unheard = {
  "unheard.compact-fails": rule("6.5", "A failing compact without callbacks is reported to nobody."),
  "unheard.on-complete": rule("6.5", "What onComplete throws is reported to nobody; onError gets it, if there is one."),
  "unheard.stale-in-on-complete": rule("11.3", "So is the use of a stale pi in onComplete."),
  "unheard.late-entry": rule(
    "11.3",
    "An entry written through the session manager of a replaced session is not in the new one.",
  ),
  "unheard.bus-after-replacement": rule(
    "5.6",
    "What a bus handler rejects with after the session was replaced is reported to nobody.",
  ),
  "unheard.tool-call": rule("4.1", "What a tool_call handler throws is in the tool's result and reported to nobody."),
  "heard.not-awaited": rule("3.7", "What a handler of an event that nobody awaits rejects with is reported."),
  "heard.after-replacement": rule("11.3", "Also when the session was replaced meanwhile."),
  "heard.ui-prompt": rule("7.3", "So is the rejection of a ui_prompt_start handler."),
  "heard.nested-update": rule("8.4", "What the onUpdate of executeTool throws makes the call fail."),
} as const;
