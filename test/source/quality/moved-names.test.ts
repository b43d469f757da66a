/** A column of names whose cells have moved beside the keys, as after "delete cells, shift up": everybody gets the name of somebody else. */
import { describe, expect, it } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { company, type FullCompany, judged, snapshotOf } from "./company.ts";

const named = company();
const full: FullCompany = {
  ...named,
  employees: named.employees.map((person, at) => ({ ...person, name: `陳一${at}` })),
};
const before = snapshotOf(full);
const found = (now: FullCompany) =>
  judged(snapshotOf(now), before).map(({ rule, severity, kind }) => [rule, severity, kind]);

const people = (change: (person: Employee, at: number) => Employee) => ({
  ...full,
  employees: full.employees.map(change),
});
const nameOf = (at: number): string => full.employees[at]?.name ?? "";
const held = (kind: string) => [["names-moved", "hold", kind]];

describe("names that have moved from record to record", () => {
  it.each([
    ["up, from a row on", (at: number) => (at < 96 ? nameOf(at) : nameOf(at + 1))],
    ["down, from a row on", (at: number) => (at < 96 ? nameOf(at) : nameOf(at - 1))],
    ["in a circle", (at: number) => ({ 3: nameOf(5), 5: nameOf(9), 9: nameOf(3) })[at] ?? nameOf(at)],
  ])("%s hold the people", (_, move) => {
    expect(found(people((person, at) => ({ ...person, name: move(at) })))).toEqual(held("employee"));
  });

  it("hold the departments", () => {
    const departments = full.departments.map((department, at) => ({
      ...department,
      name: full.departments[at < 5 ? at : Math.min(at + 1, 39)]?.name ?? "",
    }));
    expect(found({ ...full, departments })).toEqual(held("department"));
  });

  it("are told with their number, and how to go on", () => {
    const [finding] = judged(
      snapshotOf(people((person, at) => (at < 90 ? person : { ...person, name: nameOf(at - 1) }))),
      before,
    );
    expect(finding).toMatchObject({
      field: "name",
      count: 9,
      limit: 2,
      base: 100,
      message:
        "9 of 100 records of employee have the name that another one had last time, and lost; at most 2 were expected",
      hint: "look at the column of names in the export: its cells may have moved up or down; if they are right, accept `names-moved` once",
    });
  });
});

describe("names have not moved", () => {
  it.each([
    ["if two people exchange theirs", (at: number) => ({ 3: nameOf(5), 5: nameOf(3) })[at] ?? nameOf(at)],
    ["if they are new ones", (at: number) => (at < 50 ? `新${at}` : nameOf(at))],
    ["if they are those of people who keep them", (at: number) => (at > 90 ? nameOf(1) : nameOf(at))],
    ["if they are blank", (at: number) => (at > 90 ? "" : nameOf(at))],
  ])("%s", (_, move) => {
    const rules = found(people((person, at) => ({ ...person, name: move(at) })));
    expect(rules.map(([rule]) => rule)).not.toContain("names-moved");
  });
});
