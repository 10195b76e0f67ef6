// The question about a session of another project, and what becomes of an answer. pi asks whether or not anybody can answer.
import type { Life } from "./life.ts";
import type { Output } from "./output.ts";

/** Thrown where pi asks. */
export class OtherProject extends Error {
  readonly fork: () => unknown;
  constructor(project: string, fork: () => unknown) {
    super(`Session found in different project: ${project}`);
    this.fork = fork;
  }
}

/**
 * Asks, and takes the first line of the input for the answer.
 * @param goOn what follows a yes; undefined where pi forks, never reads its input again, and ends with it.
 */
export const askToFork = (question: OtherProject, goOn: (() => void) | undefined, output: Output, life: Life): void => {
  output.error(question.message);
  process.stderr.write("Fork this session into current directory? [y/N] ");
  const { stdin } = process;
  const end = (): never => life.end(0);
  const yes = (): void => {
    if (goOn === undefined) {
      question.fork();
      return;
    }
    stdin.off("end", end);
    goOn();
  };
  let text = "";
  const take = (more: string): void => {
    life.heard(more);
    text += more;
    if (!text.includes("\n")) return;
    stdin.off("data", take).resume();
    if (/^y(?:es)?\r?\n/i.test(text)) yes();
    else {
      output.error("Aborted.");
      end();
    }
  };
  stdin.setEncoding("utf8").on("data", take).once("end", end);
};
