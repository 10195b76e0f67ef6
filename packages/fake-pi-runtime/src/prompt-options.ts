// The system prompt as far as hooks can work on it: pi's options object, and a text that says itself that it is none.
// The real text needs pi's files; createTestSession has it.

/** What `ctx.getSystemPrompt()` and `event.systemPrompt` start with. */
export const placeholderPrompt = "[pi's system prompt: not faked, see createTestSession of pi-testkit]";

export interface PromptOptions extends Record<string, unknown> {
  selectedTools: string[];
  sections: Record<string, string>;
  forceSystemPrompt?: string | undefined;
}

/** A copy with every key pi's own options object has. */
export const normalisePromptOptions = (given: unknown, cwd: string): PromptOptions => {
  const input = (given ?? {}) as Partial<PromptOptions>;
  const list = (value: unknown) => [...((value as unknown[] | undefined) ?? [])];
  const copies = (value: unknown) => list(value).map((item) => ({ ...(item as object) }));
  return {
    customPrompt: input.customPrompt,
    forceSystemPrompt: input.forceSystemPrompt,
    selectedTools: list(input.selectedTools ?? ["read", "bash", "edit", "write"]) as string[],
    hiddenTools: list(input.hiddenTools),
    toolSnippets: { ...(input.toolSnippets as object | undefined) },
    toolGuidelines: Object.fromEntries(
      Object.entries((input.toolGuidelines as Record<string, unknown[]> | undefined) ?? {}).map(([name, lines]) => [
        name,
        [...lines],
      ]),
    ),
    promptGuidelines: list(input.promptGuidelines),
    appendSystemPrompt: input.appendSystemPrompt ?? "",
    sections: { ...input.sections },
    cwd: (input.cwd as string | undefined) ?? cwd,
    contextFiles: copies(input.contextFiles),
    skills: copies(input.skills),
  };
};

/** The forced prompt when a handler set one; else the placeholder with the extensions' own sections. */
export const renderPrompt = (options: Record<string, unknown>): string => {
  const { forceSystemPrompt, sections, appendSystemPrompt } = options as PromptOptions & {
    appendSystemPrompt?: string;
  };
  if (forceSystemPrompt !== undefined) return forceSystemPrompt;
  const own = Object.entries(sections ?? {}).filter(([, text]) => text);
  return [
    placeholderPrompt,
    ...(appendSystemPrompt ? [`<addendum>\n${appendSystemPrompt}\n</addendum>`] : []),
    ...own.map(([name, text]) => `<${name}>\n${text}\n</${name}>`),
  ].join("\n\n");
};
