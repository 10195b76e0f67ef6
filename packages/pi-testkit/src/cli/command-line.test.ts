import { expect, test } from "vitest";
import { projectFolder, runIn } from "../fixtures/project-folder.ts";

const usage = `Usage: pi-testkit <command> [options]

  doctor                        tells which pi, Node and kit the current folder has, and what is wrong with them
  init [--runner vitest|node]   writes a first test for the extension in the current folder; the default runner is
                                vitest where the project has it, else node

Exit code: 0 all is well, 1 something is wrong, and what to do is told, 2 the command was not understood.
`;

test.each([
  [["docter"], 'There is no command "docter".'],
  [[], "No command was given."],
  [["constructor"], 'There is no command "constructor".'],
  [["init", "--runner", "jest"], 'There is no runner "jest": vitest or node.'],
  [["doctor", "--fix"], "Unknown option '--fix'"],
  [["init", "here"], "Unexpected argument 'here'. This command does not take positional arguments"],
])("%j is not understood: usage and exit code 2", (args, complaint) => {
  expect(runIn(projectFolder({}), args)).toEqual({ code: 2, out: "", err: `${complaint}\n\n${usage}` });
});

test.each(["--help", "-h", "help"])("%s gives the usage", (name) => {
  expect(runIn(projectFolder({}), [name])).toEqual({ code: 0, out: usage, err: "" });
});
