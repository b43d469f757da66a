/** Tables joined from several files: which people exist, whose value counts, and what is reported. */
import { describe, expect, it } from "vitest";
import { readCsv } from "./csv-folder.ts";

const accounts = "account,number,mail,phone\nann,E1,ann@x.tw,1\nbob,E2,bob@x.tw,2\ncyd,E3,cyd@x.tw,3\n";
const hr = "工號,姓名,信箱,部門\nE1,安,,A\nE2,伯,bob@other.tw,B\nE4,迪,,A\n";

const parts = (more: object = {}, hrColumns: object = {}) => ({
  departments: { file: "d.csv", columns: { code: "code", name: "name" } },
  employees: [
    { file: "ad.csv", columns: { account: "account", number: "number", email: "mail" } },
    {
      file: "hr.csv",
      columns: { number: "工號", name: "姓名", email: "信箱", department: "部門", ...hrColumns },
      ...more,
    },
  ],
});
const files = { "ad.csv": accounts, "hr.csv": hr, "d.csv": "code,name\nA,甲\nB,乙\n" };

describe("employees from two files", () => {
  it("are joined; the first part's value counts, and whoever is in one part only is held and listed", async () => {
    const { directory, rejected } = await readCsv(files, parts());
    expect(directory.employees).toEqual([
      { account: "ann", number: "E1", email: "ann@x.tw", name: "安", posts: [{ department: "A", main: true }] },
      { account: "bob", number: "E2", email: "bob@x.tw", name: "伯", posts: [{ department: "B", main: true }] },
    ]);
    expect(rejected.map(({ file, line, code, key, reason }) => ({ file, line, code, key, reason }))).toEqual([
      {
        file: "ad.csv",
        line: 3,
        code: "parts-differ",
        key: "bob",
        reason: expect.stringMatching(/^ad.csv and hr.csv/),
      },
      { file: "ad.csv", line: 4, code: "one-sided", key: "cyd", reason: "hr.csv has no employee with this number" },
      { file: "hr.csv", line: 4, code: "one-sided", key: "E4", reason: "ad.csv has no employee with this number" },
    ]);
    expect(JSON.stringify(rejected)).not.toContain("@");
  });

  it("take the value of the part that is preferred", async () => {
    const { directory, rejected } = await readCsv(files, parts({}, { email: { column: "信箱", prefer: true } }));
    expect(directory.employees?.map(({ email }) => email)).toEqual(["ann@x.tw", "bob@other.tw"]);
    expect(rejected.find(({ code }) => code === "parts-differ")?.reason).toMatch(/; hr.csv counts$/);
  });

  it("state nothing where the cell that would count could not be read: no other part's value replaces it", async () => {
    const damaged = { ...files, "ad.csv": files["ad.csv"].replaceAll("bob@x.tw", "#N/A") };
    const lead = await readCsv(damaged, parts());
    expect(lead.directory.employees?.map(({ email }) => email)).toEqual(["ann@x.tw", undefined]);
    const preferred = await readCsv(damaged, parts({}, { email: { column: "信箱", prefer: true } }));
    expect(preferred.directory.employees?.map(({ email }) => email)).toEqual(["ann@x.tw", "bob@other.tw"]);
    const other = { ...files, "hr.csv": hr.replaceAll("bob@other.tw", "#N/A") };
    const kept = await readCsv(other, parts());
    expect(kept.directory.employees?.map(({ email }) => email)).toEqual(["ann@x.tw", "bob@x.tw"]);
    const lost = await readCsv(other, parts({}, { email: { column: "信箱", prefer: true } }));
    expect(lost.directory.employees?.map(({ email }) => email)).toEqual(["ann@x.tw", undefined]);
  });

  it("are taken as they are where the further part is not required", async () => {
    const { directory, rejected } = await readCsv(files, parts({ required: false }));
    expect(directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob", "cyd"]);
    expect(rejected.map(({ code }) => code)).toEqual(["parts-differ"]);
  });

  it("are rejected as a whole where one of their rows is", async () => {
    const bad = { ...files, "hr.csv": hr.replace("E1,安,,A", "E1,安,,A,x") };
    const { directory, rejected } = await readCsv(bad, parts());
    expect(directory.employees?.map(({ account }) => account)).toEqual(["bob"]);
    expect(rejected[0]).toMatchObject({ file: "hr.csv", line: 2, code: "cell-count" });
  });

  it("of which one has a key twice are left alone, or refused", async () => {
    const twice = { ...files, "hr.csv": `${hr}e1,安,,A\n` };
    await expect(readCsv(twice, { ...parts(), duplicates: "refuse" })).rejects.toMatchObject({
      code: "source-duplicate-key",
      message: expect.stringContaining('employee number "E1": ad.csv line 2; hr.csv lines 2, 5'),
    });
    const { directory, rejected, quarantined } = await readCsv(twice, parts());
    expect(directory.employees?.map(({ account }) => account)).toEqual(["bob"]);
    expect(rejected.filter(({ code }) => code === "duplicate-key").map(({ file, line }) => `${file} ${line}`)).toEqual([
      "ad.csv 2",
      "hr.csv 2",
      "hr.csv 5",
    ]);
    expect(quarantined?.map(({ key }) => key)).toEqual(["ann", "E1", "e1"]);
  });

  it("of which an optional one speaks twice of others are joined as ever", async () => {
    const twice = { ...files, "hr.csv": `${hr}E5,午,,A\ne5,午,,B\n` };
    const { directory, rejected } = await readCsv(twice, parts({ required: false }));
    expect(directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob", "cyd"]);
    expect(rejected.map(({ code }) => code)).toEqual(["parts-differ"]);
  });

  it("that have no account in the end are held", async () => {
    const settings = {
      employees: [
        { file: "hr.csv", columns: { number: "工號", name: "姓名" } },
        { file: "ad.csv", columns: { number: "number", account: "account" }, required: false },
      ],
    };
    const { directory, rejected } = await readCsv(files, settings);
    expect(directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob"]);
    expect(rejected).toMatchObject([{ file: "hr.csv", line: 4, code: "key-missing" }]);
  });
});

describe("conditions", () => {
  const staff = "account,number,type,boss\nann,E1,正職,\nbob,E2,派遣,E1\nsvc,E3,,E2\nroot,E9,系統,\n";
  const read = (conditions: object) =>
    readCsv(
      { "e.csv": staff },
      { employees: { file: "e.csv", columns: { account: "account", number: "number" }, ...conditions } },
    );

  it.each([
    ["only", { only: [{ column: "type", is: ["正職", "派遣"] }] }, ["ann", "bob"]],
    [
      "except",
      {
        except: [
          { column: "type", is: "派遣" },
          { column: "account", matches: "^(svc|root)$" },
        ],
      },
      ["ann"],
    ],
    [
      "only and except",
      { only: [{ column: "type", blank: false }], except: [{ column: "type", is: "系統" }] },
      ["ann", "bob"],
    ],
    ["blank", { only: [{ column: "type", blank: true }] }, ["svc"]],
  ])("of %s decide who is in scope", async (_, conditions, accounts) => {
    const { directory, rejected, excluded = [] } = await read(conditions);
    expect(directory.employees?.map(({ account }) => account)).toEqual(accounts);
    expect(rejected).toEqual([]);
    const out = ["ann", "bob", "svc", "root"].filter((account) => !accounts.includes(account));
    expect(excluded.map(({ key }) => key).filter((key) => !key.startsWith("E"))).toEqual(out);
  });

  it("protect accounts", async () => {
    const { protectedAccounts } = await read({
      protect: [
        { column: "type", is: "系統" },
        { column: "type", blank: true },
      ],
    });
    expect(protectedAccounts).toEqual(["svc", "root"]);
  });

  it("on a column the file does not have are refused with their setting", async () => {
    await expect(read({ except: [{ column: "kind", is: "x" }] })).rejects.toMatchObject({
      code: "source-column-unknown",
      message: expect.stringContaining('source.employees.except.0: e.csv has no column "kind"'),
    });
  });

  it("that leave nobody in scope are refused", async () => {
    await expect(read({ only: [{ column: "type", is: "nobody" }] })).rejects.toMatchObject({ code: "source-empty" });
  });

  it("leave out whoever is excluded in any part, without calling them one-sided", async () => {
    const { directory, rejected } = await readCsv(files, parts({ except: [{ column: "工號", is: "E2" }] }));
    expect(directory.employees?.map(({ account }) => account)).toEqual(["ann"]);
    expect(rejected.map(({ code, key }) => [code, key])).not.toContainEqual(["one-sided", "bob"]);
  });
});

describe("a record that is left out of scope", () => {
  it.each(["before", "after"])("may be an older one of the same person, %s the one that counts", async (order) => {
    const [old, now] = ["E1,安,old@x.tw,B,N\n", "E1,安,,A,Y\n"];
    const history = `工號,姓名,信箱,部門,現職\n${order === "before" ? old + now : now + old}E2,伯,,B,Y\nE3,西,,B,Y\n`;
    const { directory, rejected, excluded } = await readCsv(
      { ...files, "hr.csv": history },
      parts({ only: [{ column: "現職", is: "Y" }] }),
    );
    expect(directory.employees?.map(({ account, posts }) => [account, posts?.[0]?.department])).toEqual([
      ["ann", "A"],
      ["bob", "B"],
      ["cyd", "B"],
    ]);
    expect([rejected, excluded]).toEqual([[], undefined]);
  });

  it("does not hide the person from posts and supervisors that name him", async () => {
    const text = "number,account,main,department,supervisor\nE1,ann,Y,A,\nE1,ann,N,B,\nE2,bob,Y,B,E1\n";
    const fields = (...names: readonly string[]) => Object.fromEntries(names.map((field) => [field, field]));
    const { directory, rejected } = await readCsv(
      { "e.csv": text },
      {
        employees: { file: "e.csv", only: [{ column: "main", is: "Y" }], columns: fields("number", "account") },
        posts: {
          file: "e.csv",
          columns: { employee: "number", ...fields("main", "department", "supervisor") },
        },
      },
    );
    expect(directory.employees).toMatchObject([
      { account: "ann", posts: [{ department: "A" }, { department: "B", main: false }] },
      { account: "bob", posts: [{ department: "B", supervisor: "ann" }] },
    ]);
    expect(rejected).toEqual([]);
  });
});

describe("departments from a path column", () => {
  const people =
    "account,number,部門路徑\nann,E1,總公司/製造處/一課\nbob,E2,總公司/製造處\ncyd,E3,總公司/ 研發處\ndan,E4,\n";
  const path = { column: "部門路徑", path: "/" };

  it("are all departments along the paths, and people belong to the last", async () => {
    const { directory, rejected } = await readCsv(
      { "e.csv": people },
      {
        departments: { file: "e.csv", columns: { code: path } },
        employees: { file: "e.csv", columns: { account: "account", number: "number", department: path } },
      },
    );
    expect(directory.departments).toEqual([
      { code: "總公司", name: "總公司", parent: null },
      { code: "總公司.製造處", name: "製造處", parent: "總公司" },
      { code: "總公司.製造處.一課", name: "一課", parent: "總公司.製造處" },
      { code: "總公司.研發處", name: "研發處", parent: "總公司" },
    ]);
    expect(directory.employees?.map(({ posts }) => posts?.[0]?.department)).toEqual([
      "總公司.製造處.一課",
      "總公司.製造處",
      "總公司.研發處",
      undefined,
    ]);
    expect(rejected).toEqual([]);
  });
});

describe("departments from the people's own columns", () => {
  const settings = { departments: { file: "e.csv", distinct: true, columns: { code: "code", name: "name" } } };

  it("are one for each code", async () => {
    const { directory } = await readCsv({ "e.csv": "who,code,name\n1,A,甲\n2,A,甲\n3,B,乙\n4,,\n" }, settings);
    expect(directory.departments).toEqual([
      { code: "A", name: "甲" },
      { code: "B", name: "乙" },
    ]);
  });

  it("are left alone where the people disagree; one row of each kind is reported", async () => {
    const text = "who,code,name\n1,A,甲\n2,A,丙\n3,A,甲\n4,A,丙\n5,B,乙\n";
    const { directory, rejected } = await readCsv({ "e.csv": text }, settings);
    expect(directory.departments).toEqual([{ code: "B", name: "乙" }]);
    expect(rejected.map(({ line, code, key }) => `${line} ${code} ${key}`)).toEqual([
      "2 duplicate-key A",
      "3 duplicate-key A",
    ]);
    const refused = readCsv({ "e.csv": text }, { ...settings, duplicates: "refuse" });
    await expect(refused).rejects.toMatchObject({ code: "source-duplicate-key" });
  });
});
