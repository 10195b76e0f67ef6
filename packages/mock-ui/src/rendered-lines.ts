// Holds what extensions render to what pi expects of it. It draws nothing.
import type { Component } from "@earendil-works/pi-tui";
import { tellFailure } from "@pi-testkit/failure-report";
import { MockUIError } from "./mock-ui-error.ts";

const isImage = (line: string) => line.includes("\x1b_G") || line.includes("\x1b]1337;File=");

const tooWide = (line: string, columns: number, width: number) =>
  new MockUIError(
    "line-too-wide",
    tellFailure({
      happened: `A component drew a line of ${columns} columns on a screen of ${width}, which crashes pi.`,
      expected: `at most ${width} columns`,
      received: JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line),
      cause: "the component does not cut its lines",
      fix: "cut lines with truncateToWidth(line, width) of @earendil-works/pi-tui.",
    }),
  );

/**
 * @internal Throws `line-too-wide` where pi's TUI would crash and leave a report in the user's folders: at a line that changed since the
 * frame before. A whole new screen, as at the start and after a resize, may have lines that are too wide: the terminal breaks them.
 */
export const createWidthCheck = (visibleWidth: (text: string) => number) => {
  let before: { lines: readonly string[]; width: number } | undefined;
  return (lines: readonly string[], width: number): void => {
    const previous = before;
    before = { lines, width };
    if (previous?.width !== width) return;
    lines.forEach((line, row) => {
      if (line === previous.lines[row] || line.length <= width || isImage(line)) return;
      const columns = visibleWidth(line);
      if (columns > width) throw tooWide(line, columns, width);
    });
  };
};

/** @internal The component's lines; frozen where pi keeps them, since editing them in place corrupts pi's next frames. */
export const renderedBy = (component: Component, width: number, freeze: boolean): readonly string[] => {
  const lines = component.render(width);
  return freeze ? Object.freeze(lines) : lines;
};

/** @internal Freezes what an overlay renders, which pi-tui asks for itself; returns what undoes it. */
export const freezeRendering = (component: Component, freeze: boolean): (() => void) => {
  if (!freeze || Object.isFrozen(component)) return () => {};
  const own = Object.getOwnPropertyDescriptor(component, "render");
  const render = component.render;
  component.render = (width) => Object.freeze(render.call(component, width)) as string[];
  return () => {
    if (own) Object.defineProperty(component, "render", own);
    else Reflect.deleteProperty(component, "render");
  };
};
