/** Exports of systems and spreadsheets of which a first plan would have made departments or addresses that nobody means. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { fileLines } from "../../../src/cli/init/screens.ts";
import { filesNamed, openTables } from "../../../src/cli/init/tables/tables.ts";
import { initWords as english } from "../../../src/cli/words/en/init.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const likely = ({ id, options }: Question): string => (id === "titles" ? "same" : (options[0]?.value ?? "?"));

const read = (files: Readonly<Record<string, string>>, answer = likely) =>
  inFolder(files, async (folder) => {
    const { first, draft, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    const opened = await openTables(await filesNamed([folder]), undefined);
    return { first, draft, yaml, directory: snapshot.directory, screen: fileLines(opened, english, "en").join("\n") };
  });

const digits = (at: number): string => String(at + 1).padStart(6, "0");

describe("merged cells of a spreadsheet that was saved as CSV", () => {
  const sheet = (groups: readonly (readonly [string, string])[], size: number): string =>
    `部門,課別,員編,帳號,姓名\n,,,（英文）,\n${groups
      .flatMap(([department, section], group) =>
        Array.from({ length: size }, (_, at) => {
          const number = group * size + at;
          return `${at === 0 ? department : ""},${at === 0 ? section : ""},${digits(number)},u${number},王${number}`;
        }),
      )
      .join("\n")}\n註：以上為正職,,,,\n`;

  it("are read as in the spreadsheet: each person has the department of the group", async () => {
    const { directory, yaml, screen } = await read({
      "名冊.csv": sheet(
        [
          ["行政部", ""],
          ["業務部", ""],
          ["工務部", ""],
        ],
        4,
      ),
    });
    expect(yaml).toContain("fillDown: [ 部門 ]");
    expect(screen).toContain("blank cells of 部門 are read as the value above them");
    expect(directory.employees?.map(({ posts }) => posts?.[0]?.department)).toEqual([
      ...Array.from({ length: 4 }, () => "行政部"),
      ...Array.from({ length: 4 }, () => "業務部"),
      ...Array.from({ length: 4 }, () => "工務部"),
    ]);
  });

  it("of a section end where the next department begins", async () => {
    const { yaml } = await read({
      "名冊.csv": sheet(
        [
          ["行政部", "人事課"],
          ["業務部", ""],
          ["工務部", "一課"],
        ],
        4,
      ),
    });
    expect(yaml).toContain("fillDown: [ 部門 ]");
  });

  it("are not supposed where a value stands twice, and that most people have no department is told", async () => {
    const { draft, yaml } = await read({
      "名冊.csv": sheet(
        [
          ["行政部", ""],
          ["行政部", ""],
          ["工務部", ""],
        ],
        4,
      ),
    });
    expect(yaml).not.toContain("fillDown");
    expect(draft.notes.join()).toMatch(/only \d of 1\d rows have a 部門/);
  });
});

describe("a second header row with technical names", () => {
  it("is no department, no title and no person", async () => {
    const { directory, yaml } = await read({
      "CMSME.csv": "部門代號,部門名稱,備註\nME001,ME002,ME003\n1000,總經理室,\n2000,業務部,\n3000,製造部,\n",
      "CMSMV.csv": `員工代號,帳號,員工姓名,部門代號,到職日期,身份證字號\nMV001,MV010,MV002,MV004,MV021,MV009\n${Array.from(
        { length: 9 },
        (_, at) =>
          `${digits(at)},ann.lee${at},王小${"一二三四五六七八九"[at]},${1 + (at % 3)}000,2020050${at + 1},A12345678${at}`,
      ).join("\n")}\n`,
    });
    expect(directory.departments?.map(({ code }) => code)).toEqual(["1000", "2000", "3000"]);
    expect(directory.employees?.length).toBe(9);
    for (const name of ["ME001", "MV001"]) expect(yaml).toContain(`is: ${name} }`);
  });

  it("is a record where its cells look like those below", async () => {
    const { directory } = await read({
      "dept.csv": "Dept Code,Dept Name,Short Name\nD1,N1,S1\nD2,N2,S2\nD3,N3,S3\n",
      "emp.csv": `Employee No,Login,Name,Dept Code\n${[1, 2, 3].map((at) => `${at},u${at},Ann ${"ABC"[at - 1]},D${at}`).join("\n")}\n`,
    });
    expect(directory.departments?.map(({ code }) => code)).toEqual(["D1", "D2", "D3"]);
  });
});

describe("departments that are no longer in use", () => {
  const departments = (words: readonly string[]) => ({
    "部门.csv": `部门编码,部门名称,禁用状态\n${words.map((word, at) => `B${at},部${"甲乙丙"[at]},${word}`).join("\n")}\n`,
    "员工.csv": `工号,账号,姓名,部门编码\n${[0, 1, 0].map((code, at) => `Y${at}1,yg${at},王${"甲乙丙"[at]},B${code}`).join("\n")}\n`,
  });

  it("are read as such", async () => {
    const { directory, draft } = await read(departments(["否", "否", "是"]));
    expect(directory.departments?.map(({ active }) => active)).toEqual([true, true, false]);
    expect(draft.notes).toEqual([]);
  });

  it("are told where the words do not say it", async () => {
    const { draft } = await read(departments(["否", "否", "待定"]));
    expect(draft.notes.join()).toContain("禁用状态 is not read");
  });
});

it("the address at work counts where people have one of their own besides", async () => {
  const { directory } = await read({
    "employees.csv": `Employee ID,Login,Name,Email,Work email,Department\n${[1, 2, 3]
      .map((at) => `${at},u${at},Ann ${"ABC"[at - 1]},ann${at}@home.example,u${at}@acme.example,Sales`)
      .join("\n")}\n`,
  });
  expect(directory.employees?.map(({ email }) => email)).toEqual([
    "u1@acme.example",
    "u2@acme.example",
    "u3@acme.example",
  ]);
});

it.each(["Date of Exit", "Date of Termination"])("%s is a last day", async (header) => {
  const { yaml } = await read({
    "employees.csv": `Employee ID,Login,Name,Department,${header}\n${[1, 2, 3]
      .map((at) => `${at},u${at},Ann ${"ABC"[at - 1]},Sales,${at === 1 ? "2026-03-31" : ""}`)
      .join("\n")}\n`,
  });
  expect(yaml).toContain(`resignationDate: { column: ${header}`);
});

it("a file that is UTF-8 but for one column is told with the line, and read in no other encoding", async () => {
  const row = (at: number) => [
    Buffer.from(`A${at},王${at},a${at},`),
    Buffer.from("ac a3 b5 6f b3 a1".replaceAll(" ", ""), "hex"),
  ];
  const rows = Array.from({ length: 9 }, (_, at) => [...row(at), Buffer.from("\n")]).flat();
  await inFolder({ "emp.csv": Buffer.concat([Buffer.from("工號,姓名,帳號,部門\n"), ...rows]) }, async (folder) => {
    const { tables, skipped } = await openTables(await filesNamed([folder]), undefined);
    expect(tables).toEqual([]);
    expect(skipped[0]?.error).toMatchObject({ code: "source-undecodable", place: { file: "emp.csv", line: 2 } });
  });
});

it("a table above the people in the same file is told, and a title is not", async () => {
  const people = `PersNr;Nachname;Vorname;Abteilung;Benutzer\n${[1, 2, 3].map((at) => `0000${at};Lee;Ann ${"ABC"[at - 1]};10;u${at}`).join("\n")}\n`;
  const departments = "[DEPARTMENTS]\nDeptCode;DeptName;Parent\n10;Leitung;\n20;Werk;10\n\n[EMPLOYEES]\n";
  const both = await read({ "export.txt": `${departments}${people}` });
  expect(both.screen).toContain(
    "export.txt: these rows above the header look like another table, and are not read: 2, 3, 4",
  );
  const titled = await read({ "export.txt": `Personalliste;Stand;28.11.2026\nFirma;Werk Nord;\n${people}` });
  expect(titled.screen).not.toContain("another table");
});

describe("days with a time are read", () => {
  it.each([
    ["2020/1/15 上午 12:00:00", "2020/1/16 上午 12:00:00", "iso"],
    ["1/15/2020 12:00:00 AM", "1/16/2020 12:00:00 AM", "M/d/yyyy h:mm:ss a"],
    ["15/01/2020 00:00:00", "16/01/2020 00:00:00", "d/M/yyyy H:mm:ss"],
    ["15.01.2020 00:00", "16.01.2020 00:00", "d.M.yyyy H:mm"],
    ["109/01/15 00:00:00", "109/01/16 00:00:00", "roc"],
  ])("%s", async (one, other) => {
    const { directory } = await read({
      "員工.csv": `員工編號,帳號,姓名,部門,到職日\n${[one, other, one]
        .map((day, at) => `${at + 11},u${at},王${"甲乙丙"[at]},業務部,${day}`)
        .join("\n")}\n`,
    });
    expect(directory.employees?.map(({ hireDate }) => hireDate)).toEqual(["2020-01-15", "2020-01-16", "2020-01-15"]);
  });

  it("and asked about where day and month can be exchanged", async () => {
    const { first } = await read({
      "employees.csv": `Employee ID,Login,Name,Department,Hire Date\n${["01/02/2020 00:00:00", "03/04/2020 00:00:00"]
        .map((day, at) => `${at + 11},u${at},Ann ${"AB"[at]},Sales,${day}`)
        .join("\n")}\n`,
    });
    expect(first.questions.map(({ id }) => id)).toContain("dates");
  });
});

it("numbers with a decimal point are told, and not proposed", async () => {
  const { first, yaml } = await read({
    "employees.csv": `emp_no,login,name,department\n${[1, 2, 3].map((at) => `100${at}.0,u${at},Ann ${"ABC"[at - 1]},Sales`).join("\n")}\n`,
  });
  expect(yaml).not.toContain("number:");
  expect(first.notes.join()).toContain("emp_no is not read as the employee number");
});
