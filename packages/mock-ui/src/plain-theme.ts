// A theme without colours, for texts a test compares. It looks nothing up and loads nothing of pi.
import type { Theme } from "@earendil-works/pi-coding-agent";

const asIs = (text: string) => text;

/** @internal Every style of pi's Theme as the text itself. */
export const plainTheme = {
  name: "dark",
  fg: (_color: string, text: string) => text,
  bg: (_color: string, text: string) => text,
  style: asIs,
  bold: asIs,
  italic: asIs,
  underline: asIs,
  inverse: asIs,
  strikethrough: asIs,
  getFgAnsi: () => "",
  getBgAnsi: () => "",
  getColorMode: () => "truecolor" as const,
  getThinkingBorderColor: () => asIs,
  getBashModeBorderColor: () => asIs,
} as unknown as Theme;
