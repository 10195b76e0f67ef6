// Which packages are pi's and which are the kit's, and how to install them.

/** What a session needs; the first one is pi itself. */
export const piPackages = [
  "@earendil-works/pi-coding-agent",
  "@earendil-works/pi-ai",
  "@earendil-works/pi-agent-core",
  "@earendil-works/pi-tui",
] as const;

/** Packages that pi hands to extensions; a second copy of one is another one to `instanceof` and to registries. */
export const isHostPackage = (name: string): boolean => name.startsWith("@earendil-works/") || name === "typebox";

export const isKitPackage = (name: string): boolean => name === "pi-testkit" || name.startsWith("@pi-testkit/");

export const installCommand = (names: readonly string[]): string => `npm install --save-dev ${names.join(" ")}`;
