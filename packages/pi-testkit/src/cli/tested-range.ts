// The releases of pi that this kit was tested on, and their order. compat/published.ts is the truth; a test compares.

/** The oldest and the newest release that the whole test suite ran on. */
export const testedRange = { oldest: "0.74.0", newest: "1.6.0" } as const;

/** Negative when `left` is older, positive when it is newer. What follows a hyphen is not looked at. */
export const compareVersions = (left: string, right: string): number => {
  const [a, b] = [left, right].map((version) => (version.split("-")[0] ?? "").split(".").map(Number));
  return a?.map((part, index) => part - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
};
