// Finds the line of the installed package on a stack. It knows nothing of pi.

/** Stacks are cut at ten frames by default; pi's loader alone takes more. */
export const stackDepth = 60;

/** `file:line` of the topmost frame below `folder`. pi's loader keeps lines, not columns. */
export const frameBelow = (folder: string, stack: string | undefined): string | undefined => {
  const line = stack?.split("\n").find((frame) => frame.includes(folder));
  const place = line?.slice(line.indexOf(folder)).match(/^(.*?:\d+):\d+\)?$/);
  return place?.[1];
};

/** The stack at this point, deep enough for {@link frameBelow}. */
export const deepStack = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = stackDepth;
  const { stack } = new Error("where");
  Error.stackTraceLimit = limit;
  return stack;
};
