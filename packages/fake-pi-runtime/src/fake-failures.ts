// The words of the errors a fake throws about how it is used.
import { describeValue, nearestName } from "@pi-testkit/failure-report";
import { knownEventNames } from "./event-payloads.ts";
import type { PlacedReply } from "./fake-options.ts";
import type { FakePiError } from "./fake-pi-error.ts";
import { fakeFailure } from "./fake-pi-error.ts";

export const loadFailure = (
  loaded: {
    readonly errors: readonly { extensionPath: string; error: string }[];
    readonly thrown?: unknown;
  },
  writtenAt: string | undefined,
): FakePiError =>
  fakeFailure(
    "load-failed",
    {
      happened: loaded.errors.map(({ extensionPath, error }) => `${extensionPath}: ${error}`).join("\n"),
      writtenAt,
      cause: "in pi's own command line, each of these stops pi before the session starts",
      fix: `correct the extension, or create the fake with errors: "record" and look at fake.loadErrors.`,
    },
    loaded.thrown === undefined ? {} : { cause: loaded.thrown },
  );

export const unknownCommand = (
  name: string,
  commands: readonly string[],
  writtenAt: string | undefined,
): FakePiError => {
  const suffixed = commands.filter((other) => other.startsWith(`${name}:`));
  const nearest = nearestName(name, commands);
  return fakeFailure("unknown-command", {
    happened: `No extension command is called "${name}".`,
    writtenAt,
    expected: commands.join(", ") || "no commands are registered",
    ...(suffixed.length > 0 ? { cause: "several extensions register this name, so pi gives each a suffix" } : {}),
    fix: suffixed.length > 0 ? `Call "${suffixed[0]}".` : nearest ? `Call "${nearest}".` : "Load the extension first.",
  });
};

export const unknownFlag = (name: string, flags: readonly string[], writtenAt: string | undefined): FakePiError => {
  const nearest = nearestName(name, flags);
  return fakeFailure("unknown-flag", {
    happened: `Unknown option: --${name}: no loaded extension registers this flag.`,
    writtenAt,
    expected: flags.join(", ") || "no flags are registered",
    cause: "pi's command line stops with this error",
    fix: nearest ? `Write "${nearest}".` : "Load the extension that registers it, or leave it out.",
  });
};

export const unknownEventWarning = (event: string, path: string): string => {
  const nearest = nearestName(event, knownEventNames);
  return `${path} handles "${event}", an event pi does not have: the handler never runs.${nearest ? ` Did you mean "${nearest}"?` : ""}`;
};

export const leftOver = (queue: readonly unknown[], writtenAt: string | undefined): FakePiError =>
  fakeFailure("left-over", {
    happened: `${queue.length === 1 ? "One queued UI answer was" : `${queue.length} queued UI answers were`} never asked for.`,
    writtenAt,
    left: queue.map(describeValue),
    cause: "the extension asked less often than the test expects",
    fix: "Take the answer out, or make the extension ask.",
  });

export const unusedReplies = (replies: readonly PlacedReply[]): FakePiError =>
  fakeFailure("left-over", {
    happened: `${replies.length === 1 ? "One reply of the model was" : `${replies.length} replies of the model were`} never asked for.`,
    writtenAt: replies[0]?.writtenAt(),
    left: replies.map(({ reply }) => describeValue(reply)),
    cause: "the run ended earlier than the test expects, or a command or an input handler took the text",
    fix: "Take the reply out, or make the run go on.",
  });
