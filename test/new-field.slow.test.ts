/**
 * What adding a field costs: the experiment that once changed eight places, compiled, and sent nothing. A copy of the
 * sources gets `nickname` for people, and the compiler and the law of every-field.test.ts are asked. Slow, because it
 * compiles twice.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "musterd-field-"));
  for (const part of ["src", "test/report", "test/service", "test/site", "test/source", "test/support"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const part of ["package.json", "tsconfig.json", "vitest.config.ts"]) cpSync(join(root, part), join(copy, part));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Puts a line before the first one that begins with `before`. */
const addLine = (file: string, before: string, line: string): void => {
  const text = readFileSync(join(copy, file), "utf8");
  const at = text.indexOf(`\n${before}`);
  expect(at).toBeGreaterThan(0);
  writeFileSync(join(copy, file), `${text.slice(0, at)}\n${line}${text.slice(at)}`);
};

/** What a program of node_modules prints, whether it is content or not. */
const output = (program: string, ...options: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const command = join(root, "node_modules/.bin", program);
    execFile(command, options, { cwd: copy, maxBuffer: 1e8 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

/** The sources alone; the published options of the project otherwise. */
const compile = async (): Promise<readonly string[]> => {
  const settings = { extends: "./tsconfig.json", include: ["src"] };
  writeFileSync(join(copy, "tsconfig.src.json"), JSON.stringify(settings));
  return [...(await output("tsc", "-p", "tsconfig.src.json")).matchAll(/^(\S+)\(.*error.*$/gm)].map(([line]) => line);
};

it("a field in the table alone does not compile where the contract has no place for it", async () => {
  addLine(
    "src/model/fields.ts",
    "  gender: {",
    '  nickname: { ...name, ...describing, ...data, ...said("nickname", "暱稱", "What friends say.") },',
  );
  const errors = await compile();
  const places = errors.map((line) => /^[^(]+/.exec(line)?.[0]);
  expect(new Set(places)).toEqual(new Set(["src/site/translate.ts", "src/site/translate-request.ts"]));
  for (const named of ['"E11"', '"E12"', '"employee"']) {
    expect(errors).toContainEqual(expect.stringMatching(new RegExp(`${named}.*nickname`)));
  }
}, 300_000);

it("with the contract as a second place it compiles, and is read, compared, shown and sent", async () => {
  addLine("src/contract/records.ts", "  gender: optional(", "  nickname: optional(z.string()),");
  expect(await compile()).toEqual([]);
  const law = await output("vitest", "run", "--no-color", "test/site/every-field.test.ts", "-t", "nickname|E12");
  expect(law).toMatch(/Tests\s+2 passed/);
}, 300_000);
