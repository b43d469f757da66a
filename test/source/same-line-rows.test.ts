/** What other tables read from the lines of people that are rejected: only what good rows name becomes a record. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { cases } from "../support/suites/runs.ts";
import { csvText, inspectCsv } from "./csv-folder.ts";

const header = ["no", "account", "name", "status", "dept", "above", "title", "job", "grade"];
const file = { file: "e.csv", distinct: true };
const settings = {
  levels: { ...file, columns: { code: "grade", name: "grade" } },
  departments: { ...file, columns: { code: "dept", name: "dept", parent: "above", level: "grade" } },
  titles: { ...file, columns: { code: "title", title: "title", rank: { value: 1 } } },
  functions: { ...file, columns: { code: "job", name: "job", category: { value: "C" } } },
  employees: {
    file: "e.csv",
    columns: {
      number: "no",
      account: "account",
      name: "name",
      active: { column: "status", values: { on: true, off: false } },
      department: "dept",
      title: "title",
      functions: "job",
    },
  },
};

type Row = readonly [
  dept: string,
  above: string,
  title: string,
  job: string,
  grade: string,
  status?: string,
  name?: string,
];

const good: readonly Row[] = ["A", "B", "A", "B"].map((dept) => [dept, "", "T1", "J1", "L1"]);

const read = async (rows: readonly Row[], source: object = settings): Promise<SourceSnapshot> => {
  const lines = rows.map(([dept, above, title, job, grade, status = "on", name = "Ann Lee"], at) => [
    `${100 + at}`,
    `user${at}`,
    name,
    status,
    dept,
    above,
    title,
    job,
    grade,
  ]);
  const read = await inspectCsv({ "e.csv": csvText(header, lines) }, source as Record<string, unknown>, 0);
  // Each line counts once, among the people.
  expect(read.findings.filter(({ kind }) => kind !== "employee" && kind !== "post")).toEqual([]);
  return read.snapshot;
};

const codesIn = ({ directory: { departments, titles, functions, levels } }: SourceSnapshot) =>
  [departments, titles, functions, levels].map((all) => (all ?? []).map(({ code }) => code).sort());
const lostIn = ({ rejected }: SourceSnapshot) =>
  rejected
    .filter(({ code }) => code === "line-rejected")
    .map(({ kind, key }) => `${kind} ${key}`)
    .sort();

describe("a row of people that is rejected", () => {
  it("makes no department, title, function or level that no other row names", async () => {
    const shifted = await read([...good, ["T1", "A", "J1", "L1", "x", "Sales"]]);
    expect(codesIn(shifted)).toEqual([["A", "B"], ["T1"], ["J1"], ["L1"]]);
    expect(lostIn(shifted)).toEqual(["department T1", "function L1", "level x", "title J1"]);
  });

  it("leaves what others name, although it names it first", async () => {
    const first = await read([["A", "", "T1", "J1", "L1", "?"], ["C", "", "T2", "J2", "L1", "?"], ...good]);
    expect(codesIn(first)).toEqual([["A", "B"], ["T1"], ["J1"], ["L1"]]);
    expect(lostIn(first)).toEqual(["department C", "function J2", "title T2"]);
  });

  it("leaves the departments above those that stay, and their levels", async () => {
    const rows: Row[] = [
      ["HQ", "", "T1", "J1", "L0", "?"],
      ["X", "HQ", "T1", "J1", "L9", "?"],
      ["A", "HQ", "T1", "J1", "L1"],
    ];
    const above = await read([...rows, ["B", "A", "T1", "J1", "L1"], ["B", "A", "T1", "J1", "L1"]]);
    expect(codesIn(above)).toEqual([["A", "B", "HQ"], ["T1"], ["J1"], ["L0", "L1"]]);
    expect(lostIn(above)).toEqual(["department X", "level L9"]);
  });

  it("counts once, among the people, however many tables read its line", async () => {
    const many = Array.from({ length: 6 }, (_, at): Row => ["A", "", `X${at}`, "J1", "L1", "?"]);
    const lost = await read([...good, ...many]);
    expect(lostIn(lost)).toEqual(many.map(([, , title]) => `title ${title}`));
  });

  it("leaves the department of a vacant position", async () => {
    const vacant = await read([...good, ["NEW", "", "T1", "J1", "L1", "on", "VACANT"]]);
    expect(codesIn(vacant)[0]).toEqual(["A", "B", "NEW"]);
    expect(lostIn(vacant)).toEqual([]);
  });

  it("of paths leaves those along which others are", async () => {
    const path = { column: "dept", path: "/" };
    const source = {
      levels: { records: [{ code: "L", name: "L", order: 1 }] },
      departments: { ...file, columns: { code: path, level: { value: "L" } } },
      employees: { ...settings.employees, columns: { ...settings.employees.columns, department: path } },
    };
    const paths = await read(
      [
        ["HQ/A", "", "", "", "", "?"],
        ["HQ/A/C", "", "", "", "", "?"],
        ["HQ/A/B", "", "", "", ""],
      ],
      source,
    );
    expect(paths.directory.departments?.map(({ name }) => name).sort()).toEqual(["A", "B", "HQ"]);
  });
});

it("law: what only rejected rows name is never a record, and what a good row names always is", async () => {
  const code = fc.constantFrom("A", "B", "C", "D");
  const row = fc.record({ dept: code, title: code, job: code, isGood: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const known = [...rows, { dept: "A", title: "A", job: "A", isGood: true }];
      const found = await read(
        known.map(({ dept, title, job, isGood }) => [dept, "", `T${title}`, `J${job}`, "L", isGood ? "on" : "?"]),
      );
      const wanted = (field: "dept" | "title" | "job") =>
        [...new Set(known.flatMap((one) => (one.isGood ? [one[field]] : [])))].sort();
      expect(codesIn(found)).toEqual([
        wanted("dept"),
        wanted("title").map((one) => `T${one}`),
        wanted("job").map((one) => `J${one}`),
        ["L"],
      ]);
    }),
    { seed: 20_261_127, ...cases(60) },
  );
});
