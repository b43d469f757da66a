/** Tests that no pattern of the interface can be kept busy by a long text: the service judges it even where the text is longer than permitted. */
import { expect, it } from "vitest";
import { openApiDocument } from "../../src/contract/open-api/open-api.ts";

const patternsIn = (value: unknown): readonly string[] => {
  if (typeof value !== "object" || value === null) return [];
  const { pattern } = value as { readonly pattern?: unknown };
  return [...(typeof pattern === "string" ? [pattern] : []), ...Object.values(value).flatMap(patternsIn)];
};
const patterns = new Set([openApiDocument("system"), openApiDocument("user")].flatMap(patternsIn));

const length = 20_000;
const parts = [" ", "0", "a", ".", "-", "/", "一", "\t"];

it.each([...patterns])("a long text does not keep the pattern %s busy", (pattern) => {
  const judge = new RegExp(pattern, "u");
  const begun = process.threadCpuUsage();
  for (const part of parts) for (const end of ["", "\u0001"]) judge.test(part.repeat(length) + end);
  // Of processor time, because the machine may be busy. A square of the length takes seconds.
  expect(process.threadCpuUsage(begun).user).toBeLessThan(500_000);
});
