/** Which rows sum up the rows above them, and how many these are. */
import { expect, it } from "vitest";
import { countsRows, type Total, totalOf } from "../../../../src/source/files/rows/total-row.ts";

it.each<readonly [cells: readonly string[], total: Total | undefined]>([
  [["合計", "", "", "120"], { text: "合計", count: 120 }],
  [["", "總筆數：  1,234", "", ""], { text: "總筆數: 1,234", count: 1234 }],
  [["Ｔｏｔａｌ   ２ rows", "", "", ""], { text: "Total 2 rows", count: 2 }],
  [["小計", "3", "4", ""], { text: "小計" }],
  [["合計", "1.5", "", ""], { text: "合計" }],
  [["合計", "王小明", "研發", ""], undefined],
  [["Sum", "Ann", "", ""], undefined],
  [["Sum", "1", "2", "3"], undefined],
  [["Total", "12", "", ""], { text: "Total", count: 12 }],
  [["合計人員", "", "", ""], undefined],
  [["(1,234 rows affected)"], { text: "(1,234 rows affected)", count: 1234 }],
  [["3 rows selected."], { text: "3 rows selected.", count: 3 }],
  [["3 rows selected.", "", "", ""], undefined],
])("%j of four columns sums up %j", (cells, total) => {
  const first = cells.findIndex((cell) => cell !== "");
  expect(totalOf(cells, first, 4)).toEqual(total);
});

it.each([
  ["總筆數: 5", true],
  ["總人數", true],
  ["Total 2 rows", true],
  ["record count", true],
  ["合計", false],
  ["Total", false],
])("%s can only mean the number of rows: %s", (text, means) => {
  expect(countsRows(text)).toBe(means);
});
