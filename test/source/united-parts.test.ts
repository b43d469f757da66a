/** Files and sheets with the same columns are read as one table, and only one of several rows about one object counts. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, type Files, plainTable, readCsv } from "./csv-folder.ts";
import { textRow, workbookFile } from "./files/workbook-file.ts";

const seed = { seed: 20_261_122, numRuns: 60 };
const header = ["account", "number", "name", "active"];
const table = (more: object) => ({
  employees: { ...plainTable("", ...header), file: undefined, ...more },
  quality: { "rejected-many": "off" },
});
const csv = (...rows: readonly (readonly string[])[]) => csvText(header, rows);
const sheet = (name: string, rows: readonly (readonly string[])[], state?: string) => ({
  name,
  rows: [header, ...rows].map((row, index) => textRow(index + 1, ...row)).join(""),
  ...(state === undefined ? {} : { state }),
});

const accountsIn = async (files: Files, settings: object) =>
  (await readCsv(files, settings as never)).directory.employees?.map(({ account }) => account);

const ann = ["ann", "E1", "安", "Y"];
const bob = ["bob", "E2", "伯", "N"];
const cyd = ["cyd", "E3", "西", "Y"];

describe("files of one shape", () => {
  it("say the same as one file with all of their rows", async () => {
    const person = fc.record({ number: fc.nat(999), active: fc.constantFrom("Y", "N", "?") });
    const people = fc.uniqueArray(person, { selector: ({ number }) => number, minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(people, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), async (all, places) => {
        const rows = all.map(({ number, active }) => [`u${number}`, `E${number}`, "名", active]);
        const parts = [0, 1, 2, 3].map((part) => rows.filter((_, index) => places[index] === part));
        const files = Object.fromEntries(parts.map((part, index) => [`part${index}.csv`, csv(...part)]));
        const united = await readCsv(files, table({ files: ["part*.csv"] }));
        const whole = await readCsv({ "all.csv": csv(...parts.flat()) }, table({ file: "all.csv" }));
        expect(united.directory).toEqual(whole.directory);
        expect(united.rejected.map(({ key, code }) => [key, code])).toEqual(
          whole.rejected.map(({ key, code }) => [key, code]),
        );
      }),
      { ...seed, numRuns: 25 },
    );
  });

  it("come in the order of the patterns, those of one pattern by name, each once", async () => {
    const files = { "b2.csv": csv(bob), "b1.csv": csv(cyd), "a.csv": csv(ann), "~$b3.csv": "x", ".b4.csv": "x" };
    expect(await accountsIn(files, table({ files: ["b*.csv", "*.csv"] }))).toEqual(["cyd", "bob", "ann"]);
    const inFolders = { "a/1.csv": csv(ann), "b/1.csv": csv(bob), "b/~$2.csv": "x", "b/.3.csv": "x" };
    expect(await accountsIn(inFolders, table({ files: ["*/*.csv"] }))).toEqual(["ann", "bob"]);
  });

  it("may have their columns in another order", async () => {
    const files = { "1.csv": csv(ann), "2.csv": "name,number,account,active\n伯,E2,bob,N\n" };
    const { directory } = await readCsv(files, table({ files: ["*.csv"] }));
    expect(directory.employees).toMatchObject([{ account: "ann" }, { account: "bob", name: "伯", active: false }]);
  });

  it("are refused where a pattern finds none, so that nobody is gone who was not looked for", async () => {
    const read = readCsv({ "在職.csv": csv(ann) }, table({ files: ["在職*.csv", "離職*.csv"] }));
    await expect(read).rejects.toMatchObject({ code: "source-file-missing", message: /matches 離職\*\.csv/ });
  });

  it("are refused with the file that lacks a column", async () => {
    const read = readCsv({ "1.csv": csv(ann), "2.csv": "account,number\nbob,E2\n" }, table({ files: ["*.csv"] }));
    await expect(read).rejects.toMatchObject({
      code: "source-column-unknown",
      place: { file: "2.csv", setting: "source.employees.columns.name" },
    });
  });

  it("can have a name that looks like a pattern", async () => {
    expect(await accountsIn({ "人事[1].csv": csv(ann) }, table({ file: "人事[1].csv" }))).toEqual(["ann"]);
  });

  it("keep the place of a bad cell", async () => {
    const files = { "1.csv": csv(ann), "2.csv": csv(bob, ["cyd", "E3", "西", "perhaps"]) };
    const { rejected } = await readCsv(files, table({ files: ["*.csv"] }));
    expect(rejected).toMatchObject([{ file: "2.csv", line: 3, column: "active", key: "cyd" }]);
  });

  it("count a person of two of them as a duplicate", async () => {
    const files = { "1.csv": csv(ann), "2.csv": csv(bob, ann) };
    await expect(readCsv(files, { ...table({ files: ["*.csv"] }), duplicates: "refuse" })).rejects.toMatchObject({
      code: "source-duplicate-key",
      message: expect.stringContaining("1.csv line 2; 2.csv line 3"),
    });
  });
});

