// Draws the terminal's cells as an SVG picture. It reads the emulator and nothing else.
import type { Terminal as Emulator, IBufferCell } from "@xterm/headless";

const cell = { width: 8.4, height: 18 };
const ground = { text: "#d4d4d4", back: "#1e1e1e" };
const sixteen = [
  "#000000",
  "#cd3131",
  "#0dbc79",
  "#e5e510",
  "#2472c8",
  "#bc3fbc",
  "#11a8cd",
  "#e5e5e5",
  "#666666",
  "#f14c4c",
  "#23d18b",
  "#f5f543",
  "#3b8eea",
  "#d670d6",
  "#29b8db",
  "#ffffff",
];

const hex = (value: number) => `#${value.toString(16).padStart(6, "0")}`;

/** Colour `index` of the terminal's 256: sixteen named, a 6 × 6 × 6 cube, 24 greys. */
const paletteColour = (index: number): string => {
  if (index < 16) return sixteen[index] ?? ground.text;
  if (index >= 232) return hex((8 + (index - 232) * 10) * 0x010101);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return hex((level(Math.floor(cube / 36)) << 16) | (level(Math.floor(cube / 6) % 6) << 8) | level(cube % 6));
};

interface Look {
  readonly text: string;
  readonly back: string | undefined;
  readonly attributes: string;
}

const lookOf = (of: IBufferCell): Look => {
  const front = of.isFgDefault() ? ground.text : of.isFgRGB() ? hex(of.getFgColor()) : paletteColour(of.getFgColor());
  const back = of.isBgDefault() ? undefined : of.isBgRGB() ? hex(of.getBgColor()) : paletteColour(of.getBgColor());
  const attributes = [
    of.isBold() ? ' font-weight="bold"' : "",
    of.isItalic() ? ' font-style="italic"' : "",
    of.isDim() ? ' opacity="0.6"' : "",
    of.isUnderline() ? ' text-decoration="underline"' : of.isStrikethrough() ? ' text-decoration="line-through"' : "",
  ].join("");
  return of.isInverse() ? { text: back ?? ground.back, back: front, attributes } : { text: front, back, attributes };
};

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Run extends Look {
  readonly column: number;
  width: number;
  characters: string;
}

/** Neighbouring cells that look alike. */
const runsOf = (emulator: Emulator, row: number, columns: number): Run[] => {
  const line = emulator.buffer.active.getLine(emulator.buffer.active.baseY + row);
  const runs: Run[] = [];
  for (let column = 0; line !== undefined && column < columns; column++) {
    const at = line.getCell(column);
    if (at === undefined || at.getWidth() === 0) continue;
    const look = lookOf(at);
    const last = runs.at(-1);
    const characters = at.getChars() || " ";
    if (last && last.text === look.text && last.back === look.back && last.attributes === look.attributes) {
      last.characters += characters;
      last.width += at.getWidth();
    } else runs.push({ ...look, column, width: at.getWidth(), characters });
  }
  return runs;
};

const round = (value: number) => Math.round(value * 10) / 10;

const drawRun = (run: Run, row: number): string => {
  const x = round(run.column * cell.width);
  const [top, width] = [row * cell.height, round(run.width * cell.width)];
  const back = run.back
    ? `<rect x="${x}" y="${top}" width="${width}" height="${cell.height}" fill="${run.back}"/>`
    : "";
  const text = run.characters.trimEnd();
  if (text === "") return back;
  // Each blank that was cut is one cell wide.
  const length = round((run.width - (run.characters.length - text.length)) * cell.width);
  return `${back}<text x="${x}" y="${top + 13}" textLength="${length}" fill="${run.text}"${run.attributes}>${escaped(text)}</text>`;
};

/** @internal The screen as an SVG document; without an emulator, an empty one. */
export const drawPicture = (emulator: Emulator | undefined, size: { columns: number; rows: number }): string => {
  const [width, height] = [round(size.columns * cell.width), size.rows * cell.height];
  const rows = Array.from({ length: size.rows }, (_, row) =>
    emulator
      ? runsOf(emulator, row, size.columns)
          .map((run) => drawRun(run, row))
          .join("")
      : "",
  ).filter(Boolean);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="14" xml:space="preserve">`,
    `<rect width="100%" height="100%" fill="${ground.back}"/>`,
    ...rows,
    "</svg>",
  ].join("\n");
};
