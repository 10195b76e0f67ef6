// What a user reads of a text with colours in it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are control characters
const sequences = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]_P^][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;

/** @internal `text` without colours, links and cursor marks. */
export const plainText = (text: string): string => (text.includes("\x1b") ? text.replace(sequences, "") : text);

/** @internal Rendered lines as a user reads them: plain and without trailing blanks. */
export const plainLines = (lines: readonly string[]): string[] => lines.map((line) => plainText(line).trimEnd());
