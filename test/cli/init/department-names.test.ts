/** The name of a department is what a header calls so, or a code that is a word; other texts of the table look the same. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const csv = (header: string, rows: readonly string[]): string => `${[header, ...rows].join("\n")}\n`;

const bosses = ["Ann Lee", "Bo Kay", "Cy May", "Di Ray"];
const words = ["Head Office", "Engineering", "Platform", "Sales"];

const read = (header: string, row: (at: number) => string, said = "none", isByWord = false) => {
  const code = (at: number): string => (isByWord ? (words[at % 4] ?? "") : `D${1 + (at % 4)}0`);
  const files = {
    "people.csv": csv(
      "Employee Number,Login,Name,Department,Status",
      Array.from({ length: 8 }, (_, at) => `E${at}7,u${at},${bosses[at] ?? `Pat Q${at}`},${code(at)},Active`),
    ),
    "departments.csv": csv(
      header,
      words.map((_, at) => `${code(at)},${row(at)}`),
    ),
  };
  const answer = ({ id, options }: Question) => (id === "department-name" ? said : (options[0]?.value ?? "?"));
  return inFolder(files, async (folder) => {
    const { first, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    const asked = first.questions.find(({ id }) => id === "department-name")?.options.map(({ value }) => value);
    const parts = first.parts.filter(({ table }) => table === "departments");
    const name = parts.flatMap(({ lines }) => lines.filter(({ field }) => field === "name"))[0]?.mapping;
    return { asked, name, names: snapshot.directory.departments?.map((one) => one.name) };
  });
};

describe("the name of a department", () => {
  it.each([
    ["Company,Caption", (at: number) => `Acme,${words[at]}`],
    ["Created By,Caption", (at: number) => `admin${at},${words[at]}`],
    ["Head,Caption", (at: number) => `${bosses[at]},${words[at]}`],
    ["Head of Department,Caption", (at: number) => `${bosses[at]},${words[at]}`],
    ["Site,Caption", (at: number) => `${["Bern", "Rome"][at % 2]},${words[at]}`],
  ])("is asked, and is none of what is something else: %s", async (header, row) => {
    const { asked, name, names } = await read(`Department Code,${header}`, row, "Caption");
    expect(asked).toEqual(["Caption", "none"]);
    expect(name).toBeUndefined();
    expect(names).toEqual(words);
  });

  it("is the code if somebody says so", async () => {
    const { names } = await read("Department Code,Location", (at) => ["Bern", "Rome", "Oslo", "Paris"][at] ?? "");
    expect(names).toEqual(["D10", "D20", "D30", "D40"]);
  });

  it("is the code without a question if that is a word", async () => {
    const row = (at: number) => `${at === 0 ? "" : words[0]},${bosses[at]},${["Bern", "Rome", "Oslo", "Paris"][at]}`;
    const { asked, names } = await read("Department,Parent,Department Head,Place", row, "none", true);
    expect(asked).toBeUndefined();
    expect(names).toEqual(words);
  });

  it.each(["名稱", "名称", "Long Name"])("is what means that in a table of departments: %s", async (header) => {
    const { asked, name } = await read(`Department Code,Place,${header}`, (at) => `Bern,${words[at % 3]}`);
    expect({ asked, name }).toEqual({ asked: undefined, name: header });
  });

  it("is what the header calls so, although two have the same", async () => {
    const { asked, name } = await read("Department Code,Department Name", (at) => words[at % 3] ?? "");
    expect(asked).toBeUndefined();
    expect(name).toBe("Department Name");
  });
});

it.each([
  ["Dept", "Dept Name"],
  ["Abteilung", "Abteilungsname"],
  ["部門", "部門名稱"],
  ["Dept Name", "Dept"],
])("the longer header has the names where two columns name the same departments: %s, %s", async (one, other) => {
  const isFirst = one.length < other.length;
  const rows = Array.from({ length: 8 }, (_, at) => {
    const [code, name] = [`D${1 + (at % 4)}`, words[at % 4]];
    return `E${at}7,u${at},${bosses[at] ?? `Pat Q${at}`},${isFirst ? `${code},${name}` : `${name},${code}`},Active`;
  });
  const header = `Employee Number,Login,Name,${one},${other},Status`;
  await inFolder({ "people.csv": csv(header, rows) }, async (folder) => {
    const { yaml, asked } = await proposalOf(folder, () => "?");
    const { snapshot } = await readWith(folder, yaml);
    expect(asked).toEqual([]);
    expect(snapshot.directory.departments?.map(({ code, name }) => [code, name])).toEqual(
      words.map((name, at) => [`D${1 + at}`, name]),
    );
  });
});

it.each([
  ["使用中", "停用"],
  ["有效", "無效"],
  ["生效", "失效"],
  ["啟用中", "已裁撤"],
  ["營運中", "撤銷"],
])("the status of departments says which are in use: %s, %s", async (used, closed) => {
  const departments = csv(
    "部門代碼,部門名稱,狀態",
    words.map((name, at) => `D${at},${name},${at === 3 ? closed : used}`),
  );
  const people = csv(
    "員工編號,帳號,姓名,部門代碼,在職狀態",
    Array.from({ length: 8 }, (_, at) => `E${at}7,u${at},陳${at},D${at % 3},在職`),
  );
  await inFolder({ "departments.csv": departments, "people.csv": people }, async (folder) => {
    const { yaml, first } = await proposalOf(folder, () => "?");
    expect(first.notes).toEqual([]);
    const { directory } = (await readWith(folder, yaml)).snapshot;
    expect(directory.departments?.map(({ active }) => active)).toEqual([true, true, true, false]);
  });
});
