// Shipped examples that guard: tool calls, sessions, paths.
import { bash, notices, type ShippedExample, write } from "./shipped-example.ts";

export const gates: readonly ShippedExample[] = [
  {
    file: "permission-gate.ts",
    shows: "blocks a dangerous command the user refuses, and lets an allowed one and a harmless one pass",
    ui: { select: ["No", "Yes"] },
    act: async (stage, see, ui) => {
      see("refused", await stage.emit("tool_call", bash("rm -rf /")));
      see("allowed", [await stage.emit("tool_call", bash("sudo ls"))]);
      see("harmless", [await stage.emit("tool_call", bash("ls"))]);
      see("asked", ui.calls.length);
    },
    expected: {
      refused: { block: true, reason: "Blocked by user" },
      allowed: [undefined],
      harmless: [undefined],
      asked: 2,
    },
  },
  {
    file: "permission-gate.ts",
    shows: "blocks without asking where there is no UI",
    setup: { mode: "print" },
    act: async (stage, see) => see("result", await stage.emit("tool_call", bash("chmod 777 x"))),
    expected: { result: { block: true, reason: "Dangerous command blocked (no UI for confirmation)" } },
  },
  {
    file: "protected-paths.ts",
    shows: "blocks a write to a protected path and says so",
    act: async (stage, see, ui) => {
      see("env", await stage.emit("tool_call", write("app/.env")));
      see("source", [await stage.emit("tool_call", write("src/a.ts"))]);
      see("notices", notices(ui));
    },
    expected: {
      env: { block: true, reason: 'Path "app/.env" is protected' },
      source: [undefined],
      notices: ["warning: Blocked write to protected path: app/.env"],
    },
  },
  {
    file: "confirm-destructive.ts",
    shows: "keeps the session when the user does not confirm",
    ui: { confirm: false, select: "No, stay in current session" },
    act: async (stage, see, ui) => {
      see("new", await stage.context().newSession());
      see("fork", await stage.emit("session_before_fork", { entryId: "12345678", position: "before" }));
      see("notices", notices(ui));
    },
    expected: {
      new: { cancelled: true },
      fork: { cancel: true },
      notices: ["info: Clear cancelled", "info: Fork cancelled"],
    },
  },
  {
    file: "dirty-repo-guard.ts",
    shows: "lets a session go where there is no repository to be dirty",
    act: async (stage, see, ui) => {
      see("new", await stage.context().newSession());
      see("asked", ui.calls.length);
    },
    expected: { new: { cancelled: false }, asked: 0 },
  },
  {
    file: "project-trust.ts",
    shows: "answers the question of trust with the user's choice",
    ui: { select: ["Trust this session", "Do not trust this session", "Let built-in prompt decide"] },
    act: async (stage, see) => {
      for (const label of ["yes", "no", "undecided"]) see(label, await stage.emit("project_trust", { cwd: "/p" }));
    },
    expected: {
      yes: { result: { trusted: "yes" }, errors: [] },
      no: { result: { trusted: "no" }, errors: [] },
      undecided: { errors: [] },
    },
  },
];
