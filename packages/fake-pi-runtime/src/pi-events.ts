// The names, payloads and results of pi's events, read off the overloads of `pi.on`: pi 0.74 exports no union of its
// events, and a list of our own would drift. Room for 48 overloads; pi 1.6.0 has 41.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

type Row<Name, Handler> = Name extends string
  ? string extends Name
    ? never
    : Handler extends (event: infer Event, ...rest: never[]) => unknown
      ? { name: Name; event: Event }
      : never
  : never;

type Rows = ExtensionAPI["on"] extends {
  (event: infer E1, handler: infer H1): unknown;
  (event: infer E2, handler: infer H2): unknown;
  (event: infer E3, handler: infer H3): unknown;
  (event: infer E4, handler: infer H4): unknown;
  (event: infer E5, handler: infer H5): unknown;
  (event: infer E6, handler: infer H6): unknown;
  (event: infer E7, handler: infer H7): unknown;
  (event: infer E8, handler: infer H8): unknown;
  (event: infer E9, handler: infer H9): unknown;
  (event: infer E10, handler: infer H10): unknown;
  (event: infer E11, handler: infer H11): unknown;
  (event: infer E12, handler: infer H12): unknown;
  (event: infer E13, handler: infer H13): unknown;
  (event: infer E14, handler: infer H14): unknown;
  (event: infer E15, handler: infer H15): unknown;
  (event: infer E16, handler: infer H16): unknown;
  (event: infer E17, handler: infer H17): unknown;
  (event: infer E18, handler: infer H18): unknown;
  (event: infer E19, handler: infer H19): unknown;
  (event: infer E20, handler: infer H20): unknown;
  (event: infer E21, handler: infer H21): unknown;
  (event: infer E22, handler: infer H22): unknown;
  (event: infer E23, handler: infer H23): unknown;
  (event: infer E24, handler: infer H24): unknown;
  (event: infer E25, handler: infer H25): unknown;
  (event: infer E26, handler: infer H26): unknown;
  (event: infer E27, handler: infer H27): unknown;
  (event: infer E28, handler: infer H28): unknown;
  (event: infer E29, handler: infer H29): unknown;
  (event: infer E30, handler: infer H30): unknown;
  (event: infer E31, handler: infer H31): unknown;
  (event: infer E32, handler: infer H32): unknown;
  (event: infer E33, handler: infer H33): unknown;
  (event: infer E34, handler: infer H34): unknown;
  (event: infer E35, handler: infer H35): unknown;
  (event: infer E36, handler: infer H36): unknown;
  (event: infer E37, handler: infer H37): unknown;
  (event: infer E38, handler: infer H38): unknown;
  (event: infer E39, handler: infer H39): unknown;
  (event: infer E40, handler: infer H40): unknown;
  (event: infer E41, handler: infer H41): unknown;
  (event: infer E42, handler: infer H42): unknown;
  (event: infer E43, handler: infer H43): unknown;
  (event: infer E44, handler: infer H44): unknown;
  (event: infer E45, handler: infer H45): unknown;
  (event: infer E46, handler: infer H46): unknown;
  (event: infer E47, handler: infer H47): unknown;
  (event: infer E48, handler: infer H48): unknown;
}
  ?
      | Row<E1, H1>
      | Row<E2, H2>
      | Row<E3, H3>
      | Row<E4, H4>
      | Row<E5, H5>
      | Row<E6, H6>
      | Row<E7, H7>
      | Row<E8, H8>
      | Row<E9, H9>
      | Row<E10, H10>
      | Row<E11, H11>
      | Row<E12, H12>
      | Row<E13, H13>
      | Row<E14, H14>
      | Row<E15, H15>
      | Row<E16, H16>
      | Row<E17, H17>
      | Row<E18, H18>
      | Row<E19, H19>
      | Row<E20, H20>
      | Row<E21, H21>
      | Row<E22, H22>
      | Row<E23, H23>
      | Row<E24, H24>
      | Row<E25, H25>
      | Row<E26, H26>
      | Row<E27, H27>
      | Row<E28, H28>
      | Row<E29, H29>
      | Row<E30, H30>
      | Row<E31, H31>
      | Row<E32, H32>
      | Row<E33, H33>
      | Row<E34, H34>
      | Row<E35, H35>
      | Row<E36, H36>
      | Row<E37, H37>
      | Row<E38, H38>
      | Row<E39, H39>
      | Row<E40, H40>
      | Row<E41, H41>
      | Row<E42, H42>
      | Row<E43, H43>
      | Row<E44, H44>
      | Row<E45, H45>
      | Row<E46, H46>
      | Row<E47, H47>
      | Row<E48, H48>
  : never;

/** The name of an event of the installed pi. */
export type PiEventName = Rows["name"];

/** The event object a handler of `Name` gets, for the installed pi. */
export type PiEvent<Name extends PiEventName> = Extract<Rows, { name: Name }>["event"];

type WithoutType<Event> = Event extends unknown ? Partial<Omit<Event, "type">> : never;

/** What `emit` takes for an event: any of its fields, the rest gets the documented defaults. */
export type PiEventPayload<Name extends PiEventName> = WithoutType<PiEvent<Name>>;
