/** Headers of two rows, as spreadsheets have them: a name merged over both rows, and a name over several columns. */
import { expect, it } from "vitest";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const row = (at: number): string => `${["研發部", "業務部"][at % 2]},E${at}7,陳明${at},u${at},2020-05-1${at},`;

it.each([
  ["most names in the second row", ["部門,員工資料,,,日期,", ",工號,姓名,帳號,到職日,離職日"]],
  ["most names in the first row", ["部門,工號,姓名,帳號,日期,", ",,,,到職日,離職日"]],
  ["a title above", ["人員名冊,,,,,", "部門,工號,姓名,帳號,日期,", ",,,,到職日,離職日"]],
])("a header of two rows names all columns: %s", async (_, header) => {
  const file = `${[...header, ...Array.from({ length: 8 }, (_, at) => row(at))].join("\n")}\n`;
  await inFolder({ "people.csv": file }, async (folder) => {
    const { yaml, asked } = await proposalOf(folder, () => "?");
    expect(asked).toEqual([]);
    expect(yaml).toMatch(/resignationDate: \{ column: 離職日/);
    const { employees } = (await readWith(folder, yaml)).snapshot.directory;
    expect(employees?.map(({ number, posts }) => [number, posts?.[0]?.department])).toEqual(
      Array.from({ length: 8 }, (_, at) => [`E${at}7`, ["研發部", "業務部"][at % 2]]),
    );
  });
});

it("a row of people below the header is none of it", async () => {
  const file = `部門,工號,姓名,帳號,備註,\n研發部,E1,陳明,u1,狀態,\n業務部,E2,王明,u2,部門,主管\n`;
  await inFolder({ "people.csv": file }, async (folder) => {
    const { yaml } = await proposalOf(folder, ({ options }) => options[0]?.value ?? "?");
    expect((await readWith(folder, yaml)).snapshot.directory.employees).toHaveLength(2);
  });
});
