/** Exports of which a part was read otherwise than it is meant, or not at all, without a question. */
import { describe, expect, it } from "vitest";
import type { Draft, Question } from "../../../src/cli/init/draft.ts";
import { isOfLeavers } from "../../../src/cli/init/roles/leavers-list.ts";
import { meaningsOf } from "../../../src/cli/init/tables/known-words.ts";
import { filesNamed, openTables } from "../../../src/cli/init/tables/tables.ts";
import { hasInvisible } from "../../../src/lib/control-characters.ts";
import { workbookFile } from "../../source/files/workbook-file.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const csv = (header: string, rows: number, row: (at: number) => string): string =>
  `${header}\n${Array.from({ length: rows }, (_, at) => row(at)).join("\n")}\n`;

/** The first option is what `init` thinks likely. */
const likely = ({ options }: Question): string => options[0]?.value ?? "?";

const read = (files: Readonly<Record<string, string | Buffer>>, answer: (question: Question) => string = likely) =>
  inFolder(files, async (folder) => {
    const { first, draft, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    return { first, draft, yaml, snapshot, directory: snapshot.directory };
  });

const settingsOf = ({ parts }: Draft, table: string) =>
  parts.filter((part) => part.table === table).flatMap(({ settings }) => settings.map(({ name }) => name));

describe("rows of people with periods", () => {
  it.each([
    ["Assignment Effective Start Date", "Assignment Effective End Date"],
    ["Effective From", "Effective Until"],
    ["BEGDA", "ENDDA"],
  ])("make departments and titles of those of today alone: %s", async (from, until) => {
    const people = `Employee Number,Login,Name,Department,Job Title,Status,${from},${until}
1,ann,Ann Lee,Old,Clerk,Active,2019-01-01,2022-12-31
1,ann,Ann Lee,Sales,Head,Active,2023-01-01,4712-12-31
2,bob,Bob Ray,Legal,Head,Active,2020-01-01,4712-12-31
3,cy,Cy Dee,Sales,Agent,Active,2020-01-01,2098-01-31
3,cy,Cy Dee,Future,Chief,Inactive,2098-02-01,4712-12-31
`;
    const { directory } = await read({ "people.csv": people }, (question) =>
      question.id === "titles" ? "same" : likely(question),
    );
    expect(directory.employees?.map(({ account, active }) => [account, active])).toEqual([
      ["ann", true],
      ["bob", true],
      ["cy", true],
    ]);
    expect(directory.departments?.map(({ code }) => code).toSorted()).toEqual(["Legal", "Sales"]);
    expect(directory.titles?.map(({ title }) => title).toSorted()).toEqual(["Agent", "Head"]);
  });
});

describe("one row for each person, with the day from which it holds", () => {
  it.each(["Effective Date", "EFFDT", "生效日期"])("counts from that day: %s", async (from) => {
    const people = csv(`Employee ID,Login,Name,Department,Status,${from}`, 9, (at) => {
      const [department, status, day] =
        at === 7 ? ["Future", "Terminated", "2098-01-15"] : ["Sales", "Active", "2019-02-28"];
      return `E${at},ann${at},Ann Lee ${"abcdefghi"[at]},${department},${status},${day}`;
    });
    const { directory, draft } = await read({ "people.csv": people });
    expect(settingsOf(draft, "employees")).toEqual(["newest"]);
    expect(directory.employees?.map(({ account }) => account)).not.toContain("ann7");
    expect(directory.employees?.length).toBe(8);
    expect(directory.departments?.map(({ code }) => code)).toEqual(["Sales"]);
  });
});

it("of exports that pile up, the newest row of the newest file counts", async () => {
  const text =
    "Employee ID,Login,Name,Department,Status,Effective Date\n" +
    "E1,ann,Ann Lee,Sales,Active,2019-02-28\nE2,bob,Bob Ray,Sales,Active,2019-02-28\n";
  const { directory, yaml } = await read({ "people_20261101.csv": text, "people_20261102.csv": text });
  expect(yaml).toContain("newest: { column: Effective Date, files: 1 }");
  expect(directory.employees?.map(({ account }) => account)).toEqual(["ann", "bob"]);
});

describe("a list of leavers with a column of its own", () => {
  const hired = "2015/3/1";
  const present = Array.from({ length: 12 }, (_, at) => [`${100 + at}`, `陳${at}`, `chen${at}`, "研發部", hired]);
  const gone = [
    ["200", "林甲", "lin1", "研發部", hired, "2024/3/31"],
    ["201", "林乙", "lin2", "業務部", hired, "2099/1/31"],
  ];
  const header = ["員工編號", "姓名", "帳號", "部門", "到職日"];
  const text = (rows: readonly (readonly string[])[]): string => `${rows.map((row) => row.join(",")).join("\n")}\n`;
  const cell = (value: string, row: number, column: number): string =>
    `<c r="${"ABCDEF"[column]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const xmlOf = (rows: readonly (readonly string[])[]): string =>
    rows
      .map((row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, at + 1, column)).join("")}</row>`)
      .join("");
  const asFiles = {
    "在職名冊.csv": text([header, ...present]),
    "離職名冊.csv": text([[...header, "離職日"], ...gone]),
  };

  it("is one list with those who are there, whose last days come from it", async () => {
    const { first, directory } = await read(asFiles);
    expect(directory.employees?.length).toBe(14);
    expect(directory.employees?.find(({ number }) => number === "200")?.resignationDate).toBe("2024-03-31");
    expect(directory.employees?.find(({ number }) => number === "100")?.active).toBe(true);
    expect(first.questions.map(({ id }) => id)).toContain("active");
  });

  it("is that in a workbook, too", async () => {
    const sheets = [
      { name: "在職名冊", rows: xmlOf([header, ...present]) },
      { name: "離職名冊", rows: xmlOf([[...header, "離職日"], ...gone]) },
    ];
    const { directory } = await read({ "HR.xlsx": workbookFile({ sheets }) });
    expect(directory.employees?.length).toBe(14);
    expect(directory.employees?.find(({ number }) => number === "201")?.resignationDate).toBe("2099-01-31");
  });

  it("never says alone who exists", async () => {
    const others = text([
      ["工號", "姓名", "帳號", "單位", "分機", "座位"],
      ...present.map((row) => [...row.slice(0, 4), "1", "2"]),
    ]);
    const { first } = await read({ ...asFiles, "在職名冊.csv": others });
    const employees = first.parts.find(({ table }) => table === "employees");
    expect(employees?.from.file).toBe("在職名冊.csv");
  });

  it("is told by the name of the list", () => {
    const named = (file: string, sheet?: string) => isOfLeavers({ file, sheet } as Parameters<typeof isOfLeavers>[0]);
    expect([named("離職名冊_202611.csv"), named("x.xlsx", "退職者一覧"), named("Former employees.csv")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([named("在職名冊.csv"), named("x.xlsx", "Sheet1"), named("員工.csv")]).toEqual([false, false, false]);
  });
});

describe("departments of one name in several others", () => {
  const people = csv(
    "員編,姓名,帳號,事業處,部門",
    8,
    (at) => `E${at},陳${at},chen${at},${at % 2 ? "南區" : "北區"},${at < 4 ? "業務部" : "管理部"}`,
  );

  it("are asked about, and are several if each name counts in its place", async () => {
    const { first, directory } = await read({ "人員.csv": people });
    expect(first.questions.map(({ id }) => id)).toContain("department");
    expect(first.parts.some(({ table }) => table === "departments")).toBe(false);
    expect(new Set(directory.employees?.map(({ posts }) => posts?.[0]?.department)).size).toBe(4);
  });

  it("are one if somebody says so", async () => {
    const { directory } = await read({ "人員.csv": people }, (question) =>
      question.id === "department" ? "部門" : likely(question),
    );
    expect(directory.departments?.map(({ code }) => code)).toEqual(["業務部", "管理部"]);
  });
});

describe("a column is read as what it is", () => {
  it.each(["主管工號", "Supervisor", "部門主管"])(
    "the manager of a department by the word for a superior: %s",
    async (header) => {
      const people = csv("員工編號,姓名,帳號,部門代碼", 9, (at) => `${100 + at},陳${at},chen${at},D${at % 3}`);
      const departments = `部門代碼,部門名稱,${header}\n${[0, 1, 2].map((at) => `D${at},部${at},${100 + at}\n`).join("")}`;
      const { directory } = await read({ "人員.csv": people, "部門.csv": departments });
      expect(directory.departments?.map(({ manager }) => manager)).toEqual(["chen0", "chen1", "chen2"]);
    },
  );

  it("posts that have ended, of rows that mark the main post", async () => {
    const header = "員工編號,姓名,帳號,部門代碼,部門名稱,主兼職,生效日,失效日";
    const main = csv(
      header,
      6,
      (at) => `${100 + at},陳${at},chen${at},D${at % 3},部${at % 3},主職,2015-01-01,9999-12-31`,
    );
    const side = "100,陳0,chen0,D1,部1,兼職,2015-01-01,2020-12-31\n101,陳1,chen1,D2,部2,兼職,2015-01-01,9999-12-31\n";
    const { first, directory } = await read({ "任職.csv": `${main}${side}` });
    expect(settingsOf(first, "posts")).toEqual(["validOn"]);
    expect(directory.employees?.map(({ posts }) => posts?.length)).toEqual([1, 2, 1, 1, 1, 1]);
  });

  it("superiors of rows that mark the main post, each of its post", async () => {
    const header = "員工編號,姓名,帳號,部門代碼,部門名稱,主兼職,主管";
    const main = csv(
      header,
      6,
      (at) => `${100 + at},陳${at},chen${at},D${at % 3},部${at % 3},主職,${at === 0 ? "" : 100}`,
    );
    const { directory, snapshot } = await read({ "任職.csv": `${main}104,陳4,chen4,D0,部0,兼職,102\n` });
    expect(snapshot.rejected).toEqual([]);
    expect(directory.employees?.[4]?.posts?.map(({ supervisor }) => supervisor)).toEqual(["chen0", "chen2"]);
  });

  it("numbers of superiors with zeros that the people's numbers do not have", async () => {
    const people = csv(
      "員工代號,姓名,帳號,部門,直屬主管代號",
      9,
      (at) => `${100 + at},陳${at},chen${at},研發部,${at === 0 ? "" : "000100"}`,
    );
    const { directory, snapshot } = await read({ "人員.csv": people });
    expect(snapshot.rejected).toEqual([]);
    expect(directory.employees?.[3]?.posts?.[0]?.supervisor).toBe("chen0");
  });

  it("superiors and titles belong to posts, so without departments nobody reads them", async () => {
    const people = csv(
      "工號,姓名,帳號,主管,職稱",
      9,
      (at) => `E${100 + at},陳${at},chen${at},${at === 0 ? "" : "E100"},工程師`,
    );
    const { first, directory } = await read({ "人員.csv": people });
    expect(directory.employees?.length).toBe(9);
    expect(first.unread).toEqual([{ label: "人員.csv", columns: ["主管", "職稱"] }]);
  });

  it("units that are named with their head, who may change", async () => {
    const heads = ["Ann Lee", "Bo Kay"];
    const people = csv(
      "Employee ID,Name,Login,Supervisory Organization",
      6,
      (at) => `E${at},${heads[at] ?? `Pat Q${at}`},u${at},${at % 2 ? "Sales" : "Legal"} (${heads[at % 2]})`,
    );
    const { directory } = await read({ "people.csv": people });
    expect(directory.departments?.map(({ code }) => code)).toEqual(["Legal", "Sales"]);
  });

  it("but a unit keeps its brackets where two units differ in nothing else", async () => {
    const heads = ["Ann Lee", "Bo Kay"];
    const people = csv(
      "Employee ID,Name,Login,Supervisory Organization",
      6,
      (at) => `E${at},${heads[at] ?? `Pat Q${at}`},u${at},Sales (${heads[at % 2]})`,
    );
    const { directory } = await read({ "people.csv": people });
    expect(directory.departments?.length).toBe(2);
  });
});

describe("a file of another format in the folder", () => {
  it("is named with what it is", async () => {
    const files = {
      "a.xls": "<html><table><tr><td>工號</td></tr></table></html>",
      "b.xls": Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "c.ldif": "# exported\n\ndn:: b3U9eA==\nou: x\n",
      "d.json": '[{"employee": 1}]',
      "e.csv.gz": Buffer.from("1f8b0800000000000003", "hex"),
    };
    const skipped = await inFolder(files, async (folder) => {
      return (await openTables(await filesNamed([folder]), undefined)).skipped;
    });
    expect(skipped.map(({ file, error }) => [file, error.code])).toEqual(
      Object.keys(files).map((file) => [file, "source-format-foreign"]),
    );
  });
});

describe("a text of a file never becomes a setting", () => {
  it("although the name of a column has several lines", async () => {
    const evil = '"備註\ntarget: https://evil.example"';
    const people = csv(`工號,姓名,帳號,"部門\n(全名)",${evil}`, 6, (at) => `E${at},陳${at},chen${at},研發部,x`);
    const { draft, directory, yaml } = await read({ "人員.csv": people });
    expect(directory.departments?.map(({ code }) => code)).toEqual(["研發部"]);
    expect(draft.unread[0]?.columns).toHaveLength(1);
    expect(yaml.split("\n").filter((line) => line.startsWith("target:"))).toEqual(["target: embedded"]);
  });

  it("nor hides one behind characters that nobody sees", async () => {
    const people = csv("工號,姓名,帳號,部門,備\u202e註\u001b[2J", 6, (at) => `E${at},陳${at},chen${at},研發部,x`);
    const { yaml } = await read({ "人員.csv": people });
    expect(hasInvisible(yaml)).toBe(false);
  });
});

describe("a header", () => {
  it("of a book's length is no name, and looked at no longer", () => {
    expect(meaningsOf(`部門 ${"x ".repeat(20_000)}`).size).toBe(0);
    expect(meaningsOf("(".repeat(200_000)).size).toBe(0);
    expect(meaningsOf("部門名稱 (請填寫全名，例如：總公司資訊部)").size).toBeGreaterThan(0);
  });

  it.each([
    "Manager Hire Date",
    "Manager Work Email",
    "Manager Mobile Phone",
    "Supervisor Employee ID",
    "Reports To Position ID",
    "Manager Termination Date",
    "Department Head Email Address",
  ])("that names a superior says nothing else of a person: %s", (header) => {
    expect(["supervisor", "departmentManager"]).toEqual(expect.arrayContaining([...meaningsOf(header).keys()]));
  });
});

it.each([
  "Next of Kin Phone Number",
  "Dependent Birth Date",
  "Guarantor National ID",
  "Contact Person Email Address",
  "Probation Start Date",
  "Approver Email Address",
  "Mother's Full Name",
])("a header about somebody or something else says nothing of a person: %s", (header) => {
  expect([...meaningsOf(header)]).toEqual([]);
});

describe("cells that say more than one thing", () => {
  it("are an account and a domain, which the service does not accept", async () => {
    const people = csv("工號,姓名,帳號", 6, (at) => `E${at},陳${at},CORP\\chen${at}`);
    const { directory } = await read({ "人員.csv": people });
    expect(directory.employees?.map(({ account }) => account)).toContain("chen5");
  });

  it.each(["陳0(E00)", "E00 陳0"])("are the name and the number of a superior: %s", async (boss) => {
    const people = csv(
      "工號,姓名,帳號,部門,主管",
      6,
      (at) => `E0${at},陳${at},chen${at},研發部,${at === 0 ? "" : boss}`,
    );
    const { directory } = await read({ "人員.csv": people });
    expect(directory.employees?.[5]?.posts?.[0]?.supervisor).toBe("chen0");
  });

  it("are no last day in two ways", async () => {
    const days = ["31.12.9999", "00.00.0000", "", "31.03.2024"];
    const people = csv(
      "Personalnummer;Name;Anmeldename;Austritt",
      8,
      (at) => `${700 + at};Ann ${at};u${at};${days[at % 4]}`,
    );
    const { directory, snapshot } = await read({ "people.csv": people });
    expect(snapshot.rejected).toEqual([]);
    expect(directory.employees?.map(({ resignationDate }) => resignationDate).slice(0, 4)).toEqual([
      null,
      null,
      null,
      "2024-03-31",
    ]);
  });

  it.each([
    ["4712-12-31", "2024-03-31"],
    ["31.12.9999", "31.03.2024"],
    ["31-DEC-4712", "31-MAR-2024"],
    ["12/31/9999", "3/31/2024"],
    ["47121231", "20240331"],
  ])("are last days that never come, as long as nobody has left: %s", async (never, day) => {
    const people = (last: string) =>
      csv("工號,姓名,帳號,部門,離職日", 6, (at) => `E${at},陳${at},chen${at},研發部,${at === 0 ? last : never}`);
    const { directory, yaml } = await read({ "人員.csv": people(never) });
    expect(directory.employees?.map(({ resignationDate }) => resignationDate)).toEqual(Array(6).fill(null));
    const later = await inFolder({ "人員.csv": people(day) }, (folder) => readWith(folder, yaml));
    expect(later.snapshot.directory.employees?.[0]?.resignationDate).toBe("2024-03-31");
  });

  it("are last days of further posts that have not ended yet", async () => {
    const people = csv(
      "PersonNumber,Name,Login,Department,PrimaryFlag,EffectiveStartDate,EffectiveEndDate",
      6,
      (at) => `E${at},Ann ${at},ann${at},Sales,${at === 5 ? "N" : "Y"},2020-01-01,4712-12-31`,
    ).replace("E5,Ann 5,ann5", "E4,Ann 4,ann4");
    const { first } = await read({ "people.csv": people });
    expect(settingsOf(first, "posts")).toEqual(["validOn"]);
  });

  it("are the first day of a row, and not of a person", async () => {
    const rows = csv("PERNR\tENAME\tBEGDA\tENDDA", 6, (at) => `${1000 + at}\tAnn ${at}\t20200101\t99991231`);
    const { draft } = await read({ "PA0001.txt": rows });
    expect(draft.parts.flatMap(({ lines }) => lines.map(({ field }) => field))).not.toContain("hireDate");
  });
});

describe("what is not read is told with its reason", () => {
  it("a column whose name stands twice, or has braces", async () => {
    const people = csv("工號,姓名,帳號,姓名,{部門}", 6, (at) => `E${at},陳${at},chen${at},林${at},研發部`);
    const { draft, directory } = await read({ "人員.csv": people });
    expect(draft.notes.join()).toContain("rename them in the export: 姓名, {部門}");
    expect(directory.employees?.map(({ name }) => name)).toEqual(Array.from({ length: 6 }, () => undefined));
  });

  it("a file in which nothing tells people apart", async () => {
    const people = csv("姓名,性別,到職日", 6, (at) => `陳${at % 2},男,2020-01-0${1 + at}`);
    const { first } = await inFolder({ "人員.csv": people }, (folder) => proposalOf(folder, likely));
    expect([first.parts, first.questions]).toEqual([[], []]);
    expect(first.notes.join()).toContain("人員.csv has no column that tells people apart");
  });

  it.each(["'0010", '"1,234"'])("a number that a program has rewritten: %s", async (number) => {
    const people = csv("工號,姓名,帳號", 6, (at) => `${number.replace(/\d(?="?$)/, String(at))},陳${at},chen${at}`);
    const { draft } = await read({ "人員.csv": people });
    expect(draft.notes.join()).toContain("工號 is not read as the employee number");
  });

  it("a table of departments in which a name stands twice", async () => {
    const people = csv("工號,姓名,帳號,部門", 6, (at) => `E${at},陳${at},chen${at},${["行政組", "研發部"][at % 2]}`);
    const departments = "部門代號,部門名稱,上層部門\nD1,研發部,\nD4,行政組,D1\nD5,行政組,D1\n";
    const { draft } = await read({ "people.csv": people, "departments.csv": departments });
    expect(draft.notes.join()).toContain('"行政組" stands there twice');
  });
});
