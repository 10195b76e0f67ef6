// The system message that goes in front of a run, or of a turn, when the prompt's sections or the tools changed since the
// transcript last said so. The prompt's text is a placeholder.
import type { FakeSession } from "./fake-session.ts";
import type { LooseMessage } from "./pi-shapes.ts";
import { placeholderPrompt } from "./prompt-options.ts";

interface Declared {
  readonly sections: Record<string, string>;
  readonly tools: Set<string>;
  readonly any: boolean;
}

const declaredOn = (session: FakeSession): Declared => {
  const sections: Record<string, string> = {};
  const tools = new Set<string>();
  let any = false;
  for (const entry of session.store.getBranch()) {
    const { message } = entry;
    if (entry.type !== "message" || message?.role !== "system") continue;
    any = true;
    Object.assign(sections, message.sections);
    for (const { name } of message.toolsRemoved ?? []) tools.delete(name);
    for (const { name } of message.toolsAdded ?? []) tools.add(name);
  }
  return { sections, tools, any };
};

export const systemUpdate = (session: FakeSession, now: () => number): LooseMessage | undefined => {
  const options = session.runPrompt ?? session.promptOptions();
  const declared = declaredOn(session);
  const wanted: Record<string, string> = { preamble: placeholderPrompt };
  for (const [name, text] of Object.entries(options.sections)) wanted[name] = `<${name}>\n${text}\n</${name}>`;
  const sections = Object.fromEntries(
    Object.entries(wanted).filter(([name, text]) => declared.sections[name] !== text),
  );
  const active = session.tools.activeNames();
  const declaration = (name: string) => {
    const definition = session.tools.get(name)?.definition;
    return { name, description: definition?.description, parameters: definition?.parameters };
  };
  const toolsAdded = active.filter((name) => !declared.tools.has(name)).map(declaration);
  const toolsRemoved = [...declared.tools].filter((name) => !active.includes(name)).map((name) => ({ name }));
  const changed = Object.keys(sections).length > 0 || toolsAdded.length > 0 || toolsRemoved.length > 0;
  if (!changed) return undefined;
  return {
    role: "system",
    content: "",
    ...(Object.keys(sections).length > 0 ? { sections } : {}),
    timestamp: now(),
    ...(toolsAdded.length > 0 ? { toolsAdded } : {}),
    ...(toolsRemoved.length > 0 ? { toolsRemoved } : {}),
  };
};
