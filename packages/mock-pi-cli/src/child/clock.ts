// Milliseconds that only grow. Not `performance`: touching it loads a module that half doubles the start of a child.

/** Milliseconds since an arbitrary point. */
export const clock = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
};
