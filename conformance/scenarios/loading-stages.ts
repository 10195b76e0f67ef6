// What the scenarios of this section set up and note.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export const anyModel = { provider: "scripted", id: "other" } as never;

export const actions: Record<string, (pi: ExtensionAPI) => unknown> = {
  sendMessage: (pi) => pi.sendMessage({ customType: "m", content: "x", display: true }),
  sendUserMessage: (pi) => pi.sendUserMessage("x"),
  appendEntry: (pi) => pi.appendEntry("e"),
  setSessionName: (pi) => pi.setSessionName("n"),
  getSessionName: (pi) => pi.getSessionName(),
  setLabel: (pi) => pi.setLabel("x", "l"),
  getActiveTools: (pi) => pi.getActiveTools(),
  getAllTools: (pi) => pi.getAllTools(),
  setActiveTools: (pi) => pi.setActiveTools([]),
  getSettings: (pi) => pi.getSettings(),
  getCommands: (pi) => pi.getCommands(),
  getThinkingLevel: (pi) => pi.getThinkingLevel(),
  setThinkingLevel: (pi) => pi.setThinkingLevel("low"),
};

export const failing =
  (error: unknown, before: (pi: ExtensionAPI) => void = () => {}) =>
  (pi: ExtensionAPI) => {
    before(pi);
    throw error;
  };
