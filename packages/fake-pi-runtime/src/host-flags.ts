// Flag values that the host gives, as pi's command line does: a boolean flag is there or it is not.
import type { ExtensionSet } from "./extension-set.ts";
import type { FakeHost } from "./fake-host.ts";

/** The flags that are given: `false` stands for one that is not on the command line. */
export const givenFlags = (
  flags: Readonly<Record<string, boolean | string>> | undefined,
): Map<string, boolean | string> => new Map(Object.entries(flags ?? {}).filter(([, value]) => value !== false));

/** Sets the host's value for a flag, if there is one. Returns `false` when it lacks the text that a flag of this type needs. */
export const applyHostFlag = (
  { hostFlags }: Pick<FakeHost, "hostFlags">,
  { flagValues }: Pick<ExtensionSet, "flagValues">,
  { name, type }: { readonly name: string; readonly type: string },
): boolean => {
  const value = hostFlags.get(name);
  if (value === undefined) return true;
  if (type !== "boolean" && typeof value !== "string") return false;
  flagValues.set(name, type === "boolean" ? true : value);
  return true;
};
