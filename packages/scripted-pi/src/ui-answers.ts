// The user behind RPC mode: each request for the UI goes to mock-ui, and what mock-ui says goes back to pi.
import { describeValue } from "@pi-testkit/failure-report";
import type { MockUI } from "@pi-testkit/mock-ui";
import type { PiRecord } from "./record-log.ts";

/** Answers one `extension_ui_request`; `reply` writes the record that answers it, if it asks for one. */
export const answerRequest = async (ui: MockUI, request: PiRecord, reply: (record: object) => void): Promise<void> => {
  const { context } = ui;
  const dialog = request.timeout === undefined ? undefined : { timeout: request.timeout };
  const respond = (fields: object): void => reply({ type: "extension_ui_response", id: request.id, ...fields });
  const value = (answer: string | undefined): void =>
    respond(answer === undefined ? { cancelled: true } : { value: answer });
  switch (request.method) {
    case "confirm":
      return respond({ confirmed: await context.confirm(request.title, request.message, dialog) });
    case "select":
      return value(await context.select(request.title, request.options, dialog));
    case "input":
      return value(await context.input(request.title, request.placeholder, dialog));
    case "editor":
      return value(await context.editor(request.title, request.prefill));
    case "notify":
      return context.notify(request.message, request.notifyType);
    case "setStatus":
      return context.setStatus(request.statusKey, request.statusText);
    case "setWidget":
      return context.setWidget(
        request.widgetKey,
        request.widgetLines,
        request.widgetPlacement && { placement: request.widgetPlacement },
      );
    case "setTitle":
      return context.setTitle(request.title);
    case "set_editor_text":
      return context.setEditorText(request.text);
    default:
      throw new Error(`pi asked the user by a method this package does not know: ${describeValue(request)}`);
  }
};
