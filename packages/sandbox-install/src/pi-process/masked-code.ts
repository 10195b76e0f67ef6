// JavaScript with everything that is no code blanked out, so that a pattern cannot match inside a string or comment.
// It is a scanner, not a parser: it knows comments, strings, templates and regular expressions.

export interface MaskedCode {
  /** The code; each string literal is left as `"\0<index>"`, an index into `strings`. */
  readonly code: string;
  readonly strings: readonly string[];
}

/** After one of these a slash begins a regular expression, not a division. */
const beforeRegExp =
  /(^|[([{,;=:?!&|+\-*%<>~^}]|\b(?:return|typeof|case|in|of|void|delete|do|else|throw|new|yield|await))$/;

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

const unescaped = (text: string): string =>
  text.replace(/\\(u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[\s\S])/gi, (_, body: string) =>
    body.length === 1
      ? (escapes[body] ?? body)
      : String.fromCodePoint(Number.parseInt(body.replace(/[ux{}]/gi, ""), 16)),
  );

/** Where the regular expression that begins at `start` ends, or `undefined` when it is a division after all. */
const regExpEnd = (source: string, start: number): number | undefined => {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    if (character === "\n") return undefined;
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at + 1;
  }
  return undefined;
};

const quotedEnd = (source: string, start: number): number => {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote && source[at] !== "\n") at += source[at] === "\\" ? 2 : 1;
  return at + 1;
};

/** Masks `source`. Text that is not well formed gives some answer, never an error. */
export const maskCode = (source: string): MaskedCode => {
  const strings: string[] = [];
  /** For each open `${`, how many braces are open inside it. */
  const templates: number[] = [];
  let code = "";
  let at = 0;
  const keepString = (text: string): void => {
    code += `"\0${strings.push(unescaped(text)) - 1}"`;
  };
  const readTemplate = (): void => {
    const start = at;
    while (at < source.length && source[at] !== "`" && !(source[at] === "$" && source[at + 1] === "{")) {
      at += source[at] === "\\" ? 2 : 1;
    }
    if (source[at] !== "`") {
      templates.push(0);
      code += "(";
      at += 2;
      return;
    }
    if (source[start - 1] === "`") keepString(source.slice(start, at));
    else code += '""';
    at++;
  };
  while (at < source.length) {
    const character = source[at] ?? "";
    const next = source[at + 1];
    if (character === "/" && (next === "/" || next === "*")) {
      const end = next === "/" ? source.indexOf("\n", at) : source.indexOf("*/", at + 2) + 2;
      at = end <= at ? source.length : end;
      code += " ";
    } else if (character === '"' || character === "'") {
      const end = quotedEnd(source, at);
      keepString(source.slice(at + 1, end - 1));
      at = end;
    } else if (character === "`") {
      at++;
      readTemplate();
    } else if (character === "/" && beforeRegExp.test(code.slice(-20).trimEnd())) {
      at = regExpEnd(source, at) ?? at + 1;
      code += "/";
    } else if (character === "}" && templates.at(-1) === 0) {
      templates.pop();
      code += ")";
      at++;
      readTemplate();
    } else {
      const depth = templates.length - 1;
      if (character === "{" && depth >= 0) templates[depth] = (templates[depth] ?? 0) + 1;
      if (character === "}" && depth >= 0) templates[depth] = (templates[depth] ?? 0) - 1;
      code += character;
      at++;
    }
  }
  return { code, strings };
};
