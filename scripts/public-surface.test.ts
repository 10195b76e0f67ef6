// What users can rely on, as literals: a red line here asks for a deliberate change and a changeset, not for an update.
import { expect, test } from "vitest";
import { publishedPackages } from "./workspace-packages.ts";

interface Surface {
  readonly exports: readonly string[];
  readonly bin?: readonly string[];
  readonly dependencies?: readonly string[];
  /** Range by peer; a name that ends in "?" is optional. */
  readonly peers: Readonly<Record<string, string>>;
}

const surface: Readonly<Record<string, Surface>> = {
  "@pi-testkit/event-collector": {
    exports: [".", "./package.json"],
    peers: {
      "@earendil-works/pi-agent-core?": ">=0.74.0",
      "@earendil-works/pi-ai?": ">=0.74.0",
      "@earendil-works/pi-coding-agent?": ">=0.74.0",
    },
  },
  "@pi-testkit/fake-pi-runtime": {
    exports: [".", "./package.json"],
    dependencies: ["@pi-testkit/mock-ui"],
    peers: {
      "@earendil-works/pi-agent-core?": ">=0.74.0",
      "@earendil-works/pi-ai?": ">=0.74.0",
      "@earendil-works/pi-coding-agent?": ">=0.74.0",
    },
  },
  "@pi-testkit/mock-pi-cli": {
    exports: [".", "./package.json"],
    bin: ["mock-pi-rpc"],
    dependencies: ["@pi-testkit/playbook", "typebox"],
    peers: {},
  },
  "@pi-testkit/mock-tools": {
    exports: [".", "./package.json"],
    peers: {
      "@earendil-works/pi-agent-core?": ">=0.74.0",
      "@earendil-works/pi-ai?": ">=0.74.0",
      "@earendil-works/pi-coding-agent?": ">=0.74.0",
    },
  },
  "@pi-testkit/mock-ui": {
    exports: [".", "./package.json"],
    peers: {
      "@earendil-works/pi-coding-agent?": ">=0.74.0",
      "@earendil-works/pi-tui?": ">=0.74.0",
      "@xterm/headless?": ">=6.0.0",
    },
  },
  "@pi-testkit/playbook": {
    exports: [".", "./script", "./pi-extension", "./package.json"],
    dependencies: ["typebox"],
    peers: {
      "@earendil-works/pi-agent-core?": ">=0.74.0",
      "@earendil-works/pi-ai?": ">=0.74.0",
      "@earendil-works/pi-coding-agent?": ">=0.74.0",
    },
  },
  "@pi-testkit/sandbox-install": {
    exports: [".", "./package.json"],
    bin: ["pi-testkit-sandbox-install"],
    dependencies: ["semver", "typebox"],
    peers: {},
  },
  "@pi-testkit/scripted-pi": {
    exports: [".", "./package.json"],
    bin: ["scripted-pi"],
    dependencies: ["@pi-testkit/event-collector", "@pi-testkit/mock-ui", "@pi-testkit/playbook"],
    peers: { "@earendil-works/pi-coding-agent": ">=0.74.0" },
  },
  "pi-testkit": {
    exports: [".", "./vitest", "./vitest/isolate", "./package.json"],
    bin: ["pi-testkit"],
    dependencies: [
      "@pi-testkit/event-collector",
      "@pi-testkit/fake-pi-runtime",
      "@pi-testkit/mock-pi-cli",
      "@pi-testkit/mock-tools",
      "@pi-testkit/mock-ui",
      "@pi-testkit/playbook",
      "@pi-testkit/sandbox-install",
    ],
    peers: {
      "@earendil-works/pi-agent-core": ">=0.74.0",
      "@earendil-works/pi-ai": ">=0.74.0",
      "@earendil-works/pi-coding-agent": ">=0.74.0",
      "@earendil-works/pi-tui": ">=0.74.0",
      "vitest?": ">=3",
    },
  },
};

test("the published packages are these", () => {
  expect(
    publishedPackages()
      .map(({ manifest }) => manifest.name)
      .sort(),
  ).toEqual(Object.keys(surface).sort());
});

for (const { manifest } of publishedPackages()) {
  test(`${manifest.name} has this surface`, () => {
    const optional = (name: string) => (manifest.peerDependenciesMeta?.[name]?.optional === true ? "?" : "");
    const actual: Surface = {
      exports: Object.keys(manifest.exports),
      ...(manifest.bin ? { bin: Object.keys(manifest.bin) } : {}),
      ...(manifest.dependencies ? { dependencies: Object.keys(manifest.dependencies).sort() } : {}),
      peers: Object.fromEntries(
        Object.entries(manifest.peerDependencies ?? {}).map(([name, range]) => [`${name}${optional(name)}`, range]),
      ),
    };
    expect(actual).toEqual(surface[manifest.name]);
  });
}
