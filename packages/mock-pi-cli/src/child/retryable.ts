// Which failures of a provider pi tries again: those whose text looks as if it would pass.

const patterns: readonly RegExp[] = [
  /overloaded|rate.?limit|too many requests|service.?unavailable|server.?error|internal.?error|bad gateway|gateway timeout/i,
  /\b(?:429|500|502|503|504|520|524|529)\b/,
  /network.?error|connection.?(?:error|refused|lost|reset)|other side closed|fetch failed|upstream|socket hang up|terminated|timed? ?out|retry delay/i,
];

const final = /quota|insufficient|billing|usage limit/i;

export const isRetryable = (errorMessage: string): boolean =>
  !final.test(errorMessage) && patterns.some((pattern) => pattern.test(errorMessage));