describe("sheets of one shape", () => {
  const book = workbookFile({
    sheets: [
      sheet("在職", [ann]),
      sheet("代碼", [cyd], "hidden"),
      { name: "Sheet3", rows: "" },
      sheet("離職", [bob, ["dan", "E4", "丹", "perhaps"]]),
    ],
  });
  const files = { "人事.xlsx": book };

  it("are one table: a leaver on the second sheet is a leaver", async () => {
    const { directory, rejected } = await readCsv(files, table({ file: "人事.xlsx", sheets: "all" }));
    expect(directory.employees).toMatchObject([
      { account: "ann", active: true },
      { account: "bob", active: false },
    ]);
    expect(rejected).toMatchObject([{ file: "人事.xlsx sheet 離職", line: 3, column: "active", key: "dan" }]);
  });

  it("can be named, hidden ones too", async () => {
    expect(await accountsIn(files, table({ file: "人事.xlsx", sheets: ["代碼", "在職"] }))).toEqual(["cyd", "ann"]);
  });

  it("that are named and not there are refused", async () => {
    const read = readCsv(files, table({ file: "人事.xlsx", sheets: ["在職", "留停"] }));
    await expect(read).rejects.toMatchObject({ code: "source-sheet-unknown" });
  });

  it("that are all blank are refused", async () => {
    const blank = workbookFile({ sheets: [{ name: "Sheet1", rows: "" }] });
    const read = readCsv({ "x.xlsx": blank }, table({ file: "x.xlsx", sheets: "all" }));
    await expect(read).rejects.toMatchObject({ code: "source-empty" });
  });
});

describe("of rows with one key", () => {
  it("the first or the last counts, as in a list that is searched from that end", async () => {
    const row = fc.tuple(fc.nat(4), fc.constantFrom("Y", "N"));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("first", "last"),
        fc.nat(12),
        async (said, wins, cut) => {
          const rows = said.map(([number, active]) => [`u${number}`, `E${number}`, "名", active]);
          const files = { "1.csv": csv(...rows.slice(0, cut)), "2.csv": csv(...rows.slice(cut)) };
          const { directory, rejected } = await readCsv(files, table({ files: ["1.csv", "2.csv"], wins }));
          const expected = new Map(
            (wins === "first" ? said.toReversed() : said).map(([number, active]) => [`u${number}`, active === "Y"]),
          );
          expect(new Map(directory.employees?.map(({ account, active }) => [account, active]))).toEqual(expected);
          expect(directory.employees?.length).toBe(expected.size);
          expect(rejected).toEqual([]);
        },
      ),
      seed,
    );
  });

  it("a bad one that counts holds the record: no older row replaces it, and a bad one that does not count is not reported", async () => {
    const files = { "e.csv": csv(ann, ["ann", "E1", "安", "perhaps"]) };
    const last = await readCsv(files, table({ file: "e.csv", wins: "last" }));
    expect([last.directory.employees, last.rejected.map(({ line }) => line)]).toEqual([[], [3]]);
    const first = await readCsv(files, table({ file: "e.csv", wins: "first" }));
    expect([first.directory.employees?.length, first.rejected]).toEqual([1, []]);
  });

  it("one account under two numbers is no such thing: it may be two people", async () => {
    const files = { "e.csv": csv(ann, ["ann", "E9", "安", "Y"]) };
    const { directory, quarantined } = await readCsv(files, table({ file: "e.csv", wins: "last" }));
    expect([directory.employees, quarantined?.map(({ key }) => key)]).toEqual([[], ["ann", "E1", "E9"]]);
  });

  it("a rename from or to that key waits, and so does the next one; all their keys are left alone", async () => {
    const { directory, rejected, quarantined, renames } = await readCsv(
      { "d.csv": "code,name\nB,甲\nB,乙\nC,丙\nD,丁\n" },
      {
        departments: plainTable("d.csv", "code", "name"),
        renames: [
          { kind: "department", from: "A", to: "B" },
          { kind: "department", from: "C", to: "A" },
          { kind: "department", from: "E", to: "D" },
        ],
        quality: { "rejected-many": "off" },
      },
    );
    expect(directory.departments).toEqual([{ code: "D", name: "丁" }]);
    expect(renames).toMatchObject([{ from: "E", to: "D" }]);
    expect(rejected.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(quarantined).toEqual(["B", "A", "C"].map((key) => ({ kind: "department", key })));
  });

  it("one that is out of scope does not count", async () => {
    const files = { "e.csv": csv(ann, ["ann", "E1", "安", "N"]) };
    const settings = table({ file: "e.csv", wins: "last", except: [{ column: "active", is: "N" }] });
    expect((await readCsv(files, settings)).directory.employees).toMatchObject([{ account: "ann", active: true }]);
  });

  it("of departments from the people's own columns one name is taken", async () => {
    const part = { ...plainTable("d.csv", "code", "name"), distinct: true, wins: "last" };
    const { directory } = await readCsv({ "d.csv": "code,name\nA,甲\nB,乙\na,丙\n" }, { departments: part });
    expect(directory.departments).toEqual([
      { code: "B", name: "乙" },
      { code: "a", name: "丙" },
    ]);
  });
});
