// The same ten-step test with the kit.
import { calls, createTestSession, says, when } from "pi-testkit";

export const runKitSession = async (steps: number): Promise<void> => {
  const t = await createTestSession({ mockTools: { bash: "a.txt" } });
  await t.run(when("go", [...Array.from({ length: steps - 1 }, () => calls("bash", { command: "ls" })), says("done")]));
  await t.dispose();
};
