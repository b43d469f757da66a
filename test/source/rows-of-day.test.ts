/** Exports that state a person once for each period: the row of the day counts, whatever the order of the rows. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "../../src/lib/clock.ts";
import { cases } from "../support/suites/runs.ts";
import { csvText, readCsv } from "./csv-folder.ts";

const day = (distance: number): string => calendarDate(Date.now() + distance * 86_400_000);
const header = ["number", "account", "name", "BEGDA", "ENDDA"];
const columns = { number: "number", account: "account", name: "name" };
const read = (rows: readonly (readonly string[])[], setting: object, names = header) =>
  readCsv({ "e.csv": csvText(names, rows) }, { employees: { file: "e.csv", columns, ...setting } });
const validOn = { validOn: { from: "BEGDA", until: "ENDDA" } };
const newest = { newest: "BEGDA" };
const row = (number: string, name: string, ...days: readonly string[]) => [number, `u${number}`, name, ...days];

/** Periods that follow each other around today: the days before today on which each begins, and which one is of today. */
const periods = fc
  .uniqueArray(fc.integer({ min: -900, max: 900 }), { minLength: 2, maxLength: 6 })
  .map((starts) => starts.toSorted((one, other) => one - other))
  .filter(([first = 0]) => first <= 0);

const expectedName = (starts: readonly number[]): string => `name ${starts.findLastIndex((start) => start <= 0)}`;

