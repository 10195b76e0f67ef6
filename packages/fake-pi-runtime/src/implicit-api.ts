// The `pi` of the bare style, and the `pi` a caller gets for a factory that failed.
import type { FakePi, FakeReport } from "./fake-pi.ts";
import { as } from "./pi-seams.ts";
import type { ExtensionAPI } from "./pi-shapes.ts";
import { isProbe } from "./unknown-members.ts";

/** `pi` with `emit` beside pi's own members. */
export const withEmit = (pi: ExtensionAPI, emit: FakePi["emit"]): FakePi["pi"] => {
  const own = Object.defineProperties({}, Object.getOwnPropertyDescriptors(pi));
  const api = new Proxy(Object.assign(own, { emit }), {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(pi, name)),
  });
  return as(api);
};

/** Every member throws what a leaked `pi` of a failed factory throws. */
export const failedApi = (errors: readonly FakeReport[]): ExtensionAPI => {
  const path = errors[0]?.extensionPath;
  const refuse = () => {
    throw new Error(`Extension "${path}" failed to load and its API is no longer active.`);
  };
  return as(
    new Proxy({}, { get: (_target, name) => (typeof name === "symbol" || isProbe(name) ? undefined : refuse) }),
  );
};
