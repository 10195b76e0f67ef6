// What pi's declarations name and this package does not know: for the drift guard, which no user's code reaches.

import { knownEventNames } from "./event-payloads.ts";
import { as } from "./pi-seams.ts";
import { knownMembers } from "./unknown-members.ts";

/** The interfaces an extension is given, and the members the fake knows of each. */
export const guardedInterfaces: Readonly<Record<string, readonly string[]>> = {
  ExtensionAPI: knownMembers.pi,
  ExtensionContext: knownMembers.ctx,
  ExtensionCommandContext: knownMembers.ctx,
  ExtensionToolContext: knownMembers.ctx,
  ReplacedSessionContext: knownMembers.ctx,
  ExtensionUIContext: knownMembers.ui,
};

const withoutComments = (declarations: string) => declarations.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");

/** The member names at the first level of an interface; none when there is no such interface. */
export const membersOf = (declarations: string, name: string): string[] => {
  const text = withoutComments(declarations);
  const start = text.search(new RegExp(`export interface ${name}\\b[^{]*\\{`));
  if (start < 0) return [];
  const body = text.slice(text.indexOf("{", start) + 1);
  const members = body
    .slice(0, body.search(/^\}/m))
    .matchAll(/^ {4}(?:readonly |get |set )*["']?([A-Za-z_$][\w$]*)["']?\??[(:<]/gm);
  return [...new Set([...members].map(([, member]) => String(member)))];
};

/** The events that `pi.on` takes. */
export const eventsOf = (declarations: string): string[] =>
  [...withoutComments(declarations).matchAll(/^ {4}on\(event: "(\w+)"/gm)].map(([, event]) => String(event));

/** Each name the fake does not know, such as `ExtensionAPI.teleport` or `event moon_rise`. */
export const newNamesIn = (declarations: string): string[] => [
  ...Object.entries(guardedInterfaces).flatMap(([name, known]) =>
    membersOf(declarations, name)
      .filter((member) => !known.includes(member))
      .map((member) => `${name}.${member}`),
  ),
  ...eventsOf(declarations)
    .filter((event) => !as<readonly string[]>(knownEventNames).includes(event))
    .map((event) => `event ${event}`),
];
