// One pi gives a result, a list gives one by name, and a typo does not compile.
import { expectTypeOf, test } from "vitest";
import { type SandboxResult, verifySandboxInstall } from "./index.ts";

test("the shape of the answer follows `pi`", () => {
  expectTypeOf(verifySandboxInstall({ packageDir: "." })).resolves.toEqualTypeOf<SandboxResult>();
  expectTypeOf(verifySandboxInstall({ packageDir: ".", pi: "1.6.0" })).resolves.toEqualTypeOf<SandboxResult>();
  expectTypeOf(verifySandboxInstall({ packageDir: ".", pi: undefined })).resolves.toEqualTypeOf<SandboxResult>();
  expectTypeOf(verifySandboxInstall({ packageDir: ".", pi: ["installed", "1.6.0"] as const })).resolves.toEqualTypeOf<
    Record<string, SandboxResult>
  >();
});

test("options are checked", () => {
  // @ts-expect-error: misspelled
  void verifySandboxInstall({ packageDir: ".", exepct: {} });
  // @ts-expect-error: a package is needed
  void verifySandboxInstall({});
  void verifySandboxInstall({
    packageDir: ".",
    check: async ({ dir, packageDir, extensionPaths }) => {
      expectTypeOf(dir).toEqualTypeOf<string>();
      expectTypeOf(packageDir).toEqualTypeOf<string>();
      expectTypeOf(extensionPaths).toEqualTypeOf<string[]>();
    },
  });
});

test("a result is data", () => {
  expectTypeOf<SandboxResult["problems"][number]>().toExtend<{
    code: string;
    file?: string;
    message: string;
    fix: string;
  }>();
  expectTypeOf<SandboxResult["loaded"]>().toExtend<{
    extensions: string[];
    extensionErrors: { path: string; error: string }[];
    warnings: { path: string; warning: string }[];
    tools: string[];
    commands: string[];
    flags: string[];
    hooks: string[];
    skills: string[];
    prompts: string[];
    themes: string[];
  }>();
});
