// Which packages pi hands to extensions itself. Taken from pi's documentation on packages.

/** The packages whose import pi answers itself. */
export const providedPackages: readonly string[] = [
  ...["pi-agent-core", "pi-ai", "pi-coding-agent", "pi-tui"].flatMap((name) => [
    `@earendil-works/${name}`,
    `@mariozechner/${name}`,
  ]),
  "typebox",
  "@sinclair/typebox",
];

/** Whether the package belongs to pi, so that a copy of it has no place in a user's tree. */
export const isHostPackage = (name: string): boolean =>
  providedPackages.includes(name) || name.startsWith("@earendil-works/");

/** The package a module specifier belongs to: `@a/b` of `@a/b/c`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
