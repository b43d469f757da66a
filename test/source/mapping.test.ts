import { describe, expect, it } from "vitest";
import { csvText, people, plainTable, readCsv } from "./csv-folder.ts";

describe("a mapping", () => {
  it("takes Chinese headers, templates, constants, value maps, letter case and blanks", async () => {
    const { directory } = await readCsv(
      { "部門.csv": "部門代號,部門名稱,狀態,說明\nrd,研發處,啟用,\nHR,人資處,停用,選才\n" },
      {
        departments: {
          file: "部門.csv",
          columns: {
            code: { column: "部門代號", case: "upper" },
            name: "{部門名稱}（{部門代號}）",
            level: { value: "處" },
            parent: { value: null },
            active: { column: "狀態", values: { 啟用: true, 停用: false } },
            description: { column: "說明", blank: "clear" },
          },
        },
      },
    );
    expect(directory.departments).toEqual([
      { code: "RD", name: "研發處（rd）", level: "處", parent: null, active: true, description: null },
      { code: "HR", name: "人資處（HR）", level: "處", parent: null, active: false, description: "選才" },
    ]);
  });

  it("makes no statement where a cell is blank, full-width spaces included, or where part of a template is", async () => {
    const { directory } = await readCsv(
      { "e.csv": "account,first,last\na1,\u3000 \u3000,Wang\n\u3000a2 ,\u3000Ann, Lin \n" },
      { employees: { file: "e.csv", columns: { account: "account", name: "{first} {last}", englishName: "first" } } },
    );
    expect(directory.employees).toEqual([{ account: "a1" }, { account: "a2", name: "Ann Lin", englishName: "Ann" }]);
  });

  it("makes codes NFKC and names NFC", async () => {
    const { directory } = await readCsv(
      { "t.csv": "code,title\nＴ０１,㈱専務 ①\n" },
      { titles: plainTable("t.csv", "code", "title") },
    );
    expect(directory.titles).toEqual([{ code: "T01", title: "㈱専務 ①" }]);
  });

  it("reads records of the configuration like a file", async () => {
    const { directory } = await readCsv(
      {},
      {
        categories: { records: [{ name: "管理", order: 1 }] },
        functions: { records: [{ code: "F1", name: "主任", category: "管理", active: true }] },
        employees: { records: [{ account: "a", loginValidation: ["UOF"], department: "D", title: null }] },
      },
    );
    expect(directory).toEqual({
      categories: [{ name: "管理", order: 1 }],
      functions: [{ code: "F1", name: "主任", category: "管理", active: true }],
      employees: [{ account: "a", loginValidation: ["UOF"], posts: [{ department: "D", main: true, title: null }] }],
    });
  });

  it("does not manage a kind without a table, and passes the renames on", async () => {
    const renames = [{ kind: "department" as const, from: "A", to: "B" }];
    const read = await readCsv({ "t.csv": "code\n" }, { titles: plainTable("t.csv", "code"), renames });
    expect(read).toEqual({ directory: { titles: [] }, rejected: [], renames });
  });

  it("splits lists, knows the usual words, and takes 9999-12-31 for never", async () => {
    const fields = ["loginValidation", "gender", "active", "expiredTime", "hireDate"];
    const { files, settings } = people(fields, ["a", "1", "UOF; AD/a", "女", "N", "9999/12/31", "9999/12/31"]);
    const { directory } = await readCsv(files, settings);
    expect(directory.employees).toEqual([
      {
        account: "a",
        number: "1",
        loginValidation: ["UOF", "AD/a"],
        gender: "Female",
        active: false,
        expiredTime: null,
      },
    ]);
  });
});

