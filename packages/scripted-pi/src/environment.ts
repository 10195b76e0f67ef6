// The environment of the child: a list of what may pass, so that no key and no setting of the user reaches pi.
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a process needs to run at all; everything else of the parent stays outside. */
const passed: readonly string[] = [
  "PATH",
  "Path",
  "PATHEXT",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "SystemRoot",
  "SystemDrive",
  "WINDIR",
  "ComSpec",
  "NUMBER_OF_PROCESSORS",
  "PROCESSOR_ARCHITECTURE",
];

/** The folders a pi is shut into. */
export interface PiFolders {
  readonly root: string;
  readonly home: string;
  readonly agentDir: string;
  readonly temporary: string;
  readonly cwd: string;
}

/** Where the caches of one release are kept between runs: they halve its start and hold nothing of a test. */
export const cacheFolder = (version: string | undefined): string =>
  join(tmpdir(), `pi-testkit-pi-cache-${version ?? "unknown"}-${process.getuid?.() ?? "user"}`);

/** The whole environment of the child; a key of `extra` that is undefined is taken out. */
export const environmentOf = (
  folders: PiFolders,
  extra: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const inherited = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  const own = {
    HOME: folders.home,
    USERPROFILE: folders.home,
    APPDATA: join(folders.home, "AppData", "Roaming"),
    LOCALAPPDATA: join(folders.home, "AppData", "Local"),
    XDG_CONFIG_HOME: join(folders.home, ".config"),
    XDG_CACHE_HOME: join(folders.home, ".cache"),
    XDG_DATA_HOME: join(folders.home, ".local", "share"),
    TMPDIR: folders.temporary,
    TMP: folders.temporary,
    TEMP: folders.temporary,
    PI_CODING_AGENT_DIR: folders.agentDir,
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
    PI_TELEMETRY: "0",
  };
  const all: Record<string, string | undefined> = { ...inherited, ...own, ...extra };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
};
