/** Tests the table of occurrences: every error code leads to one, and docs/occurrences.md says what the table says. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { occurrencesDocument } from "../../scripts/occurrences-table.ts";
import { errorCodes } from "../../src/lib/error-codes.ts";
import { languages } from "../../src/model/words/language.ts";
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

it("numbers, times and lists are written as the language and the zone have them", () => {
  const numbers = { count: 12_345, limit: 23_456 };
  const times = { since: "2026-11-20T01:02:03Z", until: "2026-11-21T01:02:03Z", lastGood: "2026-11-22T01:02:03Z" };
  const details = { ...numbers, ...times, nextTry: "2026-11-23T01:02:03Z", name: "hr", codes: ["a-code", "b-code"] };
  const format = { n: () => "N", time: () => "T" };
  for (const language of languages)
    for (const [code, { facts }] of Object.entries(wordsOf(language).occurrences))
      expect({ language, code, said: facts(details, format) }).toEqual({
        language,
        code,
        said: expect.not.stringMatching(/\d{5}|:02:|a-code,b-code/),
      });
});

it("docs/occurrences.md is made from the table", () => {
  expect(readFileSync("docs/occurrences.md", "utf8")).toBe(occurrencesDocument());
});
