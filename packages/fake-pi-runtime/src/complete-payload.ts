// Checks the payload a test gave to `emit` and fills in what it left out. What is known of the events is a table of its own.
import { describeValue, nearestName } from "@pi-testkit/failure-report";
import { type DefaultSource, type EventFacts, type FieldKind, isKnownEvent, piEvents } from "./event-payloads.ts";
import { fakeFailure } from "./fake-pi-error.ts";

const fits = (kind: FieldKind, value: unknown): boolean => {
  if (kind === "any") return true;
  if (value === undefined) return kind.endsWith("?");
  const wanted = kind.replace("?", "");
  if (wanted === "array") return Array.isArray(value);
  if (wanted === "signal") return value instanceof AbortSignal;
  if (wanted === "message") return typeof value === "object" && value !== null && "role" in value;
  if (wanted === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === wanted;
};

/** The whole payload of an event: what the test gave, checked, and the defaults for the rest. */
export const completePayload = (
  name: string,
  given: Readonly<Record<string, unknown>>,
  from: DefaultSource,
  writtenAt: () => string | undefined,
): Record<string, unknown> => {
  if (!isKnownEvent(name)) {
    const nearest = nearestName(name, Object.keys(piEvents));
    throw fakeFailure("unknown-event", {
      happened: `There is no event "${name}" in pi, so emitting it would run no handler.`,
      writtenAt: writtenAt(),
      fix: nearest ? `Write "${nearest}".` : `Use one of: ${Object.keys(piEvents).join(", ")}.`,
    });
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw fakeFailure("mistyped-field", {
      happened: `The payload of a "${name}" event is an object.`,
      writtenAt: writtenAt(),
      received: describeValue(given),
      fix: "Give its fields as an object, or leave it out.",
    });
  const facts: EventFacts = piEvents[name];
  for (const [field, value] of Object.entries(given)) {
    const kind = facts.fields[field];
    if (field === "type" && value === name) continue;
    if (kind === undefined) {
      const nearest = nearestName(field, Object.keys(facts.fields));
      throw fakeFailure("unknown-field", {
        happened: `A "${name}" event of pi has no field "${field}", so an extension never sees it.`,
        writtenAt: writtenAt(),
        expected: Object.keys(facts.fields).join(", ") || "no fields",
        fix: nearest ? `Write "${nearest}".` : `Leave "${field}" out.`,
      });
    }
    if (!fits(kind, value))
      throw fakeFailure("mistyped-field", {
        happened: `The field "${field}" of a "${name}" event has a type that pi never gives it.`,
        writtenAt: writtenAt(),
        expected: kind.replace("?", " or undefined"),
        received: Array.isArray(value) ? "array" : value === null ? "null" : typeof value,
        fix: `Give "${field}" the type that pi's ${name} event has.`,
      });
  }
  const { type: _type, ...fields } = given;
  return { ...facts.defaults(from), ...fields };
};
