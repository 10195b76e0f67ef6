// Members that a pi of the future gives extensions and this mock does not know: used, they fail by name.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { type FailureKeeper, tellFailure } from "@pi-testkit/failure-report";
import { MockUIError } from "./mock-ui-error.ts";

/** @internal Adds a failing function to `context` for each name it does not have; returns these names. */
export const createMissingMembers =
  (context: ExtensionUIContext, keeper: FailureKeeper) =>
  (memberNames: Iterable<string>): string[] => {
    const unknown = [...memberNames].filter((name) => !Object.hasOwn(context, name));
    for (const name of unknown)
      Object.defineProperty(context, name, {
        enumerable: true,
        configurable: true,
        value: () => {
          throw keeper.keep(
            new MockUIError(
              "unknown-member",
              tellFailure({
                happened: `The extension called ctx.ui.${name}(), which this version of @pi-testkit/mock-ui does not know.`,
                cause: "the installed pi is newer than the mock",
                fix: "update @pi-testkit/mock-ui.",
              }),
            ),
          );
        },
      });
    return unknown;
  };
