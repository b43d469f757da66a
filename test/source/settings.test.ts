import { describe, expect, it } from "vitest";
import { sourceSettings } from "../../src/source/settings.ts";

const problems = (csv: Readonly<Record<string, unknown>>): readonly string[] =>
  (sourceSettings.safeParse({ csv: { folder: ".", ...csv } }).error?.issues ?? []).map(
    ({ path, message }) => `${path.slice(1).join(".")}: ${message}`,
  );

const employees = { file: "e.csv", columns: { account: "account" } };
const table = (columns: Readonly<Record<string, unknown>>) => ({
  employees: { ...employees, columns: { account: "a", ...columns } },
});

describe("the settings of a CSV source", () => {
  it("have defaults", () => {
    expect(sourceSettings.parse({ csv: { folder: "./hr", employees } }).csv).toEqual({
      folder: "./hr",
      encoding: "auto",
      delimiter: ",",
      peopleBy: "number",
      employees,
      renames: [],
    });
  });

  it.each([
    [
      "an option the field cannot have",
      table({ name: { column: "n", date: "roc" } }),
      /employees\.columns\.name: .*date/,
    ],
    [
      "a clear that the field cannot have",
      table({ active: { column: "x", blank: "clear" } }),
      /columns\.active: .*blank/,
    ],
    ["a mapping that is no mapping", table({ name: 5 }), /columns\.name: expected a header name or a mapping/],
    ["column and value at once", table({ name: { column: "n", value: "v" } }), /either `column` or `value`/],
    ["a field no employee has", table({ nickname: "n" }), /nickname/],
    ["a table without its key", { titles: { file: "t.csv", columns: { title: "t" } } }, /titles\.columns\.code/],
    ["a file without columns", { titles: { file: "t.csv" } }, /titles: needs either/],
    [
      "a constant that is not a date",
      table({ hireDate: { value: "2023-02-29" } }),
      /columns\.hireDate\.value: expected a date/,
    ],
    ["a record with a bad code", { levels: { records: [{ code: "a\nb" }] } }, /levels\.records\.0\.code: expected/],
    ["a title without a department", table({ title: "t" }), /columns\.title: belongs to a post/],
    [
      "people by a number that is not mapped",
      table({ department: "d", supervisor: "s" }),
      /supervisor: refers to people by number/,
    ],
    [
      "managers without people",
      { departments: { file: "d", columns: { code: "c", manager: "m" } } },
      /`employees` is needed/,
    ],
    [
      "posts of which none can be the main one",
      { peopleBy: "account", employees, posts: { file: "p", columns: { employee: "e", department: "d" } } },
      /posts\.columns\.main/,
    ],
    ["no table at all", {}, /names no table/],
  ])("refuse %s", (_, csv, expected) => {
    expect(problems(csv)).toEqual([expect.stringMatching(expected)]);
  });

  it("list every problem with its path", () => {
    expect(problems({ delimiter: ";;", ...table({ name: 5, number: { date: "iso", column: "x" } }) })).toHaveLength(3);
  });
});
