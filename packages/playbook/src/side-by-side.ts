// Two texts beside each other, line by line, for an error message. Knows nothing of what they are.

/** Characters of a column; with the rest of a row a line has 100. */
const width = 46;
/** Rows shown at most, and how many of them before the first that differs. */
const shown = { rows: 24, before: 3 };

/**
 * The lines of `expected` and `received` in two columns below a heading. Lines that differ have a `>` before them; long
 * lines are wrapped, and JSON on one line is spread out. Starts shortly before the first line that differs.
 */
export const sideBySide = (expected: string, received: string): string => {
  const spread = [expected, received].map(spreadJSON) as [string, string];
  // A difference that only spreading removes is one of white space: shown as it came.
  const [left, right] = (spread[0] === spread[1] ? [expected, received] : spread).map((text) => text.split("\n"));
  const rows: string[] = [];
  let first = -1;
  for (let line = 0; line < Math.max(left?.length ?? 0, right?.length ?? 0); line++) {
    const [a, b] = [left?.[line], right?.[line]];
    if (a !== b && first < 0) first = rows.length;
    rows.push(...rowsOf(a, b, a === b ? " " : ">"));
  }
  const from = first > shown.before + 1 ? first - shown.before : 0;
  const to = Math.min(rows.length, from + shown.rows);
  return [
    row(" ", "expected", "received"),
    ...(from > 0 ? [`  … ${from} lines alike`] : []),
    ...rows.slice(from, to),
    ...(to < rows.length ? [`  … ${rows.length - to} more lines`] : []),
  ].join("\n");
};

const row = (sign: string, left: string, right: string): string => `${sign} ${left.padEnd(width)} | ${right}`.trimEnd();

const rowsOf = (left: string | undefined, right: string | undefined, sign: string): string[] => {
  const [a, b] = [wrapped(left), wrapped(right)];
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => row(sign, a[at] ?? "", b[at] ?? ""));
};

const wrapped = (line: string | undefined): readonly string[] => {
  const characters = Array.from(visible(line ?? ""));
  return Array.from({ length: Math.max(1, Math.ceil(characters.length / width)) }, (_, at) =>
    characters.slice(at * width, (at + 1) * width).join(""),
  );
};

/** White space that cannot be seen, and other controls, as JSON writes them; a space at the end as `·`. */
const visible = (line: string): string =>
  line
    .replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
    .replace(/ +$/, (end) => "·".repeat(end.length));

const spreadJSON = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      if (!/^[[{].*[\]}]$/.test(line)) return line;
      try {
        return JSON.stringify(JSON.parse(line), undefined, 2);
      } catch {
        return line;
      }
    })
    .join("\n");
