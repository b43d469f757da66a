import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkedSettings } from "../../src/config/setting-problems.ts";
import { fileFeed } from "../../src/source/files/feed.ts";
import { ldapFeed } from "../../src/source/ldap/feed.ts";
import { sourceSettings } from "../../src/source/settings.ts";

const feeds = {
  hr: { files: { folder: "." } },
  ad: { ldap: { url: "ldaps://ad.example.com", bind: "anonymous" } },
};

const problems = (source: Readonly<Record<string, unknown>>): readonly string[] => {
  const checked = checkedSettings(sourceSettings, { feeds, ...source });
  return "problems" in checked ? checked.problems : [];
};

const employees = { file: "e.csv", columns: { account: "account" } };
const table = (columns: Readonly<Record<string, unknown>>) => ({
  employees: { ...employees, columns: { account: "a", ...columns } },
});
const search = (more: object, attributes: object = {}) => ({
  employees: { base: "dc=x", attributes: { account: "uid", ...attributes }, ...more },
});

describe("the settings of a source", () => {
  it("have defaults, and a part uses the only feed of its kind", () => {
    const { quality: _, ...settings } = sourceSettings.parse({
      feeds: { hr: { files: { folder: "./hr" } } },
      employees,
    });
    expect(settings).toEqual({
      feeds: {
        hr: {
          kind: fileFeed,
          settings: {
            folder: "./hr",
            encoding: "auto",
            delimiter: ",",
            quote: "double",
            trailingDelimiter: false,
            skipTopRows: 0,
            settleSeconds: 1,
          },
        },
      },
      peopleBy: "number",
      joinBy: "number",
      empty: [],
      lookups: {},
      tables: {
        employees: [{ from: "hr", kind: fileFeed, files: ["e.csv"], columns: { account: { column: "account" } } }],
      },
      duplicates: "quarantine",
      renames: [],
    });
  });

  it("recognise a search by its base, and treat an attribute as a column", () => {
    const { tables } = sourceSettings.parse({
      feeds,
      ...search({ filter: "(uid=*)" }, { name: { attribute: "cn", join: " " } }),
    });
    expect(tables.employees).toEqual([
      {
        from: "ad",
        kind: ldapFeed,
        base: ["dc=x"],
        filter: "(uid=*)",
        scope: "sub",
        columns: { account: { column: "uid" }, name: { column: "cn", join: " " } },
      },
    ]);
  });

  it.each([
    [
      "an option the field cannot have",
      table({ name: { column: "n", date: "roc" } }),
      /employees\.columns\.name\.date: is not known/,
    ],
    [
      "a clear that the field cannot have",
      table({ active: { column: "x", blank: "clear" } }),
      /columns\.active\.blank: is not known/,
    ],
    ["a mapping of the wrong type", table({ name: 5 }), /columns\.name: expected the name of a column or a mapping/],
    [
      "column and value at once",
      table({ name: { column: "n", value: "v" } }),
      /needs one of `column`, `concat`, `value` and `function`, and only one/,
    ],
    ["a function that is given nothing", table({ name: { function: "f" } }), /`function` and `reads`/],
    ["a field no employee has", table({ nickname: "n" }), /nickname/],
    [
      "a table without its key",
      { titles: { file: "t.csv", columns: { title: "t" } } },
      /titles\.columns\.code: is needed/,
    ],
    ["a file without columns", { titles: { file: "t.csv" } }, /titles\.columns: is needed/],
    ["a table without parts", { titles: [] }, /^titles: expected array to have >=1 items/],
    ["a part without any form", { titles: {} }, /titles: expected a part \(`file` and `columns`/],
    ["attributes of a file", { titles: { file: "t.csv", attributes: { code: "c" } } }, /attributes: .*`columns`/],
    ["columns of a search", search({ columns: { name: "cn" } }), /columns/],
    ["an invalid filter", search({ filter: "uid=*)(" }), /filter: is not an LDAP filter/],
    ["a base that is not a DN", search({ base: "company" }), /employees\.base: "company" is not a distinguished name/],
    ["a base below another", search({ base: ["dc=x", "ou=a,dc=x"] }), /base: "ou=a,dc=x" lies in another base/],
    ["an invalid pattern", table({ name: { column: "n", capture: "(" } }), /capture: is not a regular expression/],
    [
      "a condition that says nothing",
      { employees: { ...employees, except: [{ column: "x" }] } },
      /needs `is`, `matches`/,
    ],
    ["a feed that is not there", { employees: { ...employees, from: "sap" } }, /employees\.from: sap is not a feed/],
    ["a file in a directory", { employees: { ...employees, from: "ad" } }, /from: ad is not a feed of kind `files`/],
    ["a feed of two kinds", { feeds: { x: { ...feeds.hr, ...feeds.ad } }, employees }, /feeds\.x: needs either/],
    [
      "a constant that is not a date",
      table({ hireDate: { value: "2023-02-29" } }),
      /columns\.hireDate\.value: expected a date/,
    ],
    [
      "a default that is not a rank",
      { titles: { file: "t", columns: { code: "c", rank: { column: "r", default: 0 } } } },
      /default/,
    ],
    ["a record with a bad code", { levels: { records: [{ code: "a\nb" }] } }, /levels\.records\.0\.code: expected/],
    ["a title without a department", table({ title: "t" }), /columns\.title: belongs to a post/],
    [
      "people by a number that is not mapped",
      table({ department: "d", supervisor: "s" }),
      /supervisor: refers to people by number/,
    ],
    [
      "managers by entry without entries",
      { ...table({}), departments: { file: "d", columns: { code: "c", manager: { column: "m", by: "dn" } } } },
      /`employees` needs a search/,
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
    ["one row for each value outside posts", search({ each: "member" }), /each: is for posts/],
    [
      "departments above others without a parent",
      { departments: { file: "d", columns: { code: "c" }, addParents: true } },
      /^departments\.addParents: is for departments with a `parent` only/,
    ],
    [
      "parts of which one lacks the join key",
      {
        employees: [
          { file: "a", columns: { account: "a", number: "n" } },
          { file: "b", columns: { name: "n" } },
        ],
      },
      /employees\.1\.columns\.number: is needed/,
    ],
    [
      "parts of which none has the account",
      {
        employees: [
          { file: "a", columns: { number: "n" } },
          { file: "b", columns: { number: "n" } },
        ],
      },
      /needs `account` in one of its parts/,
    ],
    [
      "a path with other fields",
      { departments: { file: "d", columns: { code: { column: "p", path: "/" }, name: "n" } } },
      /name: must be a `value`: the code is a path/,
    ],
    ["no table at all", {}, /names no table/],
  ])("refuse %s", (_, source, expected) => {
    expect(problems(source)).toEqual([expect.stringMatching(expected)]);
  });

  it("list the problems of a part together, and those of each table", () => {
    const found = problems({ ...table({ name: 5, number: { date: "iso", column: "x" } }), titles: { file: "t.csv" } });
    expect(found).toEqual([
      "titles.columns: is needed",
      expect.stringMatching(/^employees\.columns\.number\.date: is not known here/),
      "employees.columns.name: expected the name of a column or a mapping",
    ]);
  });

  it("say the table and the position where there are several parts", () => {
    const several = [
      { file: "a", columns: { account: "a", number: "n" } },
      { file: "b", columns: { number: { width: 0 } } },
    ];
    expect(problems({ employees: several })).toContainEqual(expect.stringMatching(/^employees\.1\.columns\.number/));
  });

  it("have a JSON Schema", () => {
    expect(JSON.stringify(z.toJSONSchema(sourceSettings, { io: "input", unrepresentable: "any" }))).toContain(
      "peopleBy",
    );
  });
});
