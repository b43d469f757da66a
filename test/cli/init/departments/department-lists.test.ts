/** Cells in which a department is hard to see: several of them in one cell, and names with what stands between levels. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "../proposal-of.ts";

const read = (header: string, cells: readonly string[], said: string, more: Readonly<Record<string, string>> = {}) => {
  const rows = cells.map((cell, at) => `E${at}7,u${at},陳${at},${cell}`);
  const files = { ...more, "people.csv": `工號,帳號,姓名,${header}\n${rows.join("\n")}\n` };
  const answer = ({ id, options }: Question) => (id === "department-list" ? said : (options[0]?.value ?? "?"));
  return inFolder(files, async (folder) => {
    const { first, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    return {
      asked: first.questions.flatMap(({ id, shown }) => (id === "department-list" ? [shown] : [])),
      isTaken: first.parts.some(({ table }) => table === "departments"),
      departments: snapshot.directory.departments?.map(({ name }) => name).toSorted(),
      of: snapshot.directory.employees?.map(({ posts }) => posts?.[0]?.department),
    };
  });
};

describe("a cell with several departments", () => {
  it.each([
    ["財務處;研發處", ["財務處", "研發處", "財務處", "財務處;研發處"], ["研發處", "財務處"], "財務處"],
    [
      "集團/財務處;集團/研發處",
      ["集團/財務處", "集團/研發處", "集團/財務處", "集團/財務處;集團/研發處"],
      ["研發處", "財務處", "集團"],
      "集團.財務處",
    ],
    ['"Finance, Sales"', ["Finance", "Sales", "Sales", '"Finance, Sales"'], ["Finance", "Sales"], "Finance"],
    ["財務處、研發處", ["財務處", "研發處", "財務處", "財務處、研發處"], ["研發處", "財務處"], "財務處"],
  ])("is asked about, and is the first if somebody says so: %s", async (cell, cells, names, first) => {
    const { asked, isTaken, departments, of } = await read("部門", cells, "first");
    expect({ asked, isTaken }).toEqual({ asked: [[cell.replaceAll('"', "")]], isTaken: false });
    expect(departments).toEqual(names.toSorted());
    expect(of?.[3]).toBe(first);
  });

  it("is asked about where departments have a table, too", async () => {
    const table = { "部門.csv": "部門代號,部門名稱\nD10,財務處\nD20,研發處\n" };
    const { isTaken, of } = await read("部門代號", ["D10", "D20", "D10", "D10;D20"], "first", table);
    expect(isTaken).toBe(false);
    expect(of).toEqual(["D10", "D20", "D10", "D10"]);
  });

  it("is one department if somebody says so", async () => {
    const { departments } = await read("部門", ["A處", "B處", "A處", "A處;B處"], "whole");
    expect(departments).toEqual(["A處", "A處;B處", "B處"]);
  });

  it("is no list if its parts are no departments", async () => {
    const { asked, isTaken } = await read("部門", ["業務處", '"Sales, Marketing"', "業務處", "研發、品保處"], "?");
    expect({ asked, isTaken }).toEqual({ asked: [], isTaken: true });
  });
});

describe("columns of levels", () => {
  it.each(["North/West", "North／West"])("are joined with what no name has: %s", async (name) => {
    const cells = ["總部,業務處", `總部,${name}`, `總部,${name}`, "總部,業務處"];
    const { departments } = await read("一級部門,二級部門", cells, "?");
    expect(departments).toEqual([name.normalize("NFKC"), "業務處", "總部"].toSorted());
  });
});
