// Tells a typo from a feature test: a name that some pi has reads as `undefined`, a name that none ever had can be read
// but not called.
import { callSite, nearestName } from "@pi-testkit/failure-report";
import { fakeFailure } from "./fake-pi-error.ts";

/** Members of `pi`, of the contexts and of the UI in any pi from 0.74.0 to 1.6.0. */
export const knownMembers = {
  pi: [
    ..."on registerTool registerCommand registerShortcut registerFlag getFlag registerMessageRenderer".split(" "),
    ..."registerEntryRenderer registerMarkdownTransformer registerToolRenderer sendMessage sendUserMessage".split(" "),
    ..."appendEntry setSessionName getSessionName setLabel exec getActiveTools getAllTools getSettings".split(" "),
    ..."setActiveTools getCommands setModel getThinkingLevel setThinkingLevel registerProvider".split(" "),
    ..."unregisterProvider registerMcpServer unregisterMcpServer getMcpServers registerVirtualModel".split(" "),
    ..."unregisterVirtualModel events".split(" "),
  ],
  ctx: [
    ..."ui mode hasUI cwd sessionManager modelRegistry model scopedModels thinkingLevel isIdle".split(" "),
    ..."isProjectTrusted signal abort hasPendingMessages shutdown getContextUsage compact getSystemPrompt".split(" "),
    ..."tools executeTool getSystemPromptOptions waitForIdle newSession fork navigateTree switchSession".split(" "),
    ..."reload sendMessage sendUserMessage".split(" "),
  ],
  ui: [
    ..."select confirm input notify onTerminalInput setStatus setWorkingMessage setWorkingVisible".split(" "),
    ..."setWorkingIndicator setHiddenThinkingLabel setWidget setFooter setHeader setTitle custom".split(" "),
    ..."pasteToEditor setEditorText getEditorText editor addAutocompleteProvider setEditorComponent".split(" "),
    ..."getEditorComponent theme getAllThemes getTheme setTheme getToolsExpanded setToolsExpanded".split(" "),
  ],
  events: ["emit", "on", "clear"],
} as const;

/** Names that tools look for on any object: promises, serialisers, test runners. */
const probes = new Set(["then", "toJSON", "asymmetricMatch", "nodeType", "tagName", "inspect", "default", "length"]);

export const isProbe = (name: string) => probes.has(name) || !/^[A-Za-z][A-Za-z0-9]*$/.test(name);

const labels: Readonly<Record<keyof typeof knownMembers, string>> = {
  pi: "pi",
  ctx: "ctx",
  ui: "ctx.ui",
  events: "pi.events",
};

/** `object`, where calling a name that no pi ever had throws and names the nearest one. */
export const guardMembers = <T extends object>(object: T, kind: keyof typeof knownMembers): T =>
  new Proxy(object, {
    get: (target, name, receiver) => {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name, receiver);
      const known: readonly string[] = knownMembers[kind];
      if (isProbe(name) || known.includes(name)) return undefined;
      const label = labels[kind];
      return function unknownMember() {
        const nearest = nearestName(name, known);
        throw fakeFailure("unknown-member", {
          happened: `${label}.${name} does not exist in any pi from 0.74 on.`,
          writtenAt: callSite(unknownMember),
          fix: nearest ? `Call ${label}.${nearest}.` : `Use one of: ${known.join(", ")}.`,
        });
      };
    },
  });
