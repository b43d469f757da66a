/** The Chinese messages of errors are translations of messages that exist, and keep what is filled in. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorDetails, translatedDetails } from "../../src/report/words/zh-tw/error-details.ts";

const sources = globSync("src/**/*.{ts,js}")
  .filter((file) => !file.endsWith("error-details-zh-tw.ts"))
  .map((file) => readFileSync(file, "utf8").replaceAll("\\`", "`"))
  .join("\n");

it("translates only messages that the sources have", () => {
  const missing = errorDetails.flatMap(([english]) =>
    english.split(/\{\d\}/).filter((piece) => piece.length > 2 && !sources.includes(piece)),
  );
  expect(missing).toEqual([]);
});

it("fills in every number and name of the English message, and no other", () => {
  for (const [english, chinese] of errorDetails) {
    const holes = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).toSorted();
    expect(holes(chinese)).toEqual(holes(english));
    const [said, meant] = [english, chinese].map((text) => text.replaceAll(/\{(\d)\}/g, "x$1"));
    expect(translatedDetails(`    ${said}`)).toBe(`    ${meant}`);
  }
});

it("leaves a line that is not known as it is", () => {
  expect(translatedDetails("no such thing\n  … and 3 more")).toBe("no such thing\n  ……另有 3 個");
});
