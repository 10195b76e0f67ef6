// The system prompt as far as hooks can work on it: pi's options object, and a text that says itself that it is none.
// The real text needs pi's files; createTestSession has it.
import { as } from "./pi-seams.ts";

/** What `ctx.getSystemPrompt()` and `event.systemPrompt` start with. */
export const placeholderPrompt = "[pi's system prompt: not faked, see createTestSession of pi-testkit]";

export interface PromptOptions extends Record<string, unknown> {
  selectedTools: string[];
  sections: Record<string, string>;
  forceSystemPrompt?: string | undefined;
}

/** A copy with every key pi's own options object has. */
export const normalisePromptOptions = (given: unknown, cwd: string): PromptOptions => {
  const input = as<Partial<PromptOptions>>(given ?? {});
  const list = (value: unknown) => [...(as<unknown[] | undefined>(value) ?? [])];
  const copies = (value: unknown) => list(value).map((item) => ({ ...as<object>(item) }));
  return {
    customPrompt: input.customPrompt,
    forceSystemPrompt: input.forceSystemPrompt,
    selectedTools: as<string[]>(list(input.selectedTools ?? ["read", "bash", "edit", "write"])),
    hiddenTools: list(input.hiddenTools),
    toolSnippets: { ...as<object | undefined>(input.toolSnippets) },
    toolGuidelines: Object.fromEntries(
      Object.entries(as<Record<string, unknown[]> | undefined>(input.toolGuidelines) ?? {}).map(([name, lines]) => [
        name,
        [...lines],
      ]),
    ),
    promptGuidelines: list(input.promptGuidelines),
    appendSystemPrompt: input.appendSystemPrompt ?? "",
    sections: { ...input.sections },
    cwd: as<string | undefined>(input.cwd) ?? cwd,
    contextFiles: copies(input.contextFiles),
    skills: copies(input.skills),
  };
};

/** The forced prompt when a handler set one; else the placeholder with the extensions' own sections. */
export const renderPrompt = (options: Record<string, unknown>): string => {
  const { forceSystemPrompt, sections, appendSystemPrompt } = as<
    PromptOptions & {
      appendSystemPrompt?: string;
    }
  >(options);
  if (forceSystemPrompt !== undefined) return forceSystemPrompt;
  const own = Object.entries(sections ?? {}).filter(([, text]) => text);
  return [
    placeholderPrompt,
    ...(appendSystemPrompt ? [`<addendum>\n${appendSystemPrompt}\n</addendum>`] : []),
    ...own.map(([name, text]) => `<${name}>\n${text}\n</${name}>`),
  ].join("\n\n");
};
