// The skill that is shipped, loaded by pi itself from where the package's manifest says it is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { says, when } from "./index.ts";
import { createTestSession } from "./vitest.ts";

const packageFolder = join(import.meta.dirname, "..");
const { files, pi } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

it("is loaded by pi without a complaint and offered to the model", async () => {
  expect({ files, pi }).toMatchObject({ files: expect.arrayContaining(["skills"]), pi: { skills: ["./skills"] } });
  const session = await createTestSession({ skills: pi.skills.map((path: string) => join(packageFolder, path)) });
  const { skills, diagnostics } = session.session.resourceLoader.getSkills();
  expect(diagnostics).toEqual([]);
  expect(skills.map(({ name }) => name)).toEqual(["pi-testkit"]);

  await session.run(when("test my extension", [says("I will.")]));
  const [request] = session.playbook.requests;
  expect(request?.systemPrompt).toContain("pi-testkit");
  expect(request?.systemPrompt).toContain("Writes and mends tests of pi extensions");
});

it("is what a user asks for by name", async () => {
  const session = await createTestSession({ skills: [join(packageFolder, "skills")] });
  await session.run(when("/skill:pi-testkit the gate", [says("Reading.")]));
  const sent = JSON.stringify(session.playbook.requests[0]?.messages);
  expect(sent).toContain("npx pi-testkit doctor");
  expect(sent).toContain("the gate");
});
