import { calls, says, when } from "pi-testkit";
import { createTestSession } from "pi-testkit/vitest";
import { expect, it } from "vitest";

const extensions = ["examples/late-bound-params/tickets.extension.ts"];

// #region late-bound
it("uses the id that an earlier call came up with", async () => {
  const session = await createTestSession({ extensions });
  let id = "";
  await session.run(
    when("a ticket, please", [
      calls("open_ticket", { title: "It is broken" }).then((result) => {
        id = result.details.id;
      }),
      // A function, since the id is not known when the script is written.
      calls("close_ticket", () => ({ id })),
      says("Done."),
    ]),
  );

  expect(session.events.toolResultsFor("close_ticket")[0]?.text).toBe('Closed "It is broken"');
  expect(session.events.toolCallsFor("close_ticket")[0]?.input).toEqual({ id });
});
// #endregion late-bound

it("tells the model when an id is wrong", async () => {
  const session = await createTestSession({ extensions, propagateErrors: false });
  await session.run(when("close it", [calls("close_ticket", { id: "7" }), says("There is none.")]));
  expect(session.events.toolResults).toMatchObject([{ isError: true, text: "There is no ticket 7" }]);
});
