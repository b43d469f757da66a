/**
 * A code that no test brings about may be dead, or wrong for years: every error code, reason, held reason, notice and finding is
 * named by a test besides those that only list codes.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodes } from "../src/lib/error-codes.ts";
import { wordsOf } from "../src/report/words/language.ts";

const lists = ["test/every-code.test.ts", "test/docs/errors.test.ts", "test/report/"];
const tests = globSync("test/**/*.ts").filter((file) => !lists.some((list) => file.startsWith(list)));
const text = tests.map((file) => readFileSync(file, "utf8")).join("\n");
const { reasons, heldReasons, notices, findings } = wordsOf("en");

it.each([
  ["error code", Object.values(errorCodes).flat()],
  ["reason", Object.keys(reasons)],
  ["held reason", Object.keys(heldReasons)],
  ["notice", Object.keys(notices)],
  ["finding", Object.keys(findings)],
])("every %s is brought about by a test", (_, codes: readonly string[]) => {
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(text))).toEqual([]);
});
