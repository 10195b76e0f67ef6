// The one build of every package: ESM for Node, source maps, nothing of others inlined.
import { defineConfig, type Options } from "tsup";

export const buildOf = (entry: string[]): ReturnType<typeof defineConfig> =>
  defineConfig({
    entry,
    format: "esm",
    target: "node22",
    platform: "node",
    sourcemap: true,
    clean: true,
    splitting: true,
    noExternal: ["@pi-testkit/data-copy", "@pi-testkit/failure-report"],
    dts: false,
  } satisfies Options);
