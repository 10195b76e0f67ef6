// The bash tool: it runs the command for real, in the working directory, and tells the end of a long output, as pi does.
import { clock } from "../clock.ts";
import { createFullOutput } from "../full-output.ts";
import { runShell } from "../run-shell.ts";
import { byteLimit, sizeText, type Truncation, tailOf } from "./cuts.ts";
import { type Tool, type ToolCallSetting, textResult } from "./tool.ts";

/** Milliseconds between two updates. */
const pause = 100;

/** Calls `tell` at once, but not more often than pi does; `flush` makes up for what is due. */
const createThrottle = (tell: () => void) => {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const due = (): void => {
    clearTimeout(timer);
    timer = undefined;
    last = clock();
    tell();
  };
  return {
    call(): void {
      const wait = pause - (clock() - last);
      if (wait <= 0) due();
      else timer ??= setTimeout(due, wait);
    },
    flush(): void {
      if (timer !== undefined) due();
    },
  };
};

const noticeOf = (truncation: Truncation, output: string, path: string): string => {
  const { totalLines, outputLines, outputBytes, lastLinePartial, truncatedBy } = truncation;
  if (lastLinePartial) {
    const line = Buffer.byteLength(output.slice(output.lastIndexOf("\n") + 1));
    return `[Showing last ${sizeText(outputBytes)} of line ${totalLines} (line is ${sizeText(line)}). Full output: ${path}]`;
  }
  const shown = `${totalLines - outputLines + 1}-${totalLines} of ${totalLines}`;
  return `[Showing lines ${shown}${truncatedBy === "bytes" ? ` (${byteLimit})` : ""}. Full output: ${path}]`;
};

/** Bytes a script gets, who is told more than the model. */
const mostForScripts = 1024 * 1024;

const forScripts = (output: string, path: string | undefined) => {
  const bytes = Buffer.from(output);
  if (bytes.length <= mostForScripts) return { output, truncated: false };
  const half = mostForScripts / 2;
  const omitted = bytes.length - mostForScripts;
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(bytes.length - half)];
  return {
    output: `${head}\n\n[... ${omitted} bytes omitted ...]\n\n${tail}`,
    truncated: true,
    full_output_path: path,
  };
};

const createAccount = ({ has, update }: ToolCallSetting) => {
  let output = "";
  const keep = createFullOutput();
  const cut = () => {
    const truncation = tailOf(output, has);
    const details = truncation.truncated ? { truncation, fullOutputPath: keep(output) } : undefined;
    return { text: truncation.content, details };
  };
  const throttle = createThrottle(() => {
    const { text, details = {} } = cut();
    update(textResult(text, { details }));
  });
  return {
    add(text: string): void {
      output += text;
      throttle.call();
    },
    /** The text for the model, with `status` below it. */
    end(status: string | undefined, ifEmpty: string) {
      throttle.flush();
      const { text, details } = cut();
      const notice = details && noticeOf(details.truncation, output, details.fullOutputPath);
      const parts = [text || ifEmpty, notice, status].filter((part) => part !== undefined && part !== "");
      return { text: parts.join("\n\n"), details, structured: forScripts(output, details?.fullOutputPath) };
    },
  };
};

export const bashTool: Tool = {
  name: "bash",
  required: ["command"],
  async run({ command }, setting) {
    const { cwd, signal, has, update } = setting;
    const started = clock();
    update({ content: [] });
    const account = createAccount(setting);
    const { exitCode } = await runShell(String(command), cwd, signal, (text) => account.add(text));
    if (exitCode === undefined)
      return textResult(account.end("Command aborted", "").text, { details: {}, isError: true });
    const status = exitCode === 0 ? undefined : `Command exited with code ${exitCode}`;
    const { text, details, structured } = account.end(status, "(no output)");
    const seconds = Math.round((clock() - started) / 100) / 10;
    const facts = { ...structured, exit_code: exitCode, wall_time_seconds: seconds };
    const told = details === undefined ? {} : { details };
    if (has("structuredContent"))
      return textResult(text, { ...told, structuredContent: facts, ...(exitCode !== 0 && { isError: true }) });
    // Before, a failure was thrown, and what is thrown has no details.
    return textResult(text, exitCode === 0 ? told : { details: {}, isError: true });
  },
};
