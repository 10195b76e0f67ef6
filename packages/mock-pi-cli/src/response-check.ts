// Checks a response where the test wrote it, and makes it data for the child.
import { constants } from "node:os";
import { describeValue, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { PlaybookError, parseScript } from "@pi-testkit/playbook/script";
import { type TSchema, Type } from "typebox";
import { faultOf, notDataIn } from "./data-check.ts";
import { MockPiError } from "./mock-pi-error.ts";
import type { MockPiResponse, StoredResponse } from "./response.ts";

const text = (description: string): TSchema => Type.String({ description });
const texts = (description: string): TSchema => Type.Array(Type.String(), { description });
const textByName = (description: string): TSchema => Type.Record(Type.String(), Type.String(), { description });

/** @internal */
export const toolsSchema: TSchema = Type.Record(
  Type.String(),
  Type.Union([
    Type.String(),
    Type.Object({
      text: Type.String(),
      details: Type.Optional(Type.Unknown()),
      isError: Type.Optional(Type.Boolean()),
    }),
  ]),
  { description: "an object with a text, or { text, details?, isError? }, for each tool" },
);

/** @internal Whether this system has such a signal: a child would die of sending itself another one. */
export const isSignal = (value: unknown): boolean =>
  typeof value === "string" && Object.hasOwn(constants.signals, value);

/**
 * The schema of a response, a typebox schema and so a JSON Schema; `match.prompt` may also be a RegExp in code.
 *
 * @example
 * import { Value } from "typebox/value";
 * Value.Check(responseSchema, { output: "done", exitCode: 0 }); // true
 */
export const responseSchema: TSchema = Type.Object(
  {
    output: Type.Optional(text("a text")),
    exitCode: Type.Optional(Type.Integer({ minimum: 0, maximum: 255, description: "a whole number from 0 to 255" })),
    stderr: Type.Optional(text("a text")),
    delay: Type.Optional(Type.Number({ minimum: 0, description: "a number of milliseconds, 0 or more" })),
    jsonl: Type.Optional(
      Type.Array(Type.Unknown(), { description: "an array of lines: texts, or values to be written as JSON" }),
    ),
    writeFiles: Type.Optional(textByName("an object with a text for each path")),
    steps: Type.Optional(Type.Unknown({ description: "a script as data" })),
    tools: Type.Optional(toolsSchema),
    match: Type.Optional(
      Type.Object(
        {
          args: Type.Optional(texts("an array of arguments")),
          prompt: Type.Optional(Type.Unknown({ description: "a text or a RegExp" })),
          cwd: Type.Optional(text("a folder")),
          env: Type.Optional(textByName("an object with a text for each variable")),
        },
        { additionalProperties: false, description: "an object { args?, prompt?, cwd?, env? }" },
      ),
    ),
    times: Type.Optional(Type.Integer({ minimum: 1, description: "a whole number, 1 or more" })),
    signal: Type.Optional(
      Type.String({ pattern: "^SIG[A-Z0-9]+$", description: 'the name of a signal, such as "SIGKILL"' }),
    ),
    hang: Type.Optional(Type.Boolean({ description: "true or false" })),
  },
  { additionalProperties: false, description: "an object" },
);

const keys = Object.keys((responseSchema as unknown as { properties: object }).properties);

const refuse = (
  story: Omit<Parameters<typeof tellFailure>[0], "happened">,
  pointer: string,
  writtenAt: string | undefined,
): never => {
  const where = pointer === "" ? "" : ` at ${pointer}`;
  throw new MockPiError(
    "invalid-response",
    tellFailure({ happened: `onCall() was given a response that is not valid${where}.`, writtenAt, ...story }),
  );
};

/** @internal Absent and undefined are the same. */
const defined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

/** @internal @throws MockPiError `invalid-response` */
export const storedResponse = (response: MockPiResponse, writtenAt: string | undefined): StoredResponse => {
  if (typeof response !== "object" || response === null)
    return refuse(
      { expected: `an object with some of ${keys.join(", ")}`, received: describeValue(response) },
      "",
      writtenAt,
    );
  const given = defined(response);
  const stranger = Object.keys(given).find((key) => !keys.includes(key));
  if (stranger !== undefined) {
    const near = nearestName(stranger, keys);
    const fix = near ? `write "${near}".` : `remove "${stranger}".`;
    return refuse(
      { expected: `no other keys than ${keys.join(", ")}`, received: describeValue(stranger), fix },
      "",
      writtenAt,
    );
  }
  if (response.match) given.match = defined(response.match);
  const fault = faultOf(responseSchema, given);
  if (fault) return refuse(fault, fault.pointer, writtenAt);
  if (response.steps !== undefined)
    try {
      parseScript(response.steps, "of onCall()");
    } catch (error) {
      if (!PlaybookError.isInstance(error)) throw error;
      throw new MockPiError("invalid-response", `${error.message}\n  written at: ${writtenAt}`, { cause: error });
    }
  const { match, signal } = response;
  if (signal !== undefined && !isSignal(signal))
    return refuse(
      { expected: "the name of a signal of this system", received: describeValue(signal) },
      "/signal",
      writtenAt,
    );
  const strange = notDataIn({ ...given, match: undefined });
  if (strange) return refuse(strange, strange.pointer, writtenAt);
  if (match === undefined) return given as StoredResponse;
  const { prompt, ...rest } = match;
  if (prompt !== undefined && typeof prompt !== "string" && !(prompt instanceof RegExp))
    return refuse({ expected: "a text or a RegExp", received: describeValue(prompt) }, "/match/prompt", writtenAt);
  const stored =
    prompt instanceof RegExp
      ? { ...defined(rest), promptPattern: [prompt.source, prompt.flags] }
      : { ...defined(rest), ...(prompt !== undefined && { prompt }) };
  return { ...given, match: stored } as StoredResponse;
};
