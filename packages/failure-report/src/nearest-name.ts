// Finds the name a typo was probably meant to be.

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * The candidate closest to `name`, or `undefined` when none is close enough to be what was meant. Two changes make any
 * other word of one or two letters, so something of the word has to stay.
 */
export const nearestName = (name: string, candidates: Iterable<string>): string | undefined => {
  let best: { candidate: string; score: number } | undefined;
  for (const candidate of candidates) {
    const score = distance(name.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || score < best.score) best = { candidate, score };
  }
  if (best === undefined || best.score >= Math.max(name.length, best.candidate.length)) return undefined;
  return best.score <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : undefined;
};
