// Problems that only show when pi loads the package: its errors, and what the package does to the process.
import { isAbsolute } from "node:path";
import { type CheckedPackage, packagePath, withoutSandbox } from "../checked-package.ts";
import { frameBelow } from "../pi-process/author-frame.ts";
import type { Problem } from "../sandbox-result.ts";
import { importProblem, missingFileProblem } from "./dependency-problems.ts";
import { isHostPackage, packageOf } from "./host-packages.ts";

const notFound = /Cannot find (?:module|package) '([^']+)'(?:[\s\S]*?(?:Require stack:\s*- |imported from )([^\s']+))?/;
const conflict = /^(Tool|Flag) "(?:--)?([^"]+)" conflicts with (.+)$/;

/** Before it was a bundle, pi put the path of its own file where a module of a package of it was asked for. */
const hostSpecifier = (path: string): string | undefined => {
  const [, owner, file, inner] = path.match(/@earendil-works[\\/](pi-[\w-]+)[\\/](.*)\.js[\\/](.+)$/) ?? [];
  if (owner === undefined || inner === undefined) return undefined;
  return `@earendil-works/${file?.endsWith("pi-ai-extension-view") ? "pi-ai" : owner}/${inner}`;
};

/** A module that was not found, by who asked for it. */
const absentModule = (checked: CheckedPackage, extension: string, wanted: string, asker: string): Problem => {
  const file = packagePath(checked.packageDir, asker);
  if (wanted.startsWith(".")) return missingFileProblem(checked, file, wanted);
  const specifier = isAbsolute(wanted) ? hostSpecifier(wanted) : wanted;
  if (specifier === undefined) return missingFileProblem(checked, file, withoutSandbox(checked, wanted));
  const name = packageOf(specifier);
  if (isHostPackage(name) && checked.manifest.dependencies?.[name] === undefined) {
    return {
      code: "unprovided-host-module",
      file,
      message: `${file} imports "${specifier}", which pi ${checked.pi.version} does not hand to extensions: ${extension} does not load.`,
      fix: "Import it from the root of pi-ai, pi-agent-core, pi-coding-agent, pi-tui or typebox, or do without it.",
    };
  }
  if (file.includes("node_modules/") || file.startsWith("..")) {
    return {
      code: "undeclared-dependency",
      file: "package.json",
      message: `A dependency imports "${specifier}" (in ${file}), and nothing brings it: ${extension} does not load. pi installs no peers, so a peer of a dependency is missing too.`,
      fix: `Add "${name}" to "dependencies".`,
    };
  }
  return (
    importProblem(checked, name, file) ?? {
      code: "load-error",
      file,
      message: `${file} imports "${specifier}", which "${name}" does not export: ${extension} does not load.`,
      fix: `Import what the installed version of "${name}" exports.`,
    }
  );
};

