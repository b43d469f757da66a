/** The recipes of docs/sources.md for shapes of files, read as they stand in the document. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Files, readCsv } from "./csv-folder.ts";
import { textRow, workbookFile } from "./files/workbook-file.ts";

const document = readFileSync("docs/sources.md", "utf8");

/** The `source` of the block that contains the text. */
const recipeWith = (text: string): Readonly<Record<string, unknown>> => {
  const blocks = [...document.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const found = blocks.filter((block) => block.includes(text));
  expect(found).toHaveLength(1);
  return (parse(found[0] ?? "") as { readonly source: Readonly<Record<string, unknown>> }).source;
};

const people = [
  "工號,姓名,信箱,上級部門,部門,職稱",
  "1,王一,yi.wang@example.com,總公司,製造處,處長",
  "2,王二,,製造處,一課,課長",
  "3,王三,san@example.com,製造處,二課,技術員",
  "4,王四,,製造處,二課,技術員",
  "5,王五,yi.wang@other.com,總公司,製造處,技術員",
].join("\n");

describe("a parent column and a child column", () => {
  const recipe = recipeWith("addParents: true");
  const read = (text: string) => readCsv({ "people.csv": text }, recipe);

  it("are a tree; a parent without a row is at the top", async () => {
    const { directory, rejected } = await read(people);
    expect(directory.departments).toEqual([
      { code: "製造處", name: "製造處", parent: "總公司", level: "DEPT" },
      { code: "一課", name: "一課", parent: "製造處", level: "DEPT" },
      { code: "二課", name: "二課", parent: "製造處", level: "DEPT" },
      { code: "總公司", name: "總公司", parent: null, level: "DEPT" },
    ]);
    expect(rejected.filter(({ kind }) => kind === "department")).toEqual([]);
  });

  it("leave alone a child with two parents, and refuse a circle", async () => {
    const twice = await read(`${people}\n6,王六,,研發處,一課,課長`);
    expect(twice.directory.departments?.map(({ code }) => code)).toEqual(["製造處", "二課", "總公司", "研發處"]);
    expect(twice.rejected.map(({ code, key }) => `${code} ${key}`)).toContain("duplicate-key 一課");
    await expect(read(`${people}\n6,王六,,一課,總公司,課長`)).rejects.toMatchObject({ code: "source-tree-cycle" });
  });

  it("go with titles whose name is their code", async () => {
    const { directory } = await read(people);
    expect(directory.titles?.map(({ code, title }) => [code, title])).toEqual([
      ["處長", "處長"],
      ["課長", "課長"],
      ["技術員", "技術員"],
    ]);
    expect(directory.employees?.map(({ posts }) => posts?.[0]?.title)).toEqual([
      "處長",
      "課長",
      "技術員",
      "技術員",
      "技術員",
    ]);
  });

  it("go with accounts for people without an e-mail address, which nobody else gets", async () => {
    const { directory } = await read(people);
    expect(directory.employees?.map(({ account }) => account)).toEqual(["yi.wang", "e2", "san", "e4", "e5"]);
  });
});

describe("a form of text files", () => {
  it("without quotes and with a delimiter behind each row is read", async () => {
    const { feeds, ...source } = recipeWith("quote: none") as { readonly feeds: { readonly hr: { files: object } } };
    const { folder: _, ...files } = feeds.hr.files as { readonly folder: string };
    const text = 'EMPNO|LOGIN|NAME\n1|ann|Ann "Nan\n2|bob|Bob|\n3|cid|"Cid" Young|\n';
    const { directory, rejected } = await readCsv(
      { "people.txt": text },
      { ...source, files, quality: { "rejected-many": "off" } },
    );
    expect(directory.employees?.map(({ number, name }) => [number, name])).toEqual([
      ["2", "Bob"],
      ["3", '"Cid" Young'],
    ]);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([[2, "cell-count"]]);
  });
});

describe("rows with days", () => {
  it("are the ones of today, of the newest file", async () => {
    const names = (...rows: readonly string[]) => ["EMPLID,OPRID,NAME,EFFDT", ...rows].join("\n");
    const files = {
      "infotype-1.txt": [
        "PERNR,ORGEH,BEGDA,ENDDA",
        "1,D3,21000101,99991231",
        "1,D1,20100101,20201231",
        "1,D2,20210101,20991231",
        "2,D1,21000101,99991231",
      ].join("\n"),
      "names_9.csv": names("1,ann,Older,2011-01-01"),
      "names_10.csv": names(
        "1,ann,Ann,2021-01-01",
        "1,ann,Annie,2100-01-01",
        "1,ann,An,2010-01-01",
        "2,bob,Bob,2021-01-01",
      ),
    };
    const { directory, excluded, upcoming } = await readCsv(files, recipeWith("infotype-1.txt"));
    expect(directory.employees).toEqual([
      { number: "1", account: "ann", name: "Ann", posts: [{ department: "D2", main: true }] },
    ]);
    expect(excluded?.map(({ key }) => key)).toContain("2");
    expect(upcoming?.map(({ account, date }) => [account, date])).toEqual([
      ["ann", "2100-01-01"],
      ["bob", "2100-01-01"],
    ]);
  });
});

describe("exports that pile up", () => {
  const recipe = recipeWith("newest: 1");
  const file = (...people: readonly string[]) => ["工號,帳號,姓名,部門", ...people].join("\n");

  it("are read by the date in their names, so that who has left is not in an older one", async () => {
    const files = {
      "員工_1130930.csv": file("1,ann,安,D1", "2,bob,伯,D1"),
      "員工_20241001.csv": file("1,ann,安,D2", "3,cid,西,D1"),
      "員工_991231.csv": file("9,old,老,D1"),
    };
    const { "員工_991231.csv": _, ...newer } = files;
    const { directory } = await readCsv(newer, recipe);
    expect(directory.employees?.map(({ number }) => number)).toEqual(["1", "3"]);
    await expect(readCsv(files, recipe)).rejects.toMatchObject({ code: "source-newest-unclear" });
  });
});

describe("sheets with title rows of different height", () => {
  const sheet = (name: string, rows: readonly (readonly string[])[]) => ({
    name,
    rows: rows.map((cells, at) => textRow(at + 1, ...cells)).join(""),
  });

  it("are read by `skipTopRows` of the part, for each sheet", async () => {
    const files: Files = {
      "人事.xlsx": workbookFile({
        sheets: [
          sheet("部門", [["部門表"], ["代號", "名稱"], ["D1", "製造處"]]),
          sheet("在職", [["名冊", "機密"], ["115年"], ["人事處"], ["工號", "帳號"], ["1", "ann"]]),
          sheet("離職", [["離職名冊"], ["115年"], ["帳號", "工號"], ["bob", "2"]]),
        ],
      }),
    };
    const { directory } = await readCsv(files, recipeWith("skipTopRows: { 在職: 3"));
    expect(directory).toMatchObject({
      departments: [{ code: "D1", name: "製造處" }],
      employees: [
        { number: "1", account: "ann", active: true },
        { number: "2", account: "bob", active: false },
      ],
    });
  });
});
