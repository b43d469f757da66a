/** The cells of a column of people have moved up or down beside the keys. */
import { describe, expect, it } from "vitest";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import { isAcceptable } from "../../src/model/plan/release.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";

type Row = { readonly account: string; readonly department: string; readonly hireDate?: string };

const units = ["A", "B", "C", "D", "E", "F", "G", "H"];

/** Five people in each of eight departments, sorted by department. */
const staff: readonly Row[] = Array.from({ length: 40 }, (_, at) => ({
  account: `p${at}`,
  department: units[Math.floor(at / 5)] ?? "",
  hireDate: `2020-01-${String(1 + (at % 28)).padStart(2, "0")}`,
}));

const companyOf = (rows: readonly Row[]) => {
  const empty = units.reduce((all, unit) => all.department(unit), directory().level("L1"));
  return rows.reduce((all, { account, department, ...fields }) => all.employee(account, fields).in(department), empty);
};

const breaches = (rows: readonly Row[], settings: Partial<PlanSettings> = {}, before = staff) =>
  makePlan({
    source: companyOf(rows).source(),
    target: companyOf(before).target(),
    memory: emptyMemory,
    today,
    settings: { ...defaultSettings, caps: {}, ...settings },
  }).breaches;

const moved = (count: number, base = 40) => [{ code: "column-moved", kind: "employee", count, limit: 5, base }];

/** The column of some rows has moved by one row. */
const movedBy = (step: 1 | -1, field: "department" | "hireDate", from = 0, to = staff.length): readonly Row[] =>
  staff.map((row, at) => {
    const beside = staff[at + step];
    return at < from || at >= to || !beside ? row : { ...row, [field]: beside[field] };
  });

describe("a column that has moved", () => {
  it.each([
    ["up, in departments", movedBy(1, "department"), 7],
    ["down, in departments", movedBy(-1, "department"), 7],
    ["up, in hire dates", movedBy(1, "hireDate"), 39],
    ["down, in some hire dates", movedBy(-1, "hireDate", 10, 20), 10],
  ])("%s blocks the plan", (_, rows, count) => {
    expect(breaches(rows)).toEqual(moved(count));
  });

  it("blocks it too where newcomers stand between, and leavers are gone", () => {
    const rows = movedBy(1, "hireDate", 0, 30);
    const newcomer: Row = { account: "new", department: "A", hireDate: "2021-05-05" };
    expect(breaches([...rows.slice(0, 8), newcomer, ...rows.slice(8)])).toEqual(moved(29, 41));
  });

  it("passes once somebody accepts it, and where the field is not managed", () => {
    const rows = movedBy(1, "hireDate");
    expect(breaches(rows, { accepted: ["column-moved:employee"] })).toEqual([]);
    expect(isAcceptable("column-moved:employee")).toBe(true);
    expect(breaches(rows, { fields: { "employee.hireDate": "ignore" } })).toEqual([]);
  });
});

describe("a plan is not blocked", () => {
  const set = (changes: Readonly<Record<number, Partial<Row>>>) =>
    staff.map((row, at): Row => ({ ...row, ...changes[at] }));
  const byDepartment = (rows: readonly Row[]) =>
    rows.toSorted((one, other) => (one.department < other.department ? -1 : one.department > other.department ? 1 : 0));

  it("where people move to another department, whether the list is sorted by it or not", () => {
    const rows = set(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at * 2, { department: units[(at * 3) % 8] ?? "" }])),
    );
    expect(breaches(rows)).toEqual([]);
    expect(breaches(byDepartment(rows))).toEqual([]);
  });

  it("where departments are merged, split or exchanged", () => {
    const all = (name: string, to: string) =>
      staff.map((row): Row => (row.department === name ? { ...row, department: to } : row));
    for (const [from, to] of [
      ["A", "B"],
      ["B", "A"],
      ["A", "H"],
      ["H", "C"],
    ] as const) {
      expect(breaches(all(from, to))).toEqual([]);
      expect(breaches(byDepartment(all(from, to)))).toEqual([]);
    }
  });

  it("where five people or fewer get what the next one has", () => {
    expect(breaches(movedBy(1, "hireDate", 10, 15))).toEqual([]);
    expect(breaches(movedBy(1, "hireDate", 10, 16))).toEqual(moved(6));
  });

  it("where all get one value, or the same rows stand in another order", () => {
    expect(breaches(staff.map((row) => ({ ...row, hireDate: "2024-01-01" })))).toEqual([]);
    expect(breaches(staff.toReversed())).toEqual([]);
  });
});
