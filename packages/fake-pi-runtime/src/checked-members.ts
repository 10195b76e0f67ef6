// Puts a check in front of every method of an object, which is told the method's name.
import { as } from "./pi-seams.ts";

/** A copy of `object` whose methods call `check` first. What is no function stays as it is. */
export const checkedMembers = <T extends object>(object: T, check: (member: string) => void): T => {
  const checked: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(object))
    checked[member] =
      typeof value !== "function"
        ? value
        : (...given: unknown[]) => {
            check(member);
            return value(...given);
          };
  return as(checked);
};
