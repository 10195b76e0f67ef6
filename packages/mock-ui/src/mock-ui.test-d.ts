// Checked by tsc: what must compile, and what must not.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { type AnswerFor, cancelled, createMockUI, type MockUI, type MockUIConfig, type Screen } from "./index.ts";

declare const equal: <A, B>(...same: [A, B] extends [B, A] ? [] : ["types differ"]) => void;

const ui = createMockUI();
ui.context satisfies ExtensionUIContext;
equal<MockUI["context"], ExtensionUIContext>();

// Values, functions with pi's arguments, queues, titles; absent as undefined.
({
  confirm: (title, message, options) => title === message && options?.timeout === 1,
  select: { "Pick a colour": ["red", cancelled, (_title, options) => options[0]], default: undefined },
  input: async (title, placeholder) => `${title}${placeholder ?? ""}`,
  editor: (_title, prefill) => prefill,
  custom: async (screen, call) => {
    equal<typeof screen, Screen>();
    screen.press("down", "ctrl+c", "shift+tab", "pageUp");
    call.args.length satisfies number;
  },
  onUnhandled: (call) => call.title,
  mode: undefined,
  onCall: undefined,
}) satisfies MockUIConfig;
createMockUI({
  confirm: [true, cancelled, async () => undefined],
  custom: [(screen) => screen.press("enter"), "value"],
});

// Answers are typed by dialog.
ui.answer("confirm", true, cancelled, () => false);
ui.answer("select", "red");
ui.answer("custom", (screen) => screen.type("text"));
equal<Extract<AnswerFor<"confirm">, string>, never>();
// @ts-expect-error a confirm is not answered with a text
ui.answer("confirm", "yes");
// @ts-expect-error no such dialog
ui.answer("notify", "text");
// @ts-expect-error an input is not answered with a boolean
createMockUI({ input: true });
// @ts-expect-error no such option
createMockUI({ comfirm: true });
// @ts-expect-error no such mode
createMockUI({ mode: "tty" });
// @ts-expect-error no such key
ui.screen.press("entr");
// @ts-expect-error no such method
ui.callsFor("theme");
// @ts-expect-error what is handed out is not written to
ui.calls.push();
