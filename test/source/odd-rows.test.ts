/** Rows of an export that are no records: none of them becomes a person or a department, and nobody else is doubted. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../support/suites/runs.ts";
import { csvText, readCsv } from "./csv-folder.ts";

const header = ["工號", "帳號", "姓名", "部門"];
const settings = {
  departments: { file: "e.csv", distinct: true, columns: { code: "部門", name: "部門" } },
  employees: { file: "e.csv", columns: { number: "工號", account: "帳號", name: "姓名", department: "部門" } },
};

const names = ["王小明", "林淑芬", "陳大文", "Ann Lee", "Zoë Müller", "張三", "李四"];

/** People with keys of one shape. */
const people = fc
  .record({
    count: fc.integer({ min: 5, max: 40 }),
    number: fc.constantFrom(
      (n: number) => String(1000 + n),
      (n: number) => `E${100 + n}`,
      (n: number) => `T-${n}`,
    ),
    account: fc.constantFrom(
      (n: number) => `user${n}`,
      (n: number) => `ann.${"abcdefghij"[n % 10]}${"klmnop"[Math.floor(n / 10)]}`,
    ),
  })
  .map(({ count, number, account }) =>
    Array.from({ length: count }, (_, n) => [
      number(n),
      account(n),
      names[n % names.length] ?? "",
      n % 3 ? "D01" : "HQ",
    ]),
  );

const traps: readonly string[][] = [
  ["Employee No", "Account", "Name", "Department"],
  ["Personalnummer", "Benutzer", "Nachname", "Abteilung"],
  ["사번", "Account", "이름", "부서"],
  ["-----", "-----", "-----", "-----"],
  ["===", "", "====", "==="],
  ["製表人：陳大文", "", "", ""],
  ["Approved by: Ann Lee", "", "", "HR Director"],
  ["核准", "經理", "主管", "製表"],
  ["D01 小計", "2", "", ""],
  ["Subtotal R&D", "12", "", ""],
  ["* internal use only", "", "", ""],
  ["本表僅供內部使用", "", "", ""],
];

describe("a row that is no record", () => {
  it("becomes neither a person nor a department, and everybody else is read", async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        fc.subarray([...traps], { minLength: 1, maxLength: 3 }),
        fc.nat(),
        async (rows, odd, at) => {
          const mixed = rows.toSpliced(at % rows.length, 0, ...odd);
          const { directory } = await readCsv({ "e.csv": csvText(header, mixed) }, settings);
          expect(directory.employees?.map(({ number }) => number)).toEqual(rows.map(([number]) => number));
          expect(directory.departments?.map(({ code }) => code).toSorted()).toEqual(["D01", "HQ"]);
        },
      ),
      { seed: 20_261_123, ...cases(60) },
    );
  });

  it.each([
    ["nothing", "", "", ["row-odd"]],
    ["one value", "x@example.com", "", ["row-odd"]],
    ["a department", "", "D01", ["row-odd"]],
    ["two values", "x@example.com", "D01", []],
  ])("is one without a name that has %s beside its key", async (_, email, department, codes) => {
    const rows = Array.from({ length: 9 }, (_one, n) => [`E${n}`, `u${n}`, "王小明", "D01", `u${n}@example.com`]);
    const text = csvText([...header, "信箱"], [...rows, ["E9", "u9", "", department, email]]);
    const columns = { ...settings.employees.columns, email: "信箱" };
    const { rejected } = await readCsv({ "e.csv": text }, { ...settings, employees: { file: "e.csv", columns } });
    expect(rejected.filter(({ kind }) => kind === "employee").map(({ code }) => code)).toEqual(codes);
  });

  it("is listed with its line and its reason, unless it is a ruler", async () => {
    const rows = Array.from({ length: 5 }, (_, n) => [`E${n}`, `u${n}`, "王小明", "D01"]);
    const text = csvText(header, [...traps.slice(0, 1), ...traps.slice(3, 4), ...rows, ...traps.slice(5, 6)]);
    const { rejected } = await readCsv({ "e.csv": text }, settings);
    expect(rejected.map(({ kind, line, code }) => `${kind} ${line} ${code}`)).toEqual([
      "department 2 row-odd",
      "employee 9 key-missing",
      "employee 2 row-odd",
      "employee 9 row-odd",
    ]);
  });
});

describe("a row of the words of a header", () => {
  it("is no record, even if its keys have the shape of the others", async () => {
    const rows = ["ann", "bob", "carl", "name"].map((account) => [account, `${account} Lee`]);
    const text = csvText(["帳號", "姓名"], [["Account", "Name"], ...rows]);
    const { directory, rejected } = await readCsv(
      { "e.csv": text },
      { employees: { file: "e.csv", columns: { account: "帳號", name: "姓名" } } },
    );
    expect(directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob", "carl", "name"]);
    expect(rejected).toMatchObject([{ line: 2, code: "row-odd", key: "Account" }]);
  });
});

describe("an ordinary export", () => {
  it("has no odd row, whatever the shape of its keys", async () => {
    await fc.assert(
      fc.asyncProperty(people, async (rows) => {
        expect((await readCsv({ "e.csv": csvText(header, rows) }, settings)).rejected).toEqual([]);
      }),
      { seed: 20_261_123, ...cases(40) },
    );
  });

  it("may have a department whose code is unlike the others", async () => {
    const codes = ["HQ", "總公司", ...Array.from({ length: 20 }, (_, n) => `D${10 + n}`)];
    const text = csvText(
      ["code", "name"],
      codes.map((code) => [code, `部門 ${code}`]),
    );
    const { directory, rejected } = await readCsv(
      { "d.csv": text },
      { departments: { file: "d.csv", columns: { code: "code", name: "name" } } },
    );
    expect([directory.departments?.length, rejected]).toEqual([22, []]);
  });

  it("may have several kinds of keys", async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [
      n % 4 ? `E${n}` : `EXT-${"abcdefghijklmnopqrst"[n]}`,
      `u${n}`,
      "王",
      "D1",
    ]);
    expect((await readCsv({ "e.csv": csvText(header, rows) }, settings)).rejected).toEqual([]);
  });
});
