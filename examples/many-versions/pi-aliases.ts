// Makes one vitest project use the pi of a folder. The repository's own vitest.config.ts is made of this.
import { join } from "node:path";

const packages = ["pi-coding-agent", "pi-ai", "pi-agent-core", "pi-tui"];

/** Aliases for `resolve.alias`; `folder` is a `node_modules` that has pi's packages. */
export const piAliases = (folder: string): { find: RegExp; replacement: string }[] =>
  packages.flatMap((name) => {
    const target = join(folder, "@earendil-works", name);
    return [
      // An alias bypasses the package's exports, where `./compat` stands for `./dist/compat.js`.
      { find: new RegExp(`^@earendil-works/${name}/(?!dist/)(.+)$`), replacement: `${target}/dist/$1.js` },
      { find: new RegExp(`^@earendil-works/${name}(?=/|$)`), replacement: target },
    ];
  });