const errorProblem = (checked: CheckedPackage, path: string, error: string): Problem => {
  const file = packagePath(checked.packageDir, path);
  const text = withoutSandbox(checked, error).replace(/^Failed to load extension: /, "");
  const [, wanted, asker] = error.match(notFound) ?? [];
  if (wanted !== undefined) return absentModule(checked, file, wanted, asker ?? path);
  if (/does not export a valid factory function/.test(error)) {
    return {
      code: "no-default-export",
      file,
      message: `${file} exports no function as default, so pi refuses to start: "Extension does not export a valid factory function".`,
      fix: "Write `export default function (pi) { … }`; in CommonJS `module.exports = function (pi) { … }`.",
    };
  }
  if (/ParseError|SyntaxError|Unexpected token|Support for the experimental syntax/.test(error)) {
    const place = text.match(/([^\s(]+\.[mc]?[jt]sx?):\d+:\d+/)?.[1] ?? file;
    return {
      code: "unloadable-syntax",
      file: place,
      message: `${place} has syntax that pi's loader cannot run, so pi refuses to start: ${text.split("\n\n")[0]?.replaceAll(/\s*\n\s*/g, " ")}`,
      fix: "Correct it, or compile it to plain JavaScript before packing.",
    };
  }
  return {
    code: "load-error",
    file,
    message: `${file} does not load, so pi refuses to start: ${text.split("\nRequire stack")[0]}`,
    fix: "Load without failing on a machine without keys, settings or network, and report what is missing later.",
  };
};

/** pi's errors, conflicts of names apart. */
export const loadErrorProblems = (checked: CheckedPackage): Problem[] => {
  const { report } = checked;
  const thrown = report.thrown?.split("\n")[0];
  return [
    ...report.errors
      .filter(({ error }) => !conflict.test(error))
      .map(({ path, error }) => errorProblem(checked, path, error)),
    ...(thrown ? [errorProblem(checked, checked.packageDir, thrown)] : []),
  ];
};

/** Names that two extensions of the package register. */
export const nameProblems = (checked: CheckedPackage): Problem[] => {
  const { report } = checked;
  const suffixed = report.commands.filter(({ name, invocationName }) => name !== invocationName);
  const taken = report.errors.flatMap(({ path, error }) => {
    const [, kind, name, first] = error.match(conflict) ?? [];
    return kind && name && first ? [{ path, kind: kind.toLowerCase(), name, first }] : [];
  });
  const told = taken.map(({ kind, name }) => `the ${kind} "${name}"`);
  const places = taken.map(
    ({ path, first }) => `${packagePath(checked.packageDir, first)} and ${packagePath(checked.packageDir, path)}`,
  );
  if (suffixed.length > 0) {
    const names = suffixed.map(({ invocationName }) => `/${invocationName}`).join(", ");
    const also =
      told.length > 0 ? ` They also fight for ${[...new Set(told)].join(", ")}, so pi refuses to start.` : "";
    return [
      {
        code: "suffixed-command",
        file: "package.json",
        message: `Extensions of this package register the same command, so the user has to type ${names}; the bare name goes to the model as text.${also}`,
        fix: 'Name each extension once in "pi.extensions" (not its source and its build), or rename the command.',
      },
    ];
  }
  if (taken.length === 0) return [];
  return [
    {
      code: "name-conflict",
      file: "package.json",
      message: `${[...new Set(places)].join("; ")} both register ${[...new Set(told)].join(", ")}, so pi refuses to start.`,
      fix: 'Name each extension once in "pi.extensions", or rename one of the two.',
    },
  ];
};

/** Files written where a user does not expect them. */
export const outsideWriteProblems = (checked: CheckedPackage): Problem[] => {
  const { writes } = checked.report;
  if (writes.length === 0) return [];
  const by = writes.find((write) => write.by !== undefined)?.by;
  const shown = writes.slice(0, 5).map(({ path }) => withoutSandbox(checked, path));
  const more = writes.length > shown.length ? ` and ${writes.length - shown.length} more` : "";
  return [
    {
      code: "outside-write",
      ...(by ? { file: withoutSandbox(checked, by).replace(/:\d+$/, "") } : {}),
      message: `While loading it writes outside its own folder: ${shown.join(", ")}${more}${by ? ` (from ${withoutSandbox(checked, by)})` : ""}. Every start of pi does so, even where the extension is never used. (Found as far as node:fs and the sandbox's folders show it.)`,
      fix: "Write when the extension is first used, below pi's agent folder.",
    },
  ];
};

const plainNames: Readonly<Record<string, string>> = {
  Timeout: "a timer",
  TCPSERVERWRAP: "a listening server",
  TCPServerWrap: "a listening server",
  TCPWRAP: "a network connection",
  TCPSocketWrap: "a network connection",
  TLSWRAP: "a network connection",
  FSEVENTWRAP: "a file watcher",
  FSEvent: "a file watcher",
  FSEventWrap: "a file watcher",
  STATWATCHER: "a file watcher",
  StatWatcher: "a file watcher",
  PROCESSWRAP: "a child process",
  ProcessWrap: "a child process",
  PIPEWRAP: "a pipe",
  PipeWrap: "a pipe",
  WORKER: "a worker thread",
  Worker: "a worker thread",
  MESSAGEPORT: "a message port",
  MessagePort: "a message port",
};

/** A process that would not end, and one that ended too soon. */
export const processProblems = (checked: CheckedPackage): Problem[] => {
  const { report, outcome, pi } = checked;
  if (report.openHandles.length > 0) {
    const told = report.openHandles.map(
      ({ type, openedAt }) =>
        `${plainNames[type] ?? type}${openedAt ? ` (opened at ${withoutSandbox(checked, openedAt)})` : ""}`,
    );
    const file = report.openHandles.find(({ openedAt }) => openedAt)?.openedAt;
    return [
      {
        code: "keeps-running",
        ...(file ? { file: withoutSandbox(checked, file).replace(/:\d+$/, "") } : {}),
        message: `The process does not end after the package was loaded and told to shut down: ${[...new Set(told)].join(", ")} stays open. \`pi -p\` prints its answer and hangs.`,
        fix: "Open it in `session_start`, close it in `session_shutdown`, and `unref()` what may stay behind.",
      },
    ];
  }
  if (report.crash === undefined && report.stage === "loaded") return [];
  if (report.thrown !== undefined) return [];
  const at = report.exitedAt ?? frameBelow(checked.installRoot, report.crash);
  const how = outcome.timedOut
    ? "pi was still loading it when the time was up"
    : report.crash !== undefined
      ? `pi's process dies: ${withoutSandbox(checked, report.crash).split("\n")[0]}`
      : outcome.code === 13
        ? "an extension waits for something that never happens, and pi's process ends"
        : `an extension ends pi's process (exit code ${outcome.code ?? "none"})`;
  return [
    {
      code: "process-died",
      ...(at ? { file: withoutSandbox(checked, at).replace(/:\d+$/, "") } : {}),
      message: `While the package loads, ${how}${at ? ` (at ${withoutSandbox(checked, at)})` : ""}. The user cannot start pi ${pi.version} with it.`,
      fix: "Start nothing in the extension's function that can fail, exit or wait for ever; do it in `session_start` and handle its errors.",
    },
  ];
};
