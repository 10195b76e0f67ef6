// Compares what pi loaded with what the caller expects of it.
import { tellFailure } from "@pi-testkit/failure-report";
import { SandboxError } from "./sandbox-error.ts";
import type { SandboxExpectation } from "./sandbox-options.ts";
import type { Loaded, Problem, SandboxResult } from "./sandbox-result.ts";

const listed = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

const unmet = (expect: SandboxExpectation, loaded: Loaded): { expected: string; found: string }[] => [
  ...(["extensions", "skills", "prompts", "themes"] as const).flatMap((kind) => {
    const wanted = expect[kind];
    const found = loaded[kind];
    if (wanted === undefined || wanted === found.length) return [];
    return [
      {
        expected: `${kind}: ${wanted}`,
        found: `${kind}: ${found.length}${found.length > 0 ? ` (${listed(found)})` : ""}`,
      },
    ];
  }),
  ...(["tools", "commands"] as const).flatMap((kind) => {
    const missing = (expect[kind] ?? []).filter((name) => !loaded[kind].includes(name.replace(/^\//, "")));
    return missing.length === 0
      ? []
      : [{ expected: `${kind}: ${listed(missing)}`, found: `${kind}: ${listed(loaded[kind])}` }];
  }),
];

const told = ({ code, message, fix }: Problem): string => `${code}: ${message} ${fix}`;

/** Throws `unmet-expectation` with everything that is not as expected, and the problems that may be why. */
export const checkExpectations = (
  expect: SandboxExpectation,
  { loaded, problems, pi }: Pick<SandboxResult, "loaded" | "problems" | "pi">,
  name: string,
  writtenAt: string | undefined,
): void => {
  const differences = unmet(expect, loaded);
  if (differences.length === 0) return;
  throw new SandboxError(
    "unmet-expectation",
    tellFailure({
      happened: `${name} does not load as expected on pi ${pi.version}.`,
      writtenAt,
      expected: differences.map(({ expected }) => expected).join("; "),
      received: differences.map(({ found }) => found).join("; "),
      ...(problems.length > 0 ? { cause: problems.map(told).join("\n  ") } : {}),
    }),
  );
};
