/** Further files and sheets about people: leavers with hardly a column in common, and what nothing reads. */
import { describe, expect, it } from "vitest";
import { statusOfList } from "../../../src/cli/init/tables/known-words.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const people = [
  "Employee Number,Login,Name,Department,Start Date",
  ...Array.from({ length: 9 }, (_, at) => `000${100 + at},u${at},Ann ${at},Sales,13/0${1 + at}/2015`),
  "",
].join("\n");

const read = (files: Readonly<Record<string, string>>) =>
  inFolder(files, async (folder) => {
    const { draft, yaml } = await proposalOf(folder, ({ id, options }) =>
      id === "account" ? "number" : (options[0]?.value ?? "?"),
    );
    const { snapshot } = await readWith(folder, yaml);
    return { draft, employees: snapshot.directory.employees ?? [], rejected: snapshot.rejected };
  });

const leavers = (header: string): string =>
  `Employee Number,Name,${header},Reason\n009000,Bo Kay,14/03/2026,Resigned\n009001,Cy May,31/03/2026,Retired\n`;

describe("a list of leavers of which only the number is a column of the others", () => {
  const numbers = people.replaceAll("Login,", "").replaceAll(/u\d,/g, "");

  it.each(["employees_terminated.csv", "Q4.csv"])("is one list with them: %s", async (file) => {
    const { draft, employees } = await read({ "employees_active.csv": numbers, [file]: leavers("Termination Date") });
    expect(employees).toHaveLength(11);
    expect(employees.find(({ number }) => number === "009001")).toMatchObject({ resignationDate: "2026-03-31" });
    expect(draft.unreadPeople).toEqual([]);
  });

  it("is recognised although it has no last day, by the name of the file", async () => {
    const { employees } = await read({ "employees_active.csv": numbers, "left_2026.csv": leavers("Exit Talk") });
    expect(employees.filter(({ active }) => active === false).map(({ number }) => number)).toEqual([
      "009000",
      "009001",
    ]);
  });

  it("is none with a list of people on leave", async () => {
    const away = "Employee Number,Name,From,To\n000101,Ann 1,2026-10-01,2027-03-31\n";
    const files = { "active.csv": people, "leavers.csv": leavers("Termination Date"), "on leave.csv": away };
    const { draft } = await read(files);
    expect(draft.unreadPeople).toEqual(["on leave.csv"]);
  });

  it("and that has no accounts gives last days to those who still stand in the others", async () => {
    const left = `${leavers("Termination Date")}000103,Ann 3,31/01/2027,Resigned\n`;
    const { draft, employees, rejected } = await read({ "employees_active.csv": people, "terminated.csv": left });
    expect(
      employees.flatMap(({ number, resignationDate }) => (resignationDate ? [[number, resignationDate]] : [])),
    ).toEqual([["000103", "2027-01-31"]]);
    expect([employees.length, rejected, draft.unreadPeople]).toEqual([9, [], []]);
  });

  it("is one with people whose accounts are in a file of their own, which has no leavers any more", async () => {
    const accounts = `Employee Number,Login\n${Array.from({ length: 9 }, (_, at) => `${100 + at},u${at}\n`).join("")}`;
    const files = {
      "employees_active.csv": numbers,
      "employees_terminated.csv": leavers("Termination Date"),
      "logins.csv": accounts,
    };
    const { draft, employees, rejected } = await read(files);
    expect(employees.map(({ account }) => account)).toEqual(Array.from({ length: 9 }, (_, at) => `u${at}`));
    expect(rejected.map(({ key, code }) => [key, code])).toEqual([
      ["009000", "key-missing"],
      ["009001", "key-missing"],
    ]);
    expect([draft.unreadPeople, draft.questions.map(({ id }) => id)]).toEqual([[], []]);
  });

  it.each([
    ["employees_terminated.csv", "inactive"],
    ["2026員工離職名冊.csv", "inactive"],
    ["active_and_terminated.csv", undefined],
    ["全員名冊(含離職).csv", undefined],
    ["人員.csv", undefined],
  ])("%s", (name, status) => {
    expect(statusOfList(name)).toBe(status);
  });
});

describe("a file with employee numbers that nothing reads", () => {
  const side = { "side.csv": "Employee Number,Department,From\n000100,Legal,2024-01-01\n000101,Legal,2024-01-01\n" };

  it("is told, and something is left to decide", async () => {
    await inFolder({ "people.csv": people, ...side }, async (folder) => {
      const { code, stdout } = await runCli(["init"], { cwd: folder });
      expect(stdout).toContain("! side.csv has employee numbers, and nothing of it is read");
      expect(code).toBe(2);
    });
  });

  it("is none of earlier exports that pile up, nor a table of departments", async () => {
    const { draft } = await read({
      "people_20261101.csv": people,
      "people_20261102.csv": people.replace("Ann 3", "Ann X"),
      "departments.csv": "Department,Manager Number\nSales,000100\nLegal,000101\n",
    });
    expect(draft.unreadPeople).toEqual([]);
  });
});
