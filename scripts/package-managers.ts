// How each package manager is had through npx, told of the registry, and asked for what the README says in npm's words.

export interface PackageManager {
  readonly name: string;
  /** The program, as npx brings it. */
  readonly program: string;
  /** What stands for `npm install --save-dev`. */
  readonly add: string;
  /** What stands for `npx`. */
  readonly exec: string;
  /** Files that a project of this manager has. */
  files(registry: string): Readonly<Record<string, string>>;
}

const npmrc = (registry: string) => ({ ".npmrc": `registry=${registry}\n` });

export const packageManagers: readonly PackageManager[] = [
  { name: "npm", program: "npm", add: "npm install --save-dev", exec: "npx", files: npmrc },
  {
    name: "pnpm",
    program: "npx --yes pnpm@12.21.0",
    add: "npx --yes pnpm@12.21.0 add --save-dev",
    exec: "npx --yes pnpm@12.21.0 exec",
    files: (registry) => ({
      ...npmrc(registry),
      // pnpm stops until somebody has decided on build scripts; these two are not needed to run pi.
      "pnpm-workspace.yaml": 'allowBuilds:\n  "@google/genai": false\n  protobufjs: false\n',
    }),
  },
  {
    name: "yarn",
    program: "npx --yes @yarnpkg/cli-dist@4",
    // yarn installs no peers, and vitest has vite as one; the newest vite names an optional package that not every registry has.
    add: "npx --yes @yarnpkg/cli-dist@4 add --dev vite@7",
    exec: "npx --yes @yarnpkg/cli-dist@4 run",
    files: (registry) => ({
      // yarn's Plug'n'Play was not tried.
      ".yarnrc.yml": `nodeLinker: node-modules\nnpmRegistryServer: "${registry}"\nunsafeHttpWhitelist: ["127.0.0.1"]\nenableImmutableInstalls: false\nenableTelemetry: false\n`,
      "yarn.lock": "",
    }),
  },
  {
    name: "bun",
    program: "npx --yes bun@1",
    add: "npx --yes bun@1 add --dev",
    exec: "npx --yes bun@1 x --no-install",
    files: npmrc,
  },
];

/** A line of the README in the words of this manager. */
export const inWordsOf = ({ add, exec }: PackageManager, line: string): string =>
  line.replace(/^npm install --save-dev\b|^npx\b/, (words) => (words === "npx" ? exec : add));
