// The environment of the programs we start. What the caller's own package manager or test runner left in ours must
// not change what they do: the user's machine has none of it.
import type { Environment } from "./run-command.ts";

/** Settings of npm that say where the registry is; all others of our parent are its own. */
const networkSettings =
  /^npm_config_(registry|cache|userconfig|globalconfig|(https?_|no)?proxy|cafile|ca|strict_ssl|store_dir|fetch_.*|@.*|\/\/.*)$/i;

const isLeftover = (name: string): boolean =>
  /^(npm_|pnpm_|PNPM_SCRIPT|YARN_|BERRY_|INIT_CWD$|PROJECT_CWD$)/i.test(name)
    ? !networkSettings.test(name)
    : /^(NODE_OPTIONS|NODE_PATH|NODE_ENV|NODE_CHANNEL_FD|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|VITEST.*|JEST_.*|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/.test(
        name,
      );

/** For a package manager: everything of ours but leftovers. */
export const packageManagerEnvironment = (): Environment => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeftover(name))),
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  npm_config_update_notifier: "false",
  // A registry that does not answer is told after seconds, not after minutes.
  npm_config_fetch_retries: process.env.npm_config_fetch_retries ?? "1",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "5000",
});

const kept =
  /^(PATH|PATHEXT|SystemRoot|SystemDrive|windir|ComSpec|LANG|LANGUAGE|LC_.*|TZ|TERM|COLORTERM|SHELL|USER|LOGNAME|USERNAME)$/i;

export interface UserFolders {
  readonly home: string;
  readonly agentDir: string;
  readonly temp: string;
}

/** For pi: a user who has just set up a machine. No key, no setting, no network for models. */
export const userEnvironment = ({ home, agentDir, temp }: UserFolders): Environment => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  HOME: home,
  USERPROFILE: home,
  APPDATA: home,
  LOCALAPPDATA: home,
  TMPDIR: temp,
  TEMP: temp,
  TMP: temp,
  PI_CODING_AGENT_DIR: agentDir,
  PI_OFFLINE: "1",
  PI_SKIP_VERSION_CHECK: "1",
  PI_TELEMETRY: "0",
});
