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

export const isProvided = (name: string): boolean => providedPackages.includes(name);

/** Whether the package is one of pi's own, handed to extensions or not. */
export const isHostPackage = (name: string): boolean => isProvided(name) || name.startsWith("@earendil-works/");

/** The package a module specifier belongs to: `@a/b` of `@a/b/c`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
