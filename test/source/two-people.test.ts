/** No rule that makes one record of several rows makes one of two people, whatever `wins` or a join says. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../support/suites/runs.ts";
import { csvText, plainTable, readCsv } from "./csv-folder.ts";

const seed = 20_261_123;
const fields = ["account", "number", "name", "idCardNumber", "birthDate", "gender"] as const;
type Row = Readonly<Record<(typeof fields)[number], string>>;

const row: fc.Arbitrary<Row> = fc.record({
  account: fc.constantFrom("wang", "lin", "chen"),
  number: fc.constantFrom("1", "2", "3"),
  name: fc.constantFrom("王", "林"),
  idCardNumber: fc.constantFrom("", "A123456789", "B223456781"),
  birthDate: fc.constantFrom("", "1980-01-01", "1990-02-02"),
  gender: fc.constantFrom("", "M"),
});

const csv = (rows: readonly Row[]): string =>
  csvText(
    fields,
    rows.map((one) => fields.map((field) => one[field])),
  );
const settings = (more: object) => ({
  employees: { ...plainTable("e.csv", ...fields), ...more },
  quality: { "rejected-many": "off", "duplicates-many": "off" },
});
const differ = (a: Row, b: Row, field: keyof Row): boolean =>
  a[field] !== "" && b[field] !== "" && a[field] !== b[field];

/** Two of the things that belong to a person differ. */
const areTwo = (a: Row, b: Row): boolean =>
  differ(a, b, "name") &&
  (differ(a, b, "account") ||
    differ(a, b, "idCardNumber") ||
    (differ(a, b, "birthDate") && (a.idCardNumber === "" || a.idCardNumber !== b.idCardNumber)));

const read = async (rows: readonly Row[], more: object) =>
  (await readCsv({ "e.csv": csv(rows) }, settings(more))).directory.employees ?? [];

describe("rows that share a key but are evidently about two people", () => {
  it("never become one record, whatever wins", async () => {
    const tables = fc.tuple(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom({}, { wins: "first" }, { wins: "last" }),
    );
    await fc.assert(
      fc.asyncProperty(tables, async ([rows, wins]) => {
        for (const person of await read(rows, wins)) {
          const alike = rows.filter((one) => one.number === person.number);
          expect(alike.some((a) => alike.some((b) => areTwo(a, b)))).toBe(false);
          // A record is one row, never a mixture.
          expect(rows).toContainEqual(expect.objectContaining({ account: person.account, name: person.name }));
        }
      }),
      { seed, ...cases(200) },
    );
  });

  it("one value that differs is an ordinary correction", async () => {
    const full = {
      account: "wang",
      number: "1",
      name: "王",
      idCardNumber: "A123456789",
      birthDate: "1980-01-01",
      gender: "M",
    };
    for (const [field, value] of [
      ["account", "wang.h"],
      ["name", "汪"],
      ["idCardNumber", "A123456798"],
      ["birthDate", "1981-01-01"],
    ] as const) {
      expect(await read([full, { ...full, [field]: value }], { wins: "last" })).toMatchObject([{ [field]: value }]);
    }
  });

  it("a contractor with the number of an employee is quarantined, and both rows are named", async () => {
    const blank = { idCardNumber: "", birthDate: "", gender: "" };
    const rows = [
      { account: "wang", number: "1", name: "王", ...blank },
      { account: "ext.lin", number: "1", name: "林", ...blank },
      { account: "chen", number: "2", name: "陳", ...blank },
    ];
    const { directory, rejected, quarantined } = await readCsv({ "e.csv": csv(rows) }, settings({ wins: "last" }));
    expect(directory.employees?.map(({ account }) => account)).toEqual(["chen"]);
    expect(rejected.map(({ code, line, key }) => ({ code, line, key }))).toEqual([
      { code: "duplicate-key", line: 2, key: "wang" },
      { code: "duplicate-key", line: 3, key: "ext.lin" },
    ]);
    expect(quarantined?.map(({ key }) => key).toSorted()).toEqual(["1", "ext.lin", "wang"]);
  });

  it("are not joined either; a Latin name beside a Chinese one says nothing", async () => {
    const joined = {
      employees: [plainTable("hr.csv", "number", "name", "account"), plainTable("ad.csv", "number", "name", "account")],
      quality: { "rejected-many": "off", "duplicates-many": "off" },
    };
    const file = (...rows: readonly (readonly string[])[]) => csvText(["number", "name", "account"], rows);
    const { directory, quarantined } = await readCsv(
      {
        "hr.csv": file(["1", "王", "wang"], ["2", "林", "lin"], ["3", "陳", "chen"]),
        "ad.csv": file(["1", "李", "lee"], ["2", "Lin", "lin.a"], ["3", "陳", "chen.b"]),
      },
      joined,
    );
    expect(directory.employees?.map(({ account }) => account)).toEqual(["lin", "chen"]);
    expect(quarantined?.map(({ key }) => key).toSorted()).toEqual(["1", "lee", "wang"]);
  });
});