describe("the row of the day", () => {
  it("counts by `validOn` and by `newest`, whatever the order of the rows", async () => {
    const shuffledPeople = fc.array(periods, { minLength: 1, maxLength: 4 }).chain((people) =>
      fc
        .shuffledSubarray(
          people.flatMap((starts, person) =>
            starts.map((start, at) =>
              row(
                `E${person}`,
                `name ${at}`,
                day(start),
                starts[at + 1] === undefined ? "9999-12-31" : day((starts[at + 1] ?? 0) - 1),
              ),
            ),
          ),
          { minLength: people.flat().length },
        )
        .map((rows) => ({ people, rows })),
    );
    await fc.assert(
      fc.asyncProperty(shuffledPeople, fc.constantFrom(validOn, newest), async ({ people, rows }, setting) => {
        const { directory, rejected, upcoming = [] } = await read(rows, setting);
        const found = Object.fromEntries((directory.employees ?? []).map(({ number, name }) => [number, name]));
        expect(found).toEqual(Object.fromEntries(people.map((starts, at) => [`E${at}`, expectedName(starts)])));
        expect(rejected).toEqual([]);
        const next = people.flatMap((starts, at) => {
          const first = starts.find((start) => start > 0);
          return first === undefined ? [] : [[`uE${at}`, day(first)]];
        });
        expect(new Map(upcoming.map(({ account, date }) => [account, date]))).toEqual(
          new Map(next as [string, string][]),
        );
      }),
      { seed: 20_261_123, ...cases(40) },
    );
  });

  it("of somebody who only begins in the future leaves him known and untouched", async () => {
    for (const setting of [validOn, newest]) {
      const ofBob = [row("E2", "Bob", day(9), ""), row("E2", "Rob", day(99), "")];
      // With `newest`, a day that has begun is the one of today.
      const ended = setting === validOn ? [row("E2", "Old", day(-99), day(-9))] : [];
      const rows = [row("E1", "Ann", day(-9), ""), ...ended, ...ofBob];
      const { directory, excluded, upcoming } = await read(rows, setting);
      expect(upcoming).toEqual([{ date: day(9), account: "uE2", name: "Bob" }]);
      expect(directory.employees?.map(({ number }) => number)).toEqual(["E1"]);
      expect(excluded?.map(({ kind }) => kind)).toContain("employee");
    }
  });

  it("tells the next one of somebody whose other part has no days, too", async () => {
    const files = {
      "a.csv": csvText(["number", "account"], [["E1", "ann"]]),
      "b.csv": csvText(
        ["number", "name", "BEGDA"],
        [
          ["E1", "Ann", day(-9)],
          ["E1", "Anna", day(9)],
        ],
      ),
    };
    const parts = [
      { file: "a.csv", columns: { number: "number", account: "account" } },
      { file: "b.csv", columns: { number: "number", name: "name" }, newest: "BEGDA" },
    ];
    const { directory, upcoming } = await readCsv(files, { employees: parts });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["Ann"]);
    expect(upcoming).toEqual([{ date: day(9), account: "ann", name: "Ann" }]);
  });

  it.each([validOn, newest])("alone names departments and titles of the same lines: %j", async (setting) => {
    const rows = [
      ["E1", "ann", "Ann", day(-99), day(-10), "Old", "Clerk", ""],
      ["E1", "ann", "Ann", day(-9), "", "Sales", "Head", "Board"],
      ["E2", "bob", "Bob", day(-9), "", "Legal", "Head", ""],
      ["E2", "bob", "Bob", day(9), "", "Sales", "Head", "Board"],
      ["E3", "cy", "Cy", day(9), "", "Future", "Chief", ""],
      ["E4", "dee", "Dee", day(-99), day(-10), "Board", "Head", ""],
      ["E4", "dee", "Dee", day(-9), "", "Legal", "Head", ""],
    ];
    const file = { file: "e.csv", distinct: true };
    const { directory, rejected, excluded } = await readCsv(
      { "e.csv": csvText([...header, "dept", "title", "above"], rows) },
      {
        departments: { ...file, columns: { code: "dept", name: "dept", parent: "above" } },
        titles: { ...file, columns: { code: "title", title: "title", rank: { value: 1 } } },
        employees: { file: "e.csv", columns: { ...columns, department: "dept", title: "title" }, ...setting },
      },
    );
    expect(directory.departments?.map(({ code }) => code).toSorted()).toEqual(["Board", "Legal", "Sales"]);
    expect(directory.titles?.map(({ code }) => code)).toEqual(["Head"]);
    expect(rejected).toEqual([]);
    expect(excluded?.filter(({ kind }) => kind === "department").map(({ key }) => key)).toEqual(["Old", "Future"]);
  });

  it("is held if two are valid today, and if its days cannot be read", async () => {
    const rows = [
      row("E1", "Ann", day(-9), ""),
      row("E2", "Bob", day(-9), "9999-12-31"),
      row("E2", "Rob", day(-3), day(0)),
      row("E3", "Carl", "soon", ""),
    ];
    const { directory, rejected } = await read(rows, validOn);
    expect(directory.employees?.map(({ number }) => number)).toEqual(["E1"]);
    expect(new Set(rejected.map(({ line, code }) => `${line} ${code}`))).toContain("5 date-invalid");
    expect(rejected.some(({ line }) => line === 3 || line === 4)).toBe(true);
  });

  it("is read in the format that the setting names", async () => {
    const written = (distance: number) => day(distance).split("-").toReversed().join(".");
    const rows = [row("E1", "old", written(-90), written(-1)), row("E1", "new", written(0), "31.12.9999")];
    const { directory } = await read(rows, { validOn: { from: "BEGDA", until: "ENDDA", date: "dd.MM.yyyy" } });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["new"]);
  });

  it("is read of days in several formats as the whole column decides, or not at all", async () => {
    const dayFirst = { validOn: { from: "BEGDA", until: "ENDDA", date: ["M/d/yyyy", "d/M/yyyy"] } };
    const rows = [row("E1", "old", "01/02/2020", "07/06/2024"), row("E1", "new", "08/06/2024", "")];
    await expect(read(rows, dayFirst)).rejects.toMatchObject({
      code: "source-date-ambiguous",
      place: { line: 2, column: "BEGDA", setting: "source.employees.validOn.from" },
    });
    const decided = [row("E1", "old", "13/02/2020", "30/04/2020"), row("E1", "new", "01/05/2020", "01/02/2098")];
    const { directory } = await read(decided, dayFirst);
    expect(directory.employees?.map(({ name }) => name)).toEqual(["new"]);
  });

  it("has years of two digits only with their window", async () => {
    const short = { from: "BEGDA", until: "ENDDA", date: "d-MMM-yy" };
    const rows = [row("E1", "old", "01-JAN-70", "31-DEC-70"), row("E1", "new", "01-JAN-71", "31-DEC-68")];
    await expect(read(rows, { validOn: short })).rejects.toThrow("twoDigitYears");
    await expect(read(rows, { newest: { column: "BEGDA", date: "d-MMM-yy" } })).rejects.toThrow("twoDigitYears");
    const { directory } = await read(rows, { validOn: { ...short, twoDigitYears: 1970 } });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["new"]);
  });

  it("has no day where a cell is one of the texts for a blank one, and is read in full width", async () => {
    const rows = [row("E1", "old", "NULL", day(-1)), row("E1", "new", day(0).replace("2", "２"), "NULL")];
    for (const setting of [{ empty: ["NULL"] }, { empty: ["null", "-"] }]) {
      const { directory, rejected } = await read(rows, { ...validOn, ...setting });
      expect([directory.employees?.map(({ name }) => name), rejected]).toEqual([["new"], []]);
    }
  });

  it("of two with one day is the one that `wins` says, as for PeopleSoft's sequence of a day", async () => {
    const rows = [row("E1", "first", day(-9), ""), row("E1", "second", day(-9), "")];
    const { directory } = await read(rows, { ...newest, wins: "last" });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["second"]);
  });

  it("is not asked for with both settings", async () => {
    await expect(read([row("E1", "Ann", day(0), "")], { ...validOn, ...newest })).rejects.toThrow("validOn");
  });
});
