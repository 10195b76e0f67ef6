// Nothing of pi and no terminal emulator is loaded before something is drawn. Each run is a process of its own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 });

const run = (...args: string[]) => {
  const program = join(import.meta.dirname, "fixtures/loads.ts");
  const result = spawnSync(process.execPath, ["--conditions=pi-testkit-source", program, ...args], {
    encoding: "utf8",
  });
  expect(result.stderr).toBe("");
  return result.stdout;
};

it("loads its peers at the first custom component, and not before", () => {
  expect(run()).toBe(`import: nothing
[ 'widget' ] [ 'footer' ]
dialogs and surfaces: nothing
custom: @earendil-works/pi-coding-agent, @earendil-works/pi-tui, @xterm/headless
`);
});

it("names the peer that is missing", () => {
  expect(run("@xterm/headless")).toContain(`The screen needs @xterm/headless, which could not be loaded.
  received: Cannot find package '@xterm/headless'
Likely cause: custom components and renderers are drawn with pi's own packages and a terminal emulator, all optional peers
What to do: install @xterm/headless beside @pi-testkit/mock-ui.
`);
});
