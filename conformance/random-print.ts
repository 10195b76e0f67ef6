// A random case as the source of its extensions: what is read when the arms disagree, and can be pasted into a scenario.
import { pick, type RandomCase, type RandomHandler } from "./random-case.ts";
import { pools } from "./random-events.ts";

type Late = Omit<RandomHandler, "registers"> & { registers?: RandomHandler["registers"] };

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** What stands between the braces of a change, on one line. */
const bodyOf = (change: (event: never) => void): string =>
  /\{([\s\S]*)\}/.exec(String(change))?.[1]?.trim().replace(/\s+/g, " ") ?? "";

const handlerLines = (own: Late, name: string, ends: (index: number) => string, late: number): string[] => {
  const pool = pools[own.event];
  const change = pick(pool?.changes ?? [], own.change);
  const returned = pick(pool?.returns ?? [], own.returns);
  const message = JSON.stringify(`${name} threw`);
  return [
    `ends.push(pi.on("${own.event}", ${own.asynchronous ? "async " : ""}(event) => {`,
    ...indented([
      ...(own.asynchronous ? ["await undefined;"] : []),
      ...(change ? [bodyOf(change)] : []),
      ...(own.ends === undefined ? [] : [`${ends(own.ends)}();`]),
      ...(own.registers
        ? [
            `if (!late${late}) {`,
            ...indented([`late${late} = true;`, ...handlerLines(own.registers, `${name}+`, ends, late)]),
            "}",
          ]
        : []),
      ...(own.throws === "error" ? [`throw new Error(${message});`] : []),
      ...(own.throws === "text" ? [`throw ${JSON.stringify(`${name} threw text`)};`] : []),
      ...(own.throws || returned === undefined ? [] : [`return ${JSON.stringify(returned)};`]),
    ]),
    "}));",
  ];
};

/** The source of one extension; `label` is what its errors are named by. */
export const printExtension = (handlers: readonly RandomHandler[], label: string): string => {
  const grows = handlers.some(({ registers }) => registers !== undefined);
  // Which registration is ended depends on how many there are by then.
  const ends = (index: number) => (grows ? `ends[${index} % ends.length]` : `ends[${index % handlers.length}]`);
  const late = handlers.flatMap(({ registers }, index) => (registers ? [`let late${index} = false;`] : []));
  return [
    "(pi) => {",
    ...indented([
      "const ends = [];",
      ...late,
      ...handlers.flatMap((own, index) => handlerLines(own, `${label}${index}`, ends, index)),
    ]),
    "}",
  ].join("\n");
};

export const printCase = ({ extensions, emitted }: RandomCase): string =>
  [
    ...extensions.map((handlers, index) => `// extension ${index + 1}\n${printExtension(handlers, `${index + 1}.`)}`),
    `// emitted: ${emitted.join(", ")}`,
  ].join("\n");
