/** Cells of failed formulas say nothing: they neither hide what a column is, nor clear what they could not look up. */
import { describe, expect, it } from "vitest";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const rows = (failed: (at: number) => boolean): string =>
  Array.from({ length: 12 }, (_, at) => {
    const [name, boss, day] = failed(at) ? ["#N/A", "#REF!", "#VALUE!"] : [`部${at % 3}`, at === 0 ? "" : "1001", ""];
    return `${1001 + at},陳明${at},u${at},D${at % 3},${name},${boss},2020-05-1${at % 9},${at === 1 ? "2026-12-31" : day}\n`;
  }).join("");

const file = (failed: (at: number) => boolean) =>
  `工號,姓名,帳號,部門代號,部門名稱,主管工號,到職日,離職日\n${rows(failed)}`;

describe("cells of failed formulas", () => {
  it("do not hide what a column is", async () => {
    await inFolder({ "people.csv": file((at) => at > 3 && at % 4 === 0) }, async (folder) => {
      const { yaml, asked } = await proposalOf(folder, () => "?");
      expect(asked).toEqual([]);
      expect(yaml).toMatch(/supervisor: \{ column: 主管工號/);
      expect(yaml).toMatch(/resignationDate: \{ column: 離職日/);
      expect(yaml).not.toContain("empty");
      const { departments = [], employees = [] } = (await readWith(folder, yaml)).snapshot.directory;
      expect(departments.map(({ code, name }) => [code, name])).toEqual([0, 1, 2].map((at) => [`D${at}`, `部${at}`]));
      const [failed] = employees.filter(({ number }) => number === "1009");
      expect(failed?.resignationDate).toBeUndefined();
      expect(failed?.posts?.[0]?.supervisor).toBeUndefined();
    });
  });

  it("make a key none that every row has", async () => {
    const broken = file(() => false).replace("1004,", "#N/A,");
    const { asked } = await inFolder({ "people.csv": broken }, (folder) => proposalOf(folder, () => "?"));
    expect(asked.map(({ id }) => id)).toContain("without-number");
  });
});
