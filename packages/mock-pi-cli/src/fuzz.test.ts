// Whatever comes on stdin, an RPC child goes on, as real pi does; of `null` it dies, as real pi does, unless it is told not to.
import fc from "fast-check";
import { expect, test } from "vitest";
import { commands } from "./child/rpc-commands.ts";
import { startRpc } from "./fixtures/run-pi.ts";
import { createMockPi } from "./index.ts";

// Left out: what would run random command lines or write to random paths.
const harmful = ["bash", "export_html", "switch_session"];
const types = Object.keys(commands).filter((type) => !harmful.includes(type));

const command = fc.record(
  {
    id: fc.jsonValue(),
    type: fc.oneof(fc.constantFrom(...types), fc.jsonValue()),
    message: fc.jsonValue(),
    level: fc.jsonValue(),
    mode: fc.jsonValue(),
    name: fc.jsonValue(),
    entryId: fc.jsonValue(),
    provider: fc.jsonValue(),
    since: fc.jsonValue(),
    images: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const isHarmful = (value: unknown): boolean =>
  value === null || harmful.includes((value as { type?: string } | undefined)?.type ?? "");

const lines = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .json()
    .filter((text) => !isHarmful(JSON.parse(text)))
    .map((text) => Buffer.from(text)),
  command.filter((value) => !isHarmful(value)).map((value) => Buffer.from(JSON.stringify(value))),
  fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
);

test("random bytes, random JSON and random commands do not end it", { timeout: 120_000 }, async () => {
  using pi = createMockPi();
  const rpc = startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
  for (const line of fc.sample(lines, { numRuns: 3000, seed: 20261130 }))
    rpc.child.stdin.write(Buffer.concat([line, Buffer.from("\n")]));
  rpc.send({ id: "alive", type: "get_state" });
  expect(await rpc.until(({ id, command }) => id === "alive" && command === "get_state")).toMatchObject({
    success: true,
  });
  rpc.end();
  expect(await rpc.ended).toMatchObject({ code: 0, stderr: "" });
});

test("a line may be cut anywhere, be several megabytes long, and hold what other readers take for a line's end", async () => {
  using pi = createMockPi();
  const rpc = startRpc("pi", ["--mode", "rpc", "--no-session"], pi.env());
  const text = `a \u2028\u2029\u0085 \u{1F600} ${"x".repeat(3_000_000)}`;
  const bytes = Buffer.from(`${JSON.stringify({ id: "big", type: "set_session_name", name: text })}\r\n`);
  const cut = bytes.indexOf(Buffer.from("\u{1F600}")) + 2; // in the middle of a character
  rpc.child.stdin.write(bytes.subarray(0, cut));
  await new Promise((resolve) => setTimeout(resolve, 50));
  rpc.child.stdin.write(bytes.subarray(cut));
  await rpc.until(({ id }) => id === "big");
  // Not toBe on the texts: a failure would print megabytes.
  expect(rpc.records.find(({ type }) => type === "session_info_changed")?.name === text).toBe(true);
  rpc.end();
  await rpc.ended;
});

test("null ends it as it ends pi, or not, by a switch", async () => {
  using pi = createMockPi();
  const dying = startRpc("pi", ["--mode", "rpc"], pi.env());
  dying.child.stdin.write("null\n");
  const ended = await dying.ended;
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("TypeError: Cannot read properties of null (reading 'id')");
  using tough = createMockPi({ survivesNull: true });
  const living = startRpc("pi", ["--mode", "rpc"], tough.env());
  living.child.stdin.write("null\n");
  living.send({ id: "1", type: "abort" });
  await living.until(({ id }) => id === "1");
  living.end();
  expect(await living.ended).toMatchObject({ code: 0 });
});
