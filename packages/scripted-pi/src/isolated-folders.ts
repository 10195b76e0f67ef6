// The folders one pi lives in: home, agent dir, temporary files and, unless the test brings one, the working directory.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { cacheFolder, type PiFolders } from "./environment.ts";

export interface FolderOptions {
  readonly cwd?: string | undefined;
  /** Files to write into the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly version: string | undefined;
}

// Compiled extensions and pi's own compile cache, found below TMPDIR under these names.
const cached = ["jiti", "node-compile-cache"];

const linkCaches = (temporary: string, version: string | undefined): void => {
  for (const name of cached) {
    const kept = join(cacheFolder(version), name);
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    symlinkSync(kept, join(temporary, name), "junction");
  }
};

/** Makes the folders; `remove` deletes everything but a working directory of the test's own. */
export const makeFolders = ({ cwd, files = {}, settings = {}, version }: FolderOptions) => {
  // The real path, since pi reports it: on some systems the temporary folder is a link.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "scripted-pi-")));
  const folders: PiFolders = {
    root,
    home: join(root, "home"),
    agentDir: join(root, "agent"),
    temporary: join(root, "tmp"),
    cwd: cwd === undefined ? join(root, "work") : realpathSync(resolve(cwd)),
  };
  const remove = (): void => {
    for (const name of cached) rmSync(join(folders.temporary, name), { force: true });
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    for (const folder of [folders.home, folders.agentDir, folders.temporary, folders.cwd])
      mkdirSync(folder, { recursive: true });
    linkCaches(folders.temporary, version);
    writeFileSync(join(folders.agentDir, "settings.json"), `${JSON.stringify(settings, undefined, 2)}\n`);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(resolve(folders.cwd, path)), { recursive: true });
      writeFileSync(resolve(folders.cwd, path), text);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { folders, remove };
};
