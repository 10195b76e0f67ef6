// What a read gives by release, and images that pi would draw anew: the mock says of them what pi says when it cannot. What
// goes as it is, the golden scenarios hold.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, runPi } from "./fixtures/run-pi.ts";
import { createMockPi, type MockPiOptions } from "./index.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "mock-pi-test-"));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const resultOf = async (bytes: Buffer, options?: MockPiOptions) => {
  writeFileSync(join(cwd, "image"), bytes);
  using pi = createMockPi(options);
  pi.onCall({ steps: [{ calls: "read", params: { path: "image" } }, { says: "done" }] });
  const ran = await runPi(["--mode", "json", "--no-session", "hi"], { env: pi.env(), cwd });
  return linesOf(ran).find(({ type }) => type === "tool_execution_end").result;
};

const contentOf = async (bytes: Buffer, options?: MockPiOptions) => (await resultOf(bytes, options)).content;

const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(32);
  bytes.write("GIF89a");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
const bitmap = (): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write("BM");
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
};

test("an image of more than 2000 pixels on one side is left out", async () => {
  expect(await contentOf(gif(2000, 2000))).toMatchObject([{ type: "text" }, { type: "image", mimeType: "image/gif" }]);
  for (const [width, height] of [
    [2001, 1],
    [1, 2001],
  ] as const)
    expect(await contentOf(gif(width, height))).toEqual([
      {
        type: "text",
        text: "Read image file [image/gif]\n[Image omitted: could not be resized below the inline image size limit.]",
      },
    ]);
});

test("a bitmap is left out, and is a text to a pi that knew none", async () => {
  expect(await contentOf(bitmap())).toEqual([
    {
      type: "text",
      text: "Read image file [image/bmp]\n[Image omitted: could not be converted to a supported inline image format.]",
    },
  ]);
  expect(await contentOf(bitmap(), { piVersion: "0.74.2" })).toMatchObject([{ text: expect.stringMatching(/^BM\0/) }]);
});

test("what a read gives to scripts came with 1.3.0, after 1.0.3", async () => {
  const text = Buffer.from("hello\n");
  expect(await resultOf(text, { piVersion: "1.0.3" })).not.toHaveProperty("structuredContent");
  expect(await resultOf(text, { piVersion: "1.3.0" })).toHaveProperty("structuredContent", "hello\n");
});
