// What the scenarios of this section set up and note.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { OpenStage, Setup, Stage } from "../stage.ts";

/** Opens a stage and hands out the `pi` of its only extension. */
export const withPi = async (open: OpenStage, setup: Setup = {}): Promise<{ stage: Stage; pi: ExtensionAPI }> => {
  let own: ExtensionAPI | undefined;
  const stage = await open({
    ...setup,
    extensions: [
      (pi) => {
        own = pi;
      },
      ...(setup.extensions ?? []),
    ],
  });
  return { stage, pi: own as ExtensionAPI };
};

export const modelOf = (stage: Stage, id: string) => stage.context().modelRegistry.find("scripted", id) as never;
export const types = (stage: Stage) =>
  stage
    .context()
    .sessionManager.getEntries()
    .map(({ type }) => type);
export const names = (pi: ExtensionAPI, prefix: string) =>
  pi.getAllTools().flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []));
