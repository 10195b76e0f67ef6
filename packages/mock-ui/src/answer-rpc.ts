// The user behind pi's RPC mode: takes pi's UI requests and gives the responses. It knows the wire format and nothing of answers.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";

/** A line `{"type":"extension_ui_request", …}` of pi's RPC mode. Keys depend on `method`. */
export interface RpcUIRequest {
  readonly type: "extension_ui_request";
  readonly id: string;
  readonly method: string;
  readonly [key: string]: unknown;
}

/** What a host writes back: `{"type":"extension_ui_response", …}`. */
export type RpcUIResponse = { readonly type: "extension_ui_response"; readonly id: string } & (
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly cancelled: true }
);

type Loose = Readonly<Record<string, unknown>>;
const optionsOf = ({ timeout }: Loose) => (typeof timeout === "number" ? [{ timeout }] : []);
const textOf = (value: unknown) => (value === undefined ? undefined : String(value));

/** @internal `undefined` for requests that pi expects no response to. */
export const answerRpcWith = async (
  ui: ExtensionUIContext,
  request: RpcUIRequest,
): Promise<RpcUIResponse | undefined> => {
  const { id, method } = request;
  const response = <Rest extends object>(rest: Rest) => ({ type: "extension_ui_response" as const, id, ...rest });
  const valueOrDismissal = (value: string | undefined) =>
    value === undefined ? response({ cancelled: true as const }) : response({ value });
  const title = String(request.title);
  switch (method) {
    case "confirm":
      return response({ confirmed: await ui.confirm(title, String(request.message), ...optionsOf(request)) });
    case "select":
      return valueOrDismissal(await ui.select(title, [...(request.options as string[])], ...optionsOf(request)));
    case "input":
      return valueOrDismissal(await ui.input(title, textOf(request.placeholder), ...optionsOf(request)));
    case "editor":
      return valueOrDismissal(await ui.editor(title, textOf(request.prefill)));
    case "notify":
      return void ui.notify(String(request.message), request.notifyType as "info" | undefined);
    case "setStatus":
      return void ui.setStatus(String(request.statusKey), textOf(request.statusText));
    case "setWidget":
      return void ui.setWidget(String(request.widgetKey), request.widgetLines as string[] | undefined, {
        placement: (request.widgetPlacement as "belowEditor" | undefined) ?? "aboveEditor",
      });
    case "setTitle":
      return void ui.setTitle(title);
    case "set_editor_text":
      return void ui.setEditorText(String(request.text));
    default:
      return undefined;
  }
};
