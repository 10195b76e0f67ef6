// An extension's own header and footer, which only the terminal has.
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import type { CallLog } from "./call-log.ts";
import type { MockUIMode } from "./modes.ts";
import { plainLines } from "./plain-text.ts";
import type { ComponentSite } from "./widgets.ts";

type Bar = Component & { dispose?(): void; setExpanded?(expanded: boolean): void };
type FooterFactory = NonNullable<Parameters<ExtensionUIContext["setFooter"]>[0]>;

/** @internal */
export interface Bars {
  readonly members: Pick<ExtensionUIContext, "setHeader" | "setFooter">;
  readonly headerComponent: Bar | undefined;
  readonly footerComponent: Bar | undefined;
  readonly header: readonly string[] | undefined;
  readonly footer: readonly string[] | undefined;
  reset(): void;
}

/** @internal `status` is what a footer reads as the statuses of all extensions. */
export const createBars = (
  log: CallLog,
  mode: MockUIMode,
  site: ComponentSite,
  status: ReadonlyMap<string, string>,
  toolsExpanded: () => boolean,
): Bars => {
  let header: Bar | undefined;
  let footer: Bar | undefined;
  const linesOf = (bar: Bar | undefined) => bar && plainLines(bar.render(site.columns));
  // pi reads the branch from the folder's repository and the count from its model registry; a mock has neither.
  const footerData: Parameters<FooterFactory>[2] = {
    getGitBranch: () => null,
    getExtensionStatuses: () => status,
    getAvailableProviderCount: () => 1,
    onBranchChange: () => () => {},
  };

  return {
    members: {
      setHeader(...args) {
        const [factory] = args;
        const record = log.open("setHeader", args);
        if (mode === "tui") {
          header?.dispose?.();
          header = factory?.(site.tui, site.theme);
          header?.setExpanded?.(toolsExpanded());
          site.changed();
        }
        log.close(record, undefined);
      },
      setFooter(...args) {
        const [factory] = args;
        const record = log.open("setFooter", args);
        if (mode === "tui") {
          footer?.dispose?.();
          footer = factory?.(site.tui, site.theme, footerData);
          site.changed();
        }
        log.close(record, undefined);
      },
    },
    get headerComponent() {
      return header;
    },
    get footerComponent() {
      return footer;
    },
    get header() {
      return linesOf(header);
    },
    get footer() {
      return linesOf(footer);
    },
    reset() {
      header?.dispose?.();
      footer?.dispose?.();
      header = undefined;
      footer = undefined;
    },
  };
};
