// Whether a wrong word is a typo, and of which. It knows nothing of what the words are for.
import { nearestName } from "@pi-testkit/failure-report";

/** @internal The word that was meant. Two changes make any other word of one or two letters, so a typo has to keep a letter. */
export const typoOf = (word: string, candidates: Iterable<string>): string | undefined => {
  const nearest = nearestName(word, candidates);
  return [...word.toLowerCase()].some((letter) => nearest?.toLowerCase().includes(letter)) ? nearest : undefined;
};
