/** The cell of a formula that has failed states nothing: it contradicts no other row, clears nothing, and becomes part of no text. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { cases } from "../support/suites/runs.ts";
import { inspectCsv } from "./csv-folder.ts";

const header = "no,acc,last,first,dept,long,above,jobs,state\n";
const employees = { file: "e.csv", columns: { number: "no", account: "acc", name: "last", department: "dept" } };
const departments = { file: "e.csv", distinct: true, columns: { code: "dept", name: "long", parent: "above" } };

const read = async (
  rows: string,
  source: object,
  more: Readonly<Record<string, string>> = {},
): Promise<SourceSnapshot> => {
  const settings = { departments, employees, ...source };
  return (await inspectCsv({ "e.csv": header + rows, ...more }, settings, Date.parse("2026-11-29"))).snapshot;
};

const told = ({ rejected }: SourceSnapshot): readonly string[] =>
  rejected.map(({ kind, line, column, code, dropped = "row" }) => `${kind} ${line} ${column} ${code} ${dropped}`);

describe("the cell of a failed formula in rows of one department", () => {
  const rows = "1,a,陳,x,D1,總部,,,\n2,b,王,x,D2,一課,D1,,\n";

  it("does not contradict what the other rows state, and is told", async () => {
    const found = await read(`${rows}3,c,李,x,D2,#N/A,#REF!,,\n4,d,吳,x,D2,,,,\n`, {});
    expect(found.directory.departments).toEqual([
      { code: "D1", name: "總部" },
      { code: "D2", name: "一課", parent: "D1" },
    ]);
    expect(told(found)).toEqual(["department 4 long formula-error field", "department 4 above formula-error field"]);
    expect(found.quarantined).toBeUndefined();
  });

  it("holds the department where no other row states its parent, and says that the formula has failed", async () => {
    const held = await read(`${rows}3,c,李,x,D3,二課,#REF!,,\n4,d,林,x,D3,二課,#REF!,,\n5,e,吳,x,D3,二課,,,\n`, {});
    expect(held.directory.departments?.map(({ code }) => code)).toEqual(["D1", "D2"]);
    expect(told(held)).toEqual(["department 4 above formula-error row", "department 5 above formula-error row"]);
  });

  it("leaves a contradiction of other rows one", async () => {
    const doubtful = await read(`${rows}3,c,李,x,D2,二課,D1,,\n4,d,林,x,D2,#N/A,D1,,\n`, {});
    expect(doubtful.directory.departments?.map(({ code }) => code)).toEqual(["D1"]);
    expect(told(doubtful)).toContain("department 3 dept duplicate-key row");
  });

  it("changes nothing else, whichever cell it is", async () => {
    const cell = fc.record({
      row: fc.nat(8),
      column: fc.constantFrom(5, 6),
      error: fc.constantFrom("#N/A", "#REF!", "####", "=B2"),
    });
    const sizes = Array.from({ length: 9 }, (_, at) => [
      `${at}`,
      `u${at}`,
      "陳",
      "x",
      `D${at % 3}`,
      `部${at % 3}`,
      at % 3 === 0 ? "" : "D0",
      "",
      "",
    ]);
    const text = (table: readonly (readonly string[])[]) => table.map((row) => `${row.join(",")}\n`).join("");
    const { directory } = await read(text(sizes), {});
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 3 }), async (cells) => {
        const table = sizes.map((row) => [...row]);
        for (const { row, column, error } of cells) table[row]?.splice(column, 1, error);
        const isStated = (dept: number, column: number) =>
          table.some((row) => row[4] === `D${dept}` && row[column] === sizes[dept]?.[column]);
        fc.pre(
          [0, 1, 2].every((dept) => isStated(dept, 5) && isStated(dept, 6)) &&
            table.every((row) => row[4] !== "D0" || row[6] === ""),
        );
        const found = await read(text(table), {});
        expect(found.directory).toEqual(directory);
        expect(
          found.rejected
            .filter(({ kind }) => kind === "department")
            .every(({ code, dropped }) => code === "formula-error" && dropped),
        ).toBe(true);
        expect(found.rejected.length).toBe(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size);
      }),
      { seed: 20_261_129, ...cases(40) },
    );
  });
});

describe("the cell of a failed formula", () => {
  it("is known in the languages of spreadsheets", async () => {
    const errors =
      "#N/A #n/a #REF! #NAME? #DIV/0! #SPILL! #GETTING_DATA #ERROR! #FIELD! #NV #BEZUG! #WERT! #ÜBERLAUF! #N/D #VALEUR! #NOM? #¿NOMBRE? #¡REF! #RIF! #N/B #I/T #SAKNAS! #Н/Д #ССЫЛКА! Err:502";
    const all = errors.split(" ");
    const cells = [...all, "#1", "# 1", "#Sales", "#Team Blau!", "Err: 1", "Error"];
    const found = await read(cells.map((cell, at) => `${at},u${at},${cell},x,D1,總部,,,\n`).join(""), {});
    expect(told(found)).toHaveLength(all.length);
    expect(found.directory.employees?.flatMap(({ name = [] }) => name)).toEqual(cells.slice(all.length));
  });

  const none = "2,b,王,明,D1,總部,,,\n";

  it("is no part of a name", async () => {
    const name = (mapping: object) => ({
      employees: { ...employees, columns: { ...employees.columns, name: mapping } },
    });
    for (const mapping of [{ column: "{last}{first}" }, { concat: ["last", "first"] }]) {
      for (const cell of ["#N/A", "NULL", "-", "0"]) {
        const found = await read(`1,a,陳,${cell},D1,總部,,,\n${none}`, name(mapping));
        expect(found.directory.employees?.map((one) => one.name)).toEqual([undefined, "王明"]);
        expect(told(found)).toHaveLength(1);
        const meant = await read(`1,a,陳,${cell},D1,總部,,,\n${none}`, name({ ...mapping, empty: [cell] }));
        expect(told(meant)).toEqual([]);
      }
    }
  });

  it("is no part of an account, and the reason is the formula", async () => {
    const account = { generate: ["{first}.{no}", "{no}"] };
    const found = await read(`1,,陳,#N/A,D1,總部,,,\n2,,王,ming,D1,總部,,,\n`, {
      employees: { ...employees, columns: { ...employees.columns, account } },
    });
    expect(found.directory.employees?.map((one) => one.account)).toEqual(["ming.2"]);
    expect(told(found)).toEqual(["employee 2 account formula-error row"]);
  });

  it("is no department on a path", async () => {
    const paths = { file: "e.csv", columns: { code: { concat: ["dept", "long"], join: "/", path: "/" } } };
    const found = await read(`1,a,陳,明,總部,#N/A,,,\n2,b,王,明,總部,一課,,,\n`, {
      departments: paths,
      employees: { ...employees, columns: { number: "no", account: "acc" } },
    });
    expect(found.directory.departments?.map(({ code }) => code)).toEqual(["總部", "總部.一課"]);
    expect(told(found)).toEqual(["department 2 dept long formula-error row"]);
  });

  it("is no function among others", async () => {
    const jobs = { ...employees, columns: { ...employees.columns, functions: { column: "jobs" } } };
    const found = await read(`1,a,陳,明,D1,總部,,F1;#N/A,\n${none}`, {
      functions: { records: [{ code: "F1", name: "F1" }] },
      employees: jobs,
    });
    expect(found.directory.employees?.map(({ account }) => account)).toEqual(["b"]);
    expect(told(found)).toEqual(["employee 2 jobs formula-error row"]);
  });

  it("is found nowhere in a lookup table, and contradicts none of its rows", async () => {
    const name = { column: "dept", lookup: { table: "names", key: "code", take: "name" } };
    const found = await read(
      "1,a,陳,明,D1,,,,\n2,b,王,明,D2,,,,\n",
      { lookups: { names: { file: "n.csv" } }, departments: { ...departments, columns: { code: "dept", name } } },
      { "n.csv": "code,name\nD1,#N/A\nD2,#N/A\nD2,一課\nD2,#REF!\n" },
    );
    expect(found.directory.departments).toEqual([{ code: "D1" }, { code: "D2", name: "一課" }]);
    expect(told(found)).toEqual(["department 2 dept formula-error field"]);
    expect(found.rejected[0]?.reason).toMatch(/^in the lookup table names: the formula of the cell has failed/);
  });

  it("decides nothing about the scope of its row, unless the condition names it", async () => {
    const rows = `1,a,陳,明,D1,總部,,,#N/A\n2,b,王,明,D1,總部,,,on\n`;
    for (const scope of [
      { only: [{ column: "state", is: ["on"] }] },
      { except: [{ column: "state", matches: "^off" }] },
    ]) {
      const found = await read(rows, { employees: { ...employees, ...scope } });
      expect(found.directory.employees?.map(({ account }) => account)).toEqual(["b"]);
      expect(found.excluded).toBeUndefined();
      expect(told(found)).toEqual(["employee 2 state formula-error row"]);
    }
    const named = await read(rows, { employees: { ...employees, except: [{ column: "state", is: ["#N/A"] }] } });
    expect(told(named)).toEqual([]);
    expect(named.excluded).toEqual([
      { kind: "employee", key: "a" },
      { kind: "employee", key: "1" },
    ]);
    const guarded = await read(rows, { employees: { ...employees, protect: [{ column: "state", is: ["vip"] }] } });
    expect(guarded.protectedAccounts).toEqual(["a"]);
  });
});

describe("rows of one person that differ only in their department", () => {
  it("are not one row", async () => {
    const found = await read("1,a,陳,明,D1,總部,,,\n1,a,陳,明,D2,一課,,,\n", {
      employees: { ...employees, distinct: true },
    });
    expect(found.directory.employees).toEqual([]);
    expect(told(found)).toContain("employee 2 acc duplicate-key row");
  });
});
