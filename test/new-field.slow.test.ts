/**
 * Tests how many places must change for a new field: the table of fields, its name in each language, and the contract. In a copy of the sources, people get
 * the field `nickname`; then the compiler runs, and the law of every-field.test.ts. The test is slow, because it compiles twice; CI compiles
 * once, without the names, where the compiler must complain.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isInPart } from "./support/suites/runs.ts";

const root = join(import.meta.dirname, "..");
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "musterd-field-"));
  for (const part of ["src", "test/report", "test/service", "test/site", "test/source", "test/support"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const part of ["package.json", "tsconfig.json"]) cpSync(join(root, part), join(copy, part));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Inserts a line before the first one that begins with `before`. */
const addLine = (file: string, before: string, line: string): void => {
  const text = readFileSync(join(copy, file), "utf8");
  const at = text.indexOf(`\n${before}`);
  expect(at).toBeGreaterThan(0);
  writeFileSync(join(copy, file), `${text.slice(0, at)}\n${line}${text.slice(at)}`);
};

/** Resolves with the output of a program of node_modules, whether it succeeds or fails. */
const output = (program: string, ...options: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const command = join(root, "node_modules/.bin", program);
    execFile(command, options, { cwd: copy, maxBuffer: 1e8 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

/** Compiles only src, with the project's own options, and returns the lines with errors. */
const compile = async (): Promise<readonly string[]> => {
  const settings = { extends: "./tsconfig.json", include: ["src"] };
  writeFileSync(join(copy, "tsconfig.src.json"), JSON.stringify(settings));
  const said = await output("tsc", "-p", "tsconfig.src.json", "--singleThreaded");
  return [...said.matchAll(/^(\S+)\(.*error.*$/gm)].map(([line]) => line);
};

it("a field in the table alone does not compile without a name, and where the contract has no place for it", async () => {
  addLine(
    "src/model/directory/fields.ts",
    "  gender: {",
    '  nickname: { ...name, ...describing, ...data, about: "What friends say." },',
  );
  const errors = await compile();
  const places = errors.map((line) => /^[^(]+/.exec(line)?.[0]);
  const names = ["src/model/words/en.ts", "src/model/words/zh-tw.ts"];
  expect(new Set(places)).toEqual(
    new Set([...names, "src/site/reads/translate.ts", "src/site/perform/translate-request.ts"]),
  );
  for (const named of ['"E11"', '"E12"', '"employee"']) {
    expect(errors).toContainEqual(expect.stringMatching(new RegExp(`${named}.*nickname`)));
  }
});

it.skipIf(isInPart)("with its names and the contract it compiles, and is read, compared, shown and sent", async () => {
  addLine("src/model/words/en.ts", "      gender: ", '      nickname: "nickname",');
  addLine("src/model/words/zh-tw.ts", "      gender: ", '      nickname: "暱稱",');
  addLine(
    "src/contract/records/organisation.ts",
    "  email: optional(one)",
    '  nickname: optional(one).describe("What friends say."),',
  );
  expect(await compile()).toEqual([]);
  const file = "test/site/every-field.test.ts";
  const law = await output("vitest", "run", file, "-t", "nickname|E12", "--no-color", "--testTimeout", "60000");
  expect(law).toMatch(/Tests\s+2 passed/);
});
