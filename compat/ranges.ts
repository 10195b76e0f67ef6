// Neighbouring versions written as ranges: "0.74.0 to 0.80.10, 1.3.0".

/** @param all every version there is, oldest first; what is a neighbour follows from it. */
export const ranges = (versions: readonly string[], all: readonly string[]): string => {
  const runs: string[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && all.indexOf(version) === all.indexOf(previous) + 1) run.push(version);
    else runs.push([version]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]} to ${run.at(-1)}` : run[0])).join(", ");
};

/** The versions that a text made by `ranges` stands for; none for the empty text. Throws for a version not in `all`. */
export const inRanges = (text: string, all: readonly string[]): string[] =>
  (text === "" ? [] : text.split(", ")).flatMap((range) => {
    const [first = "", last = first] = range.split(" to ");
    const unknown = [first, last].find((version) => !all.includes(version));
    if (unknown !== undefined)
      throw new Error(`"${range}" names pi ${unknown}, which is none of the versions there are.`);
    return all.slice(all.indexOf(first), all.indexOf(last) + 1);
  });
