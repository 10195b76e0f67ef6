// The script as data: its shape and its schema. Knows nothing of pi, so that a process without pi can read a script.
import { type TSchema, Type } from "typebox";

/** An image of a prompt, base64-encoded, as pi takes it. */
export interface ImageJSON {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

/** Tokens a response reports; what is left out has the playbook's defaults. `cost` is in dollars. */
export interface UsageJSON {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly totalTokens?: number | undefined;
  readonly cost?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cacheRead: number;
        readonly cacheWrite: number;
        readonly total: number;
      }
    | undefined;
}

/** A message that the user sends while the model is answering. */
export type QueuedJSON = string | { readonly text: string; readonly images?: readonly ImageJSON[] | undefined };

/** How a response is sent, as `StepOptions` says it. */
export interface StepOptionsJSON {
  readonly usage?: UsageJSON | undefined;
  readonly stopReason?: "stop" | "length" | "toolUse" | undefined;
  readonly deltas?: number | undefined;
  readonly delayMs?: number | undefined;
  readonly queued?: readonly QueuedJSON[] | undefined;
}

/** Further keys of a block, such as signatures. */
export interface BlockJSON {
  readonly block?: Readonly<Record<string, unknown>> | undefined;
}

/** `says(text)` as data. */
export interface SaysJSON extends StepOptionsJSON, BlockJSON {
  readonly says: string;
}
/** `calls(tool, params)` as data. */
export interface CallsJSON extends StepOptionsJSON, BlockJSON {
  readonly calls: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly id?: string | undefined;
  readonly allowUndeclared?: boolean | undefined;
}
/** `thinks(text)` as data. */
export interface ThinksJSON extends BlockJSON {
  readonly thinks: string;
}
/** `together(…parts)` as data; options stand at the parts, or for the whole message here. */
export interface TogetherJSON extends Pick<StepOptionsJSON, "usage" | "stopReason" | "queued"> {
  readonly together: readonly (SaysJSON | CallsJSON | ThinksJSON)[];
}
/** `fails(message)` as data. */
export interface FailsJSON extends StepOptionsJSON {
  readonly fails: string;
  readonly reason?: "error" | "aborted" | undefined;
  readonly after?: readonly (SaysJSON | CallsJSON | ThinksJSON)[] | undefined;
}

/** One response of the model. */
export type StepJSON = SaysJSON | CallsJSON | ThinksJSON | TogetherJSON | FailsJSON;

/** A prompt and the steps that answer it. */
export interface TurnJSON {
  readonly when:
    | string
    | {
        readonly text: string;
        readonly images?: readonly ImageJSON[] | undefined;
        readonly source?: "interactive" | "rpc" | "extension" | undefined;
      };
  readonly steps?: readonly StepJSON[] | undefined;
}

/** The turns and loose steps of one model. */
export type ModelScriptJSON = readonly (TurnJSON | StepJSON)[];

/**
 * A script as data, or one for each model id.
 * @example
 * const script: ScriptJSON = [{ "when": "list the files", "steps": [{ "calls": "bash", "params": { "command": "ls" } }, { "says": "Two files." }] }]
 */
export type ScriptJSON = ModelScriptJSON | Readonly<Record<string, ModelScriptJSON>>;

const closed = { additionalProperties: false } as const;
const count = (description: string): TSchema => Type.Integer({ minimum: 0, description });
const text = (description: string): TSchema => Type.String({ description });
const name = (description: string): TSchema => Type.String({ minLength: 1, description });
const oneOf = (...values: string[]): TSchema =>
  Type.Enum(values, {
    description: values
      .map((value) => `"${value}"`)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " or "),
  });

const dollars = Type.Number({ description: "a number of dollars" });
const usage = Type.Object(
  {
    input: Type.Optional(count("a whole number of tokens")),
    output: Type.Optional(count("a whole number of tokens")),
    cacheRead: Type.Optional(count("a whole number of tokens")),
    cacheWrite: Type.Optional(count("a whole number of tokens")),
    totalTokens: Type.Optional(count("a whole number of tokens")),
    cost: Type.Optional(
      Type.Object(
        { input: dollars, output: dollars, cacheRead: dollars, cacheWrite: dollars, total: dollars },
        { description: "an object with the cost in dollars" },
      ),
    ),
  },
  // Releases of pi add counts of their own.
  { description: "an object with numbers of tokens" },
);

const image = Type.Object(
  { type: oneOf("image"), data: text("base64 data"), mimeType: name('a MIME type such as "image/png"') },
  { ...closed, description: "an image as { type, data, mimeType }" },
);
const images = Type.Optional(Type.Array(image, { description: "an array of images" }));
const queuedMessage = Type.Union([Type.String(), Type.Object({ text: text("a text"), images }, closed)], {
  description: "a text, or an object { text, images? }",
});

const messageOptions = {
  usage: Type.Optional(usage),
  stopReason: Type.Optional(oneOf("stop", "length", "toolUse")),
  queued: Type.Optional(
    Type.Array(queuedMessage, { description: "an array of texts, or of objects { text, images? }" }),
  ),
};
const options = {
  ...messageOptions,
  deltas: Type.Optional(count("a whole number, 0 or more")),
  delayMs: Type.Optional(Type.Number({ minimum: 0, description: "a number of milliseconds, 0 or more" })),
};

const block = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { description: "an object with further keys of the block" }),
);

const says = Type.Object({ says: text("a text"), ...options, block }, closed);
const thinks = Type.Object({ thinks: text("a text"), block }, closed);
const calls = Type.Object(
  {
    calls: name("the name of a tool"),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "an object with the arguments of the tool" }),
    ),
    id: Type.Optional(name("an id for the tool call")),
    allowUndeclared: Type.Optional(Type.Boolean({ description: "true or false" })),
    ...options,
    block,
  },
  closed,
);
const together = Type.Object(
  {
    together: Type.Array(Type.Union([says, thinks, calls]), { minItems: 1, description: "an array of parts" }),
    ...messageOptions,
  },
  closed,
);
const fails = Type.Object(
  {
    fails: text("an error message"),
    reason: Type.Optional(oneOf("error", "aborted")),
    after: Type.Optional(Type.Array(Type.Union([says, thinks, calls]), { description: "an array of parts" })),
    ...options,
  },
  closed,
);

const promptDescription = "a text, or an object { text, images?, source? }";
const prompt = Type.Object(
  {
    text: text("the text of the prompt"),
    images,
    source: Type.Optional(oneOf("interactive", "rpc", "extension")),
  },
  { ...closed, description: promptDescription },
);
const turn = Type.Object(
  {
    when: Type.Union([text("the text of the prompt"), prompt], { description: promptDescription }),
    steps: Type.Optional(
      Type.Array(Type.Union([says, thinks, calls, together, fails]), { description: "an array of steps" }),
    ),
  },
  closed,
);

/** The schema of each kind of item, by the key that only this kind has. @internal */
export const itemSchemas: Readonly<Record<string, TSchema>> = { when: turn, says, calls, thinks, together, fails };

/** The schema of a prompt that is not just a text. @internal */
export const promptSchema: TSchema = prompt;

const modelScript = Type.Array(Type.Union([turn, says, thinks, calls, together, fails]), {
  description: "an array of turns and steps",
});

/**
 * The schema of a script, a typebox schema and so a JSON Schema: an editor that is given it can complete a script.
 *
 * @example
 * writeFileSync("script.schema.json", JSON.stringify(scriptSchema));
 */
export const scriptSchema: TSchema = Type.Union([modelScript, Type.Record(Type.String(), modelScript)]);
