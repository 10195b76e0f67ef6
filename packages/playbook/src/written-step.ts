// What every step has beside its own data: where it was written, and what it expects of its request.
import type { Expectation } from "./step.ts";

/** Where a step was written: a line of code, worked out when it is asked for, or a place in a file. */
export type Place = () => string | undefined;

/** A class, since a script can be long: an object with a getter of its own takes ten times as long to make. */
export class WrittenStep {
  readonly #place: Place;
  declare readonly expectations: Expectation[];

  /** @param part the step's own data; it comes first where a message shows the step. */
  constructor(place: Place, part: object) {
    this.#place = place;
    Object.assign(this, part, { expectations: [] });
  }

  get writtenAt(): string | undefined {
    // A copy that only looks like a step has no place.
    return #place in this ? this.#place() : undefined;
  }

  expecting(check: Expectation): this {
    this.expectations.push(check);
    return this;
  }
}
