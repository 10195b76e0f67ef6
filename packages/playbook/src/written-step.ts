// What every step has beside its own data: where it was written, and what it expects of its request.
import type { Expectation } from "./step.ts";

/** Where a step was written: a line of code, worked out when it is asked for, or a place in a file. */
export type Place = () => string | undefined;

/** A class, since a script can be long: an object with a getter of its own takes ten times as long to make. */
export class WrittenStep {
  readonly #place: Place;
  readonly expectations: Expectation[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  get writtenAt(): string | undefined {
    return this.#place();
  }

  expecting(check: Expectation): this {
    this.expectations.push(check);
    return this;
  }
}
