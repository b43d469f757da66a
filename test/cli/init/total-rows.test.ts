/** A total row is shown as a check of the rows only where its number can be theirs. */
import { expect, it } from "vitest";
import { fileLines } from "../../../src/cli/init/screens.ts";
import { filesNamed, openTables } from "../../../src/cli/init/tables/tables.ts";
import { initWords as words } from "../../../src/cli/words/en/init.ts";
import { inFolder } from "./proposal-of.ts";

const people = (from: number) => [1, 2].map((at) => `00012${from + at},u${from + at},王明,D1,400`).join("\n");

it.each([
  ["合計,4,,,", 'total row "合計": 4 rows agree ✓'],
  ["總筆數:5,,,,", 'total row "總筆數:5": 4 rows do not agree'],
  ["合計,,,,1600", ""],
  ["合計,1600,,,", ""],
  ["小計,2,,,", ""],
])("%s", async (total, shown) => {
  const rest = total.startsWith("小計") ? `${total}\n${people(2)}` : people(2);
  const text = `工號,帳號,姓名,部門,薪資\n${people(0)}\n${rest}\n${total}\n`;
  await inFolder({ "people.csv": text }, async (folder) => {
    const opened = await openTables(await filesNamed([folder]), undefined);
    const lines = fileLines(opened, words, "en").join("\n");
    expect(lines).toContain("4 rows");
    expect(lines.includes("total row")).toBe(shown !== "");
    expect(lines).toContain(shown);
  });
});
