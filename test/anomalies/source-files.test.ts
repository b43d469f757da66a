/** Tests files that must not be trusted: each ends the reading with one error that has a code, a place and a hint. */
import { describe, expect, it } from "vitest";
import { asMusterdError, errorText } from "../../src/lib/errors.ts";
import { sortedByLoss } from "../../src/model/directory/snapshot.ts";
import { type Files, plainTable, readCsv } from "../source/csv-folder.ts";

const employees = plainTable("employees.csv", "account", "name");

const failure = async (files: Files, csv: Readonly<Record<string, unknown>> = { employees }) => {
  const error = asMusterdError(
    await readCsv(files, csv).then(
      () => new Error("was read"),
      (thrown: unknown) => thrown,
    ),
  );
  expect(error.hint).not.toBe("");
  return { code: error.code, place: error.place, text: errorText(error) };
};

const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));

describe("a file", () => {
  it("that is missing is reported", async () => {
    expect(await failure({})).toMatchObject({ code: "source-file-missing", place: { file: "employees.csv" } });
  });

  it.each([
    ["without bytes", ""],
    ["with a byte order mark alone", "\uFEFF"],
    ["of blank lines", "\n\n  \r\n"],
    ["with a header alone", "account,name\n"],
    ["with a header and rows of blanks", "account,name\n,\n , \n"],
  ])("%s is empty, not a company without people", async (_, content) => {
    expect((await failure({ "employees.csv": content })).code).toBe("source-empty");
  });

  it("with an invalid byte is refused with the place of the byte", async () => {
    const content = bytes("account,name\na,Ann\nb,王", 0xff, "\nc,Cyd\n");
    expect(await failure({ "employees.csv": content })).toMatchObject({
      code: "source-undecodable",
      place: { file: "employees.csv", line: 3 },
      text: expect.stringContaining("offset 24"),
    });
  });

  it("that ends inside a character is refused", async () => {
    const whole = Buffer.from("account,name\na,王小明測試的名字");
    const { code, place } = await failure({ "employees.csv": whole.subarray(0, -1) });
    expect({ code, line: place.line }).toEqual({ code: "source-undecodable", line: 2 });
  });

  it("in Big5 is refused if the configuration says UTF-8", async () => {
    const content = bytes("account,name\na,", 0xa4, 0xfd, 0xa4, 0x70);
    expect((await failure({ "employees.csv": content }, { employees, files: { encoding: "utf-8" } })).code).toBe(
      "source-undecodable",
    );
    expect(
      (await readCsv({ "employees.csv": content }, { employees, files: { encoding: "big5" } })).directory.employees,
    ).toEqual([{ account: "a", name: "王小" }]);
  });

  it.each([
    ["never closed", 'account,name\na,Ann\nb,"Bob\nc,Cyd\n', 3],
    ["closed too early", 'account,name\na,Ann\nb,"Bob" B\nc,Cyd\n', 3],
    ["opened inside a cell", 'account,name\na,Ann\nb,Bo"b\nc,Cyd\n', 3],
    ["closed in a later row", 'account,name\na,Ann\nb,"Bob\nc,Cyd","D"\nd,Dee\n', 3],
  ])("with a quote %s is refused as a whole, because rows after it would be lost", async (_, content, line) => {
    const { code, place, text } = await failure({ "employees.csv": content });
    expect({ code, line: place.line }).toEqual({ code: "source-csv-invalid", line });
    expect(text).not.toMatch(/Bob|Bo"b/);
  });
});

describe("headers", () => {
  it("that are missing or occur twice are all reported at once, with those that exist", async () => {
    const { code, text } = await failure(
      { "employees.csv": "帳號,姓名,姓名\na,b,c\n", "departments.csv": "部門代碼,名稱\nD1,x\n" },
      {
        departments: { file: "departments.csv", columns: { code: "部門代號", name: "名稱" } },
        employees: { file: "employees.csv", columns: { account: "帳號", name: "姓名", email: "{帳號}{信箱}" } },
      },
    );
    expect(code).toBe("source-column-unknown");
    expect(text).toContain('source.departments.columns.code: departments.csv has no column "部門代號"');
    expect(text).toContain('source.employees.columns.name: employees.csv has the column "姓名" more than once');
    expect(text).toContain('source.employees.columns.email: employees.csv has no column "信箱"');
    expect(text).toContain("departments.csv has: 部門代碼, 名稱 (row 1 was read as the header)");
  });

  it("that are in another row are reported with the row that was read", async () => {
    const { text } = await failure(
      { "employees.csv": "名冊,\n,\n帳號,姓名\na,b\n" },
      { files: { skipTopRows: 1 }, employees: { file: "employees.csv", columns: { account: "工號" } } },
    );
    expect(text).toContain("employees.csv has none of them");
    expect(text).toContain("(row 3 was read as the header)");
  });

  it("that occur twice and are not used are ignored", async () => {
    const { directory } = await readCsv({ "employees.csv": "account,name,,\na,Ann,1,2\n" }, { employees });
    expect(directory.employees).toEqual([{ account: "a", name: "Ann" }]);
  });
});

describe("two rows with one key, if duplicates are refused,", () => {
  const keyed = plainTable("employees.csv", "account", "number");
  const duplicates = "refuse";

  it("are refused: people by account and by number, in any case and width, with all lines", async () => {
    const { code, text } = await failure(
      { "employees.csv": "account,number\nann,1\nbob,2\nANN,3\ncyd,２\nann ,5\n" },
      { employees: keyed, duplicates },
    );
    expect(code).toBe("source-duplicate-key");
    expect(text).toContain('account "ann": employees.csv lines 2, 4, 6');
    expect(text).toContain('employee number "2": employees.csv lines 3, 5');
  });

  it("are refused even if one of them is a rejected row", async () => {
    const columns = plainTable("employees.csv", "account", "birthDate");
    const content = "account,birthDate\nann,1990-02-30\nann,1990-02-03\n";
    const { code } = await failure({ "employees.csv": content }, { employees: columns, duplicates });
    expect(code).toBe("source-duplicate-key");
  });

  it("are refused in departments and posts, and at most twenty are listed", async () => {
    const codes = Array.from({ length: 25 }, (_, index) => `D${index}`);
    const { text } = await failure(
      {
        "departments.csv": ["code", ...codes, ...codes].join("\n"),
        "employees.csv": "account,number,department\nann,1,D1\n",
        "posts.csv": "employee,department\n1,D2\n1,d1\n",
      },
      {
        departments: plainTable("departments.csv", "code"),
        employees: plainTable("employees.csv", "account", "number", "department"),
        posts: plainTable("posts.csv", "employee", "department"),
        duplicates,
      },
    );
    expect(text).toContain("26 keys occur more than once");
    expect(text).toContain('department "D19": departments.csv lines 21, 46');
    expect(text).not.toContain("D20");
    expect(text).toContain("and 6 more");
  });

  it("of posts are refused whether the first is in the employee row or not", async () => {
    const { text } = await failure(
      { "employees.csv": "account,number,department\nann,1,D1\n", "posts.csv": "employee,department\n1,D2\n1,d1\n" },
      {
        employees: plainTable("employees.csv", "account", "number", "department"),
        posts: plainTable("posts.csv", "employee", "department"),
        duplicates,
      },
    );
    expect(text).toContain("1 key occurs more than once");
    expect(text).toContain('post "1 in D1": employees.csv line 2; posts.csv line 3');
  });
});

describe("a field that is left out", () => {
  it("does not reject the row: people with an unknown manager are read without the manager", async () => {
    const people = Array.from({ length: 30 }, (_, at) => `e${at},${at},A,nobody`);
    const { directory, rejected } = await readCsv(
      { "employees.csv": ["account,number,department,supervisor", ...people, "bad,x\u0001,A,1"].join("\n") },
      { employees: plainTable("employees.csv", "account", "number", "department", "supervisor") },
    );
    expect(directory.employees).toHaveLength(30);
    const { rows, rowCount, fields } = sortedByLoss(rejected);
    expect([rowCount, rows.map(({ code }) => code)]).toEqual([1, ["character-invalid"]]);
    expect([fields.length, new Set(fields.map(({ code }) => code))]).toEqual([30, new Set(["person-unknown"])]);
  });
});

describe("rows with one key", () => {
  const read = (file: string, fields: readonly string[], ...rows: readonly string[]) =>
    readCsv(
      {
        "departments.csv": "code,manager\nA,1\nB,3\n",
        "employees.csv": "account,number,department\nann,1,A\nbob,2,B\ncyd,3,A\n",
        "posts.csv": "employee,department\n2,A\n",
        [file]: [fields.join(","), ...rows].join("\n"),
      },
      {
        departments: plainTable("departments.csv", ...(file === "departments.csv" ? fields : ["code", "manager"])),
        employees: plainTable("employees.csv", "account", "number", "department"),
        posts: plainTable("posts.csv", "employee", "department"),
        renames: [{ kind: "department", from: "Z", to: "A" }],
      },
    );

  it("of people are quarantined under all their keys, and references to them are left out", async () => {
    const people = ["account", "number", "department"];
    const { directory, rejected, quarantined } = await read(
      "employees.csv",
      people,
      "ann,1,A",
      "ann,9,A",
      "bob,2,B",
      "cyd,3,A",
    );
    expect(directory.employees?.map(({ account }) => account)).toEqual(["bob", "cyd"]);
    expect(directory.departments).toEqual([{ code: "A" }, { code: "B", manager: "cyd" }]);
    expect(quarantined).toEqual(["ann", "1", "9"].map((key) => ({ kind: "employee", key })));
    expect(rejected.map(({ file, line, column, code }) => [file, line, column, code].join(" "))).toEqual([
      "employees.csv 2 account duplicate-key",
      "employees.csv 3 account duplicate-key",
      "departments.csv 2 manager person-unknown",
    ]);
    expect(rejected[0]?.reason).toMatch(/^the same account is in employees.csv lines 2, 3;/);
  });

  it("of posts make the person's posts unmanaged, and keep the person's own row", async () => {
    const { directory, quarantined } = await read("posts.csv", ["employee", "department"], "2,b", "3,B");
    expect(directory.employees?.map(({ account, posts }) => [account, posts?.length])).toEqual([
      ["ann", 1],
      ["bob", undefined],
      ["cyd", 2],
    ]);
    expect(quarantined).toBeUndefined();
  });

  it("of departments hold a listed rename with its old code", async () => {
    const { directory, renames, quarantined } = await read("departments.csv", ["code"], "A", "a", "B");
    expect(directory.departments?.map(({ code }) => code)).toEqual(["B"]);
    expect(renames).toEqual([]);
    expect(quarantined?.map(({ key }) => key)).toEqual(["A", "a", "Z"]);
  });
});

describe("a department tree", () => {
  const departments = plainTable("departments.csv", "code", "parent");

  it("with a cycle is refused with the codes on it", async () => {
    const content = "code,parent\nA,\nX,c\nB,A\nC,D\nD,E\nE,C\n";
    const { code, text } = await failure({ "departments.csv": content }, { departments });
    expect(code).toBe("source-tree-cycle");
    expect(text).toContain("C → D → E → C");
  });

  it("with a department below itself is refused, but not with an unknown parent", async () => {
    for (const rows of ["A,a\nB,", "A,a\nB,Z", "A,a\nB,b", "A,a\nB,A\nC,R\nR,", "A,B\nB,A"]) {
      const { code } = await failure({ "departments.csv": `code,parent\n${rows}\n` }, { departments });
      expect(code).toBe("source-tree-cycle");
    }
    const { directory } = await readCsv({ "departments.csv": "code,parent\nA,Z\n" }, { departments });
    expect(directory.departments).toEqual([{ code: "A", parent: "Z" }]);
  });

  it("with a department that is its own parent is whole if no other can be at the top", async () => {
    const { directory } = await readCsv({ "departments.csv": "code,parent\nB,A\nA,a\nC,B\n" }, { departments });
    expect(directory.departments).toEqual([
      { code: "B", parent: "A" },
      { code: "A", parent: null },
      { code: "C", parent: "B" },
    ]);
  });
});
