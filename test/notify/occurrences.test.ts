/** Tests the table of occurrences: every error code leads to one, and docs/occurrences.md says what the table says. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { occurrencesDocument } from "../../scripts/occurrences-table.ts";
import { errorCodes } from "../../src/lib/error-codes.ts";
import { languages } from "../../src/model/language.ts";
import { wordsOf } from "../../src/notify/message.ts";
import { codesOfCommands, occurrences, toldCodes } from "../../src/notify/occurrences.ts";

it("every error code leads to an occurrence, or only ever ends a command; none does both", () => {
  const both = [...toldCodes.keys(), ...codesOfCommands];
  expect(both.toSorted()).toEqual(Object.values(errorCodes).flat().toSorted());
});

it("what lasts has words for its end in every language, and nothing else has", () => {
  for (const language of languages) {
    for (const [code, { lasts }] of Object.entries(occurrences)) {
      const words = wordsOf(language).occurrences[code as keyof typeof occurrences];
      expect([language, code, words.over !== undefined]).toEqual([language, code, lasts]);
    }
  }
});

it("docs/occurrences.md is made from the table", () => {
  expect(readFileSync("docs/occurrences.md", "utf8")).toBe(occurrencesDocument());
});
