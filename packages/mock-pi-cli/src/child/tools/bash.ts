// The bash tool: it runs the command for real, in the working directory, as pi does.
import { clock } from "../clock.ts";
import { runShell } from "../run-shell.ts";
import { type Tool, textResult } from "./tool.ts";

export const bashTool: Tool = {
  name: "bash",
  required: ["command"],
  async run({ command }, { cwd, signal, has, update }) {
    const started = clock();
    update({ content: [] });
    let output = "";
    const outcome = await runShell(String(command), cwd, signal, (text) => {
      output += text;
      update(textResult(output, { details: {} }));
    });
    if (outcome.exitCode === undefined) {
      const text = outcome.output === "" ? "Command aborted" : `${outcome.output}\n\nCommand aborted`;
      return textResult(text, { details: {}, isError: true });
    }
    const seconds = Math.round((clock() - started) / 100) / 10;
    const facts = {
      output: outcome.output,
      truncated: false,
      exit_code: outcome.exitCode,
      wall_time_seconds: seconds,
    };
    const structured = has("structuredContent") ? { structuredContent: facts } : {};
    if (outcome.exitCode === 0) return textResult(outcome.output || "(no output)", structured);
    const said = outcome.output === "" ? "(no output)" : outcome.output;
    const text = `${said}\n\nCommand exited with code ${outcome.exitCode}`;
    return textResult(text, { ...(has("structuredContent") ? structured : { details: {} }), isError: true });
  },
};
