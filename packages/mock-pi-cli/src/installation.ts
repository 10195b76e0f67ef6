// Puts a folder first in PATH, and takes back only what is still ours.
import { delimiter } from "node:path";
import { tellFailure } from "@pi-testkit/failure-report";
import { MockPiError } from "./mock-pi-error.ts";

// Windows spells it "Path"; whichever is there is the one programs read.
const pathName = (env: Readonly<Record<string, string | undefined>>): string =>
  Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";

/** The variable that puts `folder` first, by its name. */
export const pathWith = (folder: string, env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const name = pathName(env);
  return { [name]: [folder, env[name]].filter(Boolean).join(delimiter) };
};

const key = Symbol.for("@pi-testkit/mock-pi-cli:installed");
type Holder = { [key]?: string };

const twice = (who: string, writtenAt: string | undefined): MockPiError =>
  new MockPiError(
    "installed-twice",
    tellFailure({
      happened: `install() was called while ${who} is installed.`,
      writtenAt,
      cause: "an earlier test did not uninstall it, or two tests of one file run at the same time.",
      fix: "call uninstall(), or use env() for one child instead of install().",
    }),
  );

export interface Installation {
  readonly installed: boolean;
  install(program: string | undefined, writtenAt: string | undefined): void;
  uninstall(): void;
}

/** @param folder what goes into PATH. */
export const createInstallation = (folder: string): Installation => {
  const holder = globalThis as Holder;
  let before: string | undefined;
  let during: string | undefined;
  let argv1: { readonly before: string | undefined; readonly during: string } | undefined;
  let installed = false;

  const uninstall = (): void => {
    if (!installed) return;
    installed = false;
    delete holder[key];
    process.off("exit", uninstall);
    const name = pathName(process.env);
    if (process.env[name] === during) {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    } else if (process.env[name] !== undefined) {
      // Somebody has changed it since: only our folder is taken out.
      process.env[name] = process.env[name]
        .split(delimiter)
        .filter((each) => each !== folder)
        .join(delimiter);
    }
    if (argv1 && process.argv[1] === argv1.during) {
      if (argv1.before === undefined) process.argv.length = 1;
      else process.argv[1] = argv1.before;
    }
    argv1 = undefined;
  };

  return {
    get installed() {
      return installed;
    },
    install(program, writtenAt) {
      if (installed) throw twice("this mock", writtenAt);
      if (holder[key] !== undefined) throw twice("another mock pi", writtenAt);
      holder[key] = folder;
      installed = true;
      const name = pathName(process.env);
      before = process.env[name];
      Object.assign(process.env, pathWith(folder, process.env));
      during = process.env[name];
      if (program !== undefined) {
        argv1 = { before: process.argv[1], during: program };
        process.argv[1] = program;
      }
      process.on("exit", uninstall);
    },
    uninstall,
  };
};
