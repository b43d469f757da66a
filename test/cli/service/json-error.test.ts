import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsonErrorPlace } from "../../../src/cli/service/json-error.ts";

const place = (text: string): string => {
  const { line, column } = jsonErrorPlace(text);
  return `${line}:${column}`;
};

it.each([
  ["", "1:1"],
  ["{", "1:2"],
  ["[1,]", "1:4"],
  ['{"a":1,}', "1:8"],
  ['{"a" 1}', "1:6"],
  ["{a:1}", "1:2"],
  ["[1 2]", "1:4"],
  ["[01]", "1:2"],
  ["[1.]", "1:2"],
  ["[truer]", "1:2"],
  ['["a\tb"]', "1:2"],
  ['["\\x"]', "1:2"],
  ["[1]]", "1:4"],
  ["[1}", "1:3"],
  ['{\n  "punches": [ secretive ]\n}', "2:16"],
  ['{\n  "punches": [', "2:15"],
])("finds where %j stops being JSON", (text, expected) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(place(text)).toBe(expected);
});

it("goes through whatever is JSON without stopping before the place that is not", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (compact, indent) => {
      const text = JSON.stringify(JSON.parse(compact), null, indent);
      for (const before of [`${text} `, `[${text},\n`, `{"k": ${text}`, `[[${text}, {}], ${text}`]) {
        const lines = before.split("\n");
        expect(place(`${before}@`)).toBe(`${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`);
      }
    }),
    { numRuns: 500, seed: 20261121 },
  );
});
