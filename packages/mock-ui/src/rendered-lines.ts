// Asks an extension's component for its lines the way pi does, and holds it to what pi expects of them.
import type { Component } from "@earendil-works/pi-tui";
import { tellFailure } from "@pi-testkit/failure-report";
import { MockUIError } from "./mock-ui-error.ts";

/** @internal */
export interface LineRules {
  /** The columns a text takes. */
  visibleWidth(text: string): number;
  /** Whether pi keeps rendered lines, so that editing them in place would corrupt its next frames: they are frozen. */
  readonly freeze: boolean;
}

const isImage = (line: string) => line.includes("\x1b_G") || line.includes("\x1b]1337;File=");

const tooWide = (line: string, columns: number, width: number) =>
  new MockUIError(
    "lineTooWide",
    tellFailure({
      happened: `A component drew a line of ${columns} columns on a screen of ${width}.`,
      expected: `at most ${width} columns`,
      received: JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line),
      cause: "the component does not cut its lines; pi would stop with an error at its next frame",
      fix: "cut lines with truncateToWidth(line, width) of @earendil-works/pi-tui.",
    }),
  );

/** @internal The lines of a component that fills the width; throws `lineTooWide` where pi would crash. */
export const renderLines = (
  component: Component,
  width: number,
  { visibleWidth, freeze }: LineRules,
): readonly string[] => {
  const lines = component.render(width);
  for (const line of lines)
    if (line.length > width && !isImage(line) && visibleWidth(line) > width)
      throw tooWide(line, visibleWidth(line), width);
  return freeze ? Object.freeze(lines) : lines;
};

/** @internal Freezes what an overlay renders, which pi-tui asks for itself; returns what undoes it. */
export const freezeRendering = (component: Component, { freeze }: LineRules): (() => void) => {
  if (!freeze || Object.isFrozen(component)) return () => {};
  const own = Object.getOwnPropertyDescriptor(component, "render");
  const render = component.render;
  component.render = (width) => Object.freeze(render.call(component, width)) as string[];
  return () => {
    if (own) Object.defineProperty(component, "render", own);
    else Reflect.deleteProperty(component, "render");
  };
};
