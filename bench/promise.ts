// How a benchmark tells its figures: a line for the person who runs it, and a record for the table of `pnpm bench`.
import { appendFileSync } from "node:fs";

/** One figure and what was promised of it. */
export interface Figure {
  /** What was compared, such as `a session of ten steps : bare pi`. */
  readonly what: string;
  readonly value: number;
  /** `at most` this, unless `least` says that it is the lower bound; none for what is only shown. */
  readonly limit?: number;
  readonly least?: boolean;
  /** Written behind the value: `×`, `%`, `MB`. */
  readonly unit: string;
  /** The times behind a ratio. */
  readonly detail: string;
}

export const holds = ({ value, limit, least }: Figure): boolean =>
  limit === undefined || (least ? value >= limit : value <= limit);

export const boundOf = ({ limit, least, unit }: Figure): string =>
  limit === undefined ? "" : `${least ? "at least" : "at most"} ${limit} ${unit}`;

export const amountOf = ({ value, unit }: Figure): string => `${value.toFixed(value >= 20 ? 0 : 2)} ${unit}`;

/** Tells a figure. */
export const tellFigure = (figure: Figure): void => {
  const bound = boundOf(figure);
  console.log(
    `${holds(figure) ? "ok  " : "OVER"} ${figure.what}: ${amountOf(figure)}${bound && ` (${bound})`}; ${figure.detail}`,
  );
  if (process.env.BENCH_FIGURES) appendFileSync(process.env.BENCH_FIGURES, `${JSON.stringify(figure)}\n`);
};
