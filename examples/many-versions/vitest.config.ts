// The same tests on several releases of pi: one project each.
import { defineConfig } from "vitest/config";
import { piAliases } from "./pi-aliases.ts";

// Each release in a folder of its own, made by for example
// npm install --prefix pis/0.87.1 @earendil-works/{pi-coding-agent,pi-ai,pi-agent-core,pi-tui}@0.87.1
const releases = ["1.6.0", "0.87.1"];
const folderOf = (release: string) => `${process.env.PIS ?? `${import.meta.dirname}/pis`}/${release}/node_modules`;

export default defineConfig({
  test: {
    projects: releases.map((release) => ({
      resolve: { alias: piAliases(folderOf(release)) },
      test: {
        name: `pi ${release}`,
        include: ["**/many-versions.pi.test.ts"],
        // The kit must be served by vitest, or Node would resolve pi for it.
        server: { deps: { inline: [/pi-testkit/] } },
        env: { PI_RELEASE: release },
      },
    })),
  },
});
