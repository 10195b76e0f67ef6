// One extension, four modes, one table of outcomes: what real pi gives it and what the mock gives it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import probeExtension from "./fixtures/mode-probe.extension.ts";
import { probeInRpc, probeInTui, probeWithoutUser } from "./fixtures/real-modes.ts";
import { cancelled, createMockUI, type MockUIMode } from "./index.ts";

// Each test starts a pi of its own.
vi.setConfig({ testTimeout: 90_000 });

const never = () => new Promise<never>(() => {});
const createUser = (mode: MockUIMode) =>
  createMockUI({
    mode,
    confirm: { "Sure?": true, Late: never },
    select: { Colour: "green", Dismissed: cancelled, Late: never },
    input: { Name: "typed", Stopped: never },
    editor: "edited",
    custom: (screen) => screen.press("x"),
    onUnhandled: "error",
  });
type User = ReturnType<typeof createUser>;

const probeMock = async (user: User) => {
  const folder = mkdtempSync(join(tmpdir(), "pi-testkit-mode-"));
  process.env.PROBE_FILE = join(folder, "probe.json");
  let run: ((args: string, ctx: unknown) => Promise<void>) | undefined;
  probeExtension({ registerProvider() {}, registerCommand: (_name: string, command: any) => (run = command.handler) });
  await run?.("", { hasUI: user.hasUI, ui: user.context });
  const result = JSON.parse(readFileSync(process.env.PROBE_FILE, "utf8"));
  rmSync(folder, { recursive: true });
  user.assertDone();
  return result;
};

const surfacesOf = (user: User) => ({
  notifications: user.notifications,
  status: [...user.status],
  widgets: [...user.widgets],
  title: user.title,
  editorText: user.editorText,
});

it.each(["print", "json"] as const)("gives an extension in %s mode what real pi gives it", async (mode) => {
  expect(await probeMock(createUser(mode))).toEqual(await probeWithoutUser(mode));
});

it("gives an extension in rpc mode what real pi gives it, and shows its host the same", async () => {
  const [host, user] = [createUser("rpc"), createUser("rpc")];
  const real = await probeInRpc(host.answerRpc);
  expect(await probeMock(user)).toEqual(real);
  expect(surfacesOf(user)).toEqual(surfacesOf(host));
  host.dispose();
});

it("gives an extension in tui mode what real pi gives it", async () => {
  const user = createUser("tui");
  const real = await probeInTui();
  expect(await probeMock(user)).toEqual(real);
  user.dispose();
});
