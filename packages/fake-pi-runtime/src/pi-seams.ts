// Every cast between the fake's own shapes and pi's, and the one place that loads code of pi: its argument validator.
// The fake's model registry, session manager and messages have pi's members but not pi's classes.
import type { AgentTool } from "@earendil-works/pi-agent-core";
import type { Model } from "@earendil-works/pi-ai";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { LooseModel } from "./fake-model.ts";
import type { AnyTool } from "./pi-shapes.ts";
import type { SessionStore } from "./session-store.ts";

export const asSessionManager = (store: SessionStore): ExtensionContext["sessionManager"] => store as any;
export const asModelRegistry = (registry: object): ExtensionContext["modelRegistry"] => registry as any;
export const asModel = (model: LooseModel | undefined): Model<any> | undefined => model as any;
export const asLooseModel = (model: unknown): LooseModel => model as any;
export const asThinkingLevel = (level: string): NonNullable<ExtensionContext["thinkingLevel"]> => level as any;
export const asTool = (tool: AnyTool): AgentTool => tool as any;
/** The fake keeps what extensions give as `unknown`; here it is called by the name of what pi takes it for. Checked by nobody. */
export const as = <T>(value: unknown): T => value as any;

type Validate = (tool: object, call: object) => unknown;

/**
 * pi-ai's `validateToolArguments`, or `undefined` where pi-ai is not installed. From 0.85 on it has an entry of its own,
 * which loads in a few milliseconds; before, only the package's root has it.
 */
export const loadPiValidator = async (): Promise<Validate | undefined> => {
  // The names are put together so that no bundler follows them.
  const root = ["@earendil-works", "pi-ai"].join("/");
  for (const name of [`${root}/utils/validation`, root]) {
    try {
      const loaded = (await import(/* @vite-ignore */ name)) as { validateToolArguments?: Validate };
      if (loaded.validateToolArguments) return loaded.validateToolArguments;
    } catch {
      // Not installed, or a release without this entry.
    }
  }
  return undefined;
};
