// Every published version of pi from the oldest one we support; the scheduled run adds `latest` to them.
export const published: readonly string[] = [
  ..."0.74.0 0.74.1 0.74.2 0.75.1 0.75.4 0.75.5 0.76.0 0.78.0 0.78.1".split(" "),
  ..."0.79.0 0.79.1 0.79.3 0.79.4 0.79.6 0.79.7 0.79.8 0.79.9 0.79.10".split(" "),
  ..."0.80.2 0.80.3 0.80.6 0.80.7 0.80.10 0.81.1 0.82.0 0.82.1 0.83.0".split(" "),
  ..."0.84.0 0.84.1 0.84.2 0.84.3 0.84.4 0.85.0 0.85.1 0.86.1 0.87.0 0.87.1".split(" "),
  ..."0.99.1 1.0.3 1.3.0 1.4.0 1.5.0 1.5.2 1.6.0".split(" "),
];

/** Orders versions as numbers, oldest first. */
export const byVersion = (left: string, right: string): number => {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  return a?.map((part, index) => part - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
};
