/** Tests that the tables of the commands fit the width of the terminal. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textTable } from "../../../src/report/text/text-table.ts";
import { displayWidth } from "../../../src/report/text/wrap-text.ts";

const cell = fc.string({ unit: fc.constantFrom("a", "部", " ", "1"), maxLength: 12 });

describe("a table", () => {
  it("is no wider than the terminal, and loses no character", () => {
    const words = fc.array(fc.constantFrom("applied", "失敗", "held,", "12"), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, words)), fc.integer({ min: 60, max: 120 }), (rows, width) => {
        const text = textTable(
          ["a", "b", "c"],
          rows.map(([a, b, c]) => [a, b, c.join(" ")]),
          width,
        );
        const letters = (some: string) => Array.from(some.replaceAll(/\s/g, "")).toSorted().join("");
        expect(letters(text)).toBe(letters(`abc${rows.map(([a, b, c]) => [a, b, ...c].join("")).join("")}`));
        return text.split("\n").every((line) => displayWidth(line) <= width);
      }),
      { seed: 20261122 },
    );
  });

  it("wraps its last column alone", () => {
    expect(textTable(["run", "changes"], [["20261121T020000-1f3a09c4", "12 applied, 3 failed, 2 held"]], 44)).toBe(
      [
        "run                       changes",
        "20261121T020000-1f3a09c4  12 applied, 3",
        "                          failed, 2 held",
      ].join("\n"),
    );
  });
});