describe("references to people", () => {
  const employees = people([], ["ann", "1"], ["bob", "2"]);

  it("are resolved to accounts by number, in any letter case and width", async () => {
    const { directory } = await readCsv(
      { ...employees.files, "d.csv": "code,manager\nD1,２\nD2,\n" },
      { ...employees.settings, departments: plainTable("d.csv", "code", "manager") },
    );
    expect(directory.departments).toEqual([{ code: "D1", manager: "bob" }, { code: "D2" }]);
  });

  it("to nobody are left out and reported, and the record stays", async () => {
    const { directory, rejected } = await readCsv(
      { ...employees.files, "d.csv": "code,主管\nD1,ann\nD2,1\n" },
      { ...employees.settings, departments: { file: "d.csv", columns: { code: "code", manager: "主管" } } },
    );
    expect(directory.departments).toEqual([{ code: "D1" }, { code: "D2", manager: "ann" }]);
    expect(rejected).toEqual([
      {
        kind: "manager",
        file: "d.csv",
        line: 2,
        column: "主管",
        code: "person-unknown",
        reason: "no person with this number is in the source",
        dropped: "field",
        key: "D1",
      },
    ]);
  });
});

describe("posts", () => {
  const staff = (department: string, ...posts: readonly (readonly string[])[]) => {
    const { files, settings } = people(
      ["department", "title", "supervisor"],
      ["ann", "1", department, "T1", "2"],
      ["bob", "2", "", "", ""],
    );
    const text = csvText(["employee", "department", "functions"], posts);
    return readCsv(
      { ...files, "posts.csv": text },
      { ...settings, posts: plainTable("posts.csv", "employee", "department", "functions") },
    );
  };

  it("are the main one of the employee row and the part-time ones of the posts table", async () => {
    const { directory, rejected } = await staff("D1", ["1", "D2", "F1|F2"]);
    expect(rejected).toEqual([]);
    expect(directory.employees).toEqual([
      {
        account: "ann",
        number: "1",
        posts: [
          { department: "D1", main: true, title: "T1", supervisor: "bob" },
          { department: "D2", main: false, functions: ["F1", "F2"] },
        ],
      },
      { account: "bob", number: "2" },
    ]);
  });

  it("are left out and reported if none is the main one", async () => {
    const { directory, rejected } = await staff("", ["1", "D2", ""], ["1", "D3", ""]);
    expect(directory.employees?.[0]).toEqual({ account: "ann", number: "1" });
    expect(rejected.map(({ code, key, line }) => ({ code, key, line }))).toEqual([
      { code: "main-post-missing", key: "ann", line: 2 },
    ]);
  });

  it("are left out and reported if two are the main one", async () => {
    const { files, settings } = people([], ["ann", "1"]);
    const { directory, rejected } = await readCsv(
      { ...files, "posts.csv": "employee,department,main\n1,D1,Y\n1,D2,Y\n1,D3,\n" },
      { ...settings, posts: plainTable("posts.csv", "employee", "department", "main") },
    );
    expect(directory.employees).toEqual([{ account: "ann", number: "1" }]);
    expect(rejected).toMatchObject([{ kind: "post", code: "main-post-twice", key: "ann", line: 3 }]);
  });

  it("of a person who is not in the source are rejected; of a rejected person they are ignored", async () => {
    const { files, settings } = people(
      ["department", "birthDate"],
      ["ann", "1", "D1", "1990-02-30"],
      ["bob", "2", "D1", ""],
    );
    const { directory, rejected } = await readCsv(
      { ...files, "posts.csv": "employee,department\n1,D2\n7,D2\n" },
      { ...settings, posts: plainTable("posts.csv", "employee", "department") },
    );
    expect(directory.employees).toMatchObject([{ account: "bob", posts: [{ department: "D1", main: true }] }]);
    expect(rejected.map(({ kind, code, key }) => ({ kind, code, key }))).toEqual([
      { kind: "employee", code: "date-invalid", key: "ann" },
      { kind: "post", code: "person-unknown", key: "7" },
    ]);
  });

  it("are not managed for anybody if a row does not show whose post it is", async () => {
    const { directory, rejected } = await staff("D1", ["", "D2", ""]);
    expect(directory.employees).toEqual([
      { account: "ann", number: "1" },
      { account: "bob", number: "2" },
    ]);
    expect(rejected.map(({ code }) => code)).toEqual(["key-missing", "posts-unknown"]);
  });
});
