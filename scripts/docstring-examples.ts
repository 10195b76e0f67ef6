// Compiles the examples in docstrings, each as a module with the exports of its package in scope and the names that
// examples take for granted. `node scripts/docstring-examples.ts` ends with 1 when one does not compile.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { exportedNames } from "./exported-names.ts";
import { publishedPackages, root, type WorkspacePackage } from "./workspace-packages.ts";

interface DocstringExample {
  /** `path:line` of the docstring. */
  readonly place: string;
  readonly module: string;
}

const docstring = /^[ \t]*\/\*\*([\s\S]*?)\*\//gm;

/** What stands behind `@example` up to the next tag, without the stars. */
const codeIn = (text: string): string | undefined => {
  const lines = text.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  const from = lines.findIndex((line) => line.startsWith("@example"));
  if (from < 0) return undefined;
  const code = [lines[from]?.slice("@example".length), ...lines.slice(from + 1)];
  const end = code.findIndex((line) => line?.startsWith("@"));
  return code
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim();
};

/** What examples take for granted beside the exports of their own package. */
const scope: readonly (readonly [module: string, names: readonly string[]])[] = [
  ["vitest", ["describe", "expect", "it", "test"]],
  ["node:fs", ["writeFileSync"]],
  ["node:child_process", ["spawnSync"]],
  ["pi-testkit", ["says", "when", "createToolMocks"]],
];
const given = `
declare const session: import("@earendil-works/pi-coding-agent").AgentSession;
declare const deploySchema: import("typebox").TObject<{ target: import("typebox").TString }>;
declare const t: import("pi-testkit").TestSession;
declare const fake: import("@pi-testkit/fake-pi-runtime").FakePi;
declare const text: string;`;

const importsOf = (owner: WorkspacePackage, code: string): string[] => {
  const taken = new Set([...code.matchAll(/^import \{ ?(.+?) ?\}/gm)].flatMap(([, names = ""]) => names.split(/, ?/)));
  return [...exportedNames(owner), ...scope].map(([entry, names]) => {
    const free = names.filter((name) => name !== "default" && !taken.has(name));
    for (const name of free) taken.add(name);
    return `import { ${free.join(", ")} } from "${entry}";`;
  });
};

const docstringExamples = (): DocstringExample[] =>
  publishedPackages().flatMap((owner) =>
    globSync("src/**/*.ts", { cwd: owner.path, exclude: ["**/*.test.ts", "**/*.test-d.ts", "**/fixtures/**"] })
      .sort()
      .flatMap((file) => {
        const source = readFileSync(join(owner.path, file), "utf8");
        return [...source.matchAll(docstring)].flatMap(({ 1: text = "", index }) => {
          const code = codeIn(text);
          if (code === undefined) return [];
          const [own, rest] = [/^import .*$/gm, /^(?!import ).*$/gm].map((lines) =>
            (code.match(lines) ?? []).join("\n"),
          );
          const line = source.slice(0, index).split("\n").length;
          return [
            {
              place: `${relative(root, join(owner.path, file))}:${line}`,
              module: [...importsOf(owner, code), own, given, "export const example = async () => {", rest, "};"].join(
                "\n",
              ),
            },
          ];
        });
      }),
  );

/** What the compiler says of the examples, each complaint with the place of its docstring. */
const complaintsAbout = (examples: readonly DocstringExample[]): string[] => {
  const cache = join(root, "node_modules", ".cache", "pi-testkit");
  mkdirSync(cache, { recursive: true });
  // Inside the repository, since the compiler looks for packages above the files it reads.
  const folder = mkdtempSync(join(cache, "examples-"));
  try {
    examples.forEach(({ module }, index) => {
      writeFileSync(join(folder, `${index}.ts`), module);
    });
    const compilerOptions = {
      noUnusedLocals: false,
      verbatimModuleSyntax: false,
      paths: {
        "@pi-testkit/*": [`${root}/packages/*/src/index.ts`],
        "@pi-testkit/playbook/script": [`${root}/packages/playbook/src/script.ts`],
      },
    };
    const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], {
      encoding: "utf8",
    });
    const complaints = [...stdout.matchAll(/(\d+)\.ts\(\d+,\d+\): (.*)/g)].map(
      ([, index, complaint]) => `${examples[Number(index)]?.place}: ${complaint}`,
    );
    return status !== 0 && complaints.length === 0 ? [stdout] : complaints;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const examples = docstringExamples();
const complaints = complaintsAbout(examples);
for (const complaint of complaints) console.error(complaint);
console.log(`${examples.length} examples in docstrings, ${complaints.length} complaints of the compiler.`);
process.exitCode = complaints.length === 0 && examples.length > 0 ? 0 : 1;
