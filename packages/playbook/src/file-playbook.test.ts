// What the extension file says when it cannot read its script.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFilePlaybook } from "./file-playbook.ts";
import { PlaybookError } from "./index.ts";

const refusal = (content: string | undefined): string => {
  const folder = mkdtempSync(join(tmpdir(), "file-playbook-"));
  const path = join(folder, "play.json");
  if (content !== undefined) writeFileSync(path, content);
  try {
    createFilePlaybook(path, "THE_VARIABLE", undefined);
  } catch (error) {
    if (!PlaybookError.isInstance(error)) throw error;
    return `[${error.code}] ${error.message.replaceAll(folder, "FOLDER")}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
  throw new Error("nothing was thrown");
};

it("refuses a file that is not there", () => {
  expect(refusal(undefined)).toBe(
    "[invalid-script] The script FOLDER/play.json cannot be read: ENOENT: no such file or directory, open 'FOLDER/play.json'",
  );
});

it("refuses a file that is no JSON, with the place", () => {
  expect(refusal("[\n  {")).toMatch(
    /^\[invalid-script\] The script FOLDER\/play\.json cannot be read: Expected property name .* \(line 2 column 4\)$/,
  );
});

it("refuses a script that is none", () => {
  expect(refusal('{ "script": [{ "say": "x" }] }')).toBe(
    `[invalid-script] The script FOLDER/play.json is not valid at /0.
  expected: an object with one of the keys when, says, calls, thinks, together, fails
  received: {"say":"x"}
What to do: write "says".`,
  );
});

it("refuses a strange key beside the script", () => {
  expect(refusal('{ "script": [], "summary": "x" }')).toBe(
    `[invalid-script] The script FOLDER/play.json is not valid at /summary.
  expected: no other keys than "script", "summaries"
  received: "summary"`,
  );
});

it("refuses summaries that are no text", () => {
  expect(refusal('{ "script": [], "summaries": ["a", 3] }')).toBe(
    `[invalid-script] The script FOLDER/play.json is not valid at /summaries.
  expected: a text, or an array of texts
  received: ["a",3]`,
  );
});

it("refuses a process that names no file", () => {
  expect(() => createFilePlaybook(undefined, "THE_VARIABLE", undefined)).toThrow(
    `The playbook extension was given no script.
  expected: the environment variable THE_VARIABLE with the path of a JSON file
  received: nothing
What to do: set THE_VARIABLE for the process that runs pi.`,
  );
});
