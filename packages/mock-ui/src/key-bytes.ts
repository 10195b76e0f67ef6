// Turns pi's key names into the bytes a terminal sends for them. pi-tui only goes the other way (`matchesKey`).
import { callSite, nearestName, tellFailure } from "@pi-testkit/failure-report";
import { MockUIError } from "./mock-ui-error.ts";

const esc = "\x1b";
/** Keys with a code point, by which `CSI code ; modifiers u` names them. */
const codes: Readonly<Record<string, number>> = {
  escape: 27,
  esc: 27,
  enter: 13,
  return: 13,
  tab: 9,
  space: 32,
  backspace: 127,
};
/** Keys that end in a letter (`CSI 1 ; modifiers letter`). */
const letters: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  home: "H",
  end: "F",
  clear: "E",
};
/** Keys that end in a tilde (`CSI number ; modifiers ~`). */
const numbers: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};
/** F1 to F4 (`SS3 letter`). */
const firstFunctionKeys: Readonly<Record<string, string>> = { f1: "P", f2: "Q", f3: "R", f4: "S" };
const plain: Readonly<Record<string, string>> = {
  escape: esc,
  esc,
  enter: "\r",
  return: "\r",
  tab: "\t",
  space: " ",
  backspace: "\x7f",
};
const modifierBits: Readonly<Record<string, number>> = { shift: 1, alt: 2, ctrl: 4, super: 8 };
const names = [
  ...Object.keys(plain),
  ...Object.keys(letters),
  ...Object.keys(numbers),
  ...Object.keys(firstFunctionKeys),
];

const controlCharacter = (key: string): string | undefined => {
  if (/^[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(0) - 96);
  return { space: "\0", "[": "\x1b", "\\": "\x1c", "]": "\x1d", "^": "\x1e", _: "\x1f", "-": "\x1f" }[key];
};

const unknownKey = (name: string, publicFunction: (...keys: never[]) => unknown): MockUIError => {
  const key = name.split("+").at(-1) ?? name;
  const capital = /^[A-Z]$/.test(key);
  const nearest = capital ? `shift+${key.toLowerCase()}` : nearestName(key, names);
  return new MockUIError(
    "unknown-key",
    tellFailure({
      happened: `press() does not know the key ${JSON.stringify(name)}.`,
      writtenAt: callSite(publicFunction),
      expected: 'a key name of pi, such as "enter", "down", "pageUp", "a", "ctrl+c" or "shift+tab"',
      cause: capital ? "pi names letters in lower case" : undefined,
      fix: nearest ? `write "${nearest}"; type() is for text.` : "use type() for text.",
    }),
  );
};

const withModifiers = (key: string, bits: number): string | undefined => {
  const parameter = bits + 1;
  if (letters[key] !== undefined) return `${esc}[1;${parameter}${letters[key]}`;
  if (numbers[key] !== undefined) return `${esc}[${numbers[key]};${parameter}~`;
  if (firstFunctionKeys[key] !== undefined) return `${esc}[1;${parameter}${firstFunctionKeys[key]}`;
  const code = codes[key] ?? (key.length === 1 ? key.charCodeAt(0) : undefined);
  return code === undefined ? undefined : `${esc}[${code};${parameter}u`;
};

/** What a terminal without the Kitty protocol has sent for these since long before it. */
const legacy = (key: string, bits: number): string | undefined => {
  const control = controlCharacter(key);
  if (bits === 1 && /^[a-z]$/.test(key)) return key.toUpperCase();
  if (bits === 1 && key === "tab") return `${esc}[Z`;
  if (bits === 2 && (/^[a-z0-9]$/.test(key) || ["enter", "return", "backspace", "space"].includes(key)))
    return esc + (plain[key] ?? key);
  if (bits === 4 && control !== undefined) return control;
  if (bits === 6 && control !== undefined && /^[a-z]$/.test(key)) return esc + control;
  return undefined;
};

const unmodified = (key: string): string | undefined => {
  if (plain[key] !== undefined) return plain[key];
  if (letters[key] !== undefined) return `${esc}[${letters[key]}`;
  if (numbers[key] !== undefined) return `${esc}[${numbers[key]}~`;
  if (firstFunctionKeys[key] !== undefined) return `${esc}O${firstFunctionKeys[key]}`;
  return /^[!-~]$/.test(key) && !/[A-Z]/.test(key) ? key : undefined;
};

/** @internal The bytes of a key named as pi names it; throws `unknown-key` with the line that called `publicFunction`. */
export const bytesOfKey = (name: string, publicFunction: (...keys: never[]) => unknown): string => {
  const plus = name.endsWith("+") ? name.length - 1 : name.lastIndexOf("+") + 1;
  const last = name.slice(plus);
  const key = last.length > 1 ? last.toLowerCase() : last;
  let bits = 0;
  for (const modifier of name.slice(0, plus).split("+").filter(Boolean)) {
    const bit = modifierBits[modifier.toLowerCase()];
    if (bit === undefined) throw unknownKey(name, publicFunction);
    bits |= bit;
  }
  if (unmodified(key) === undefined) throw unknownKey(name, publicFunction);
  const bytes = bits === 0 ? unmodified(key) : (legacy(key, bits) ?? withModifiers(key, bits));
  if (bytes === undefined) throw unknownKey(name, publicFunction);
  return bytes;
};
