/** Exports in which a wrong guess is near: a key, a code or a status is asked, never taken. */
import { describe, expect, it } from "vitest";
import type { Draft, Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf } from "./proposal-of.ts";

const csv = (header: string, rows: number, row: (at: number) => string): string =>
  `${header}\n${Array.from({ length: rows }, (_, at) => row(at)).join("\n")}\n`;

const proposed = (
  files: Readonly<Record<string, string | Buffer>>,
  answer: (question: Question) => string = () => "?",
) => inFolder(files, (folder) => proposalOf(folder, answer));

const lineOf = ({ parts }: Draft, table: string, field: string) =>
  parts.filter((part) => part.table === table).flatMap(({ lines }) => lines.filter((line) => line.field === field))[0]
    ?.mapping;

const ids = ({ questions }: Draft): readonly string[] => questions.map(({ id }) => id);

describe("the first answer proposed about a status", () => {
  const status = async (words: readonly string[]) => {
    const row = (at: number): string => `E${at}7,u${at},Ann ${at},${words[at % words.length]}`;
    const people = csv("工號,帳號,姓名,在職狀態", 12, row);
    const { first } = await proposed({ "people.csv": people });
    const active = first.questions.find(({ id }) => id === "active");
    return { asked: active?.options[0]?.value, mapping: lineOf(first, "employees", "active") };
  };

  it("is not that people on leave have left, although another word is unknown", async () => {
    expect((await status(["在職", "Elternzeit", "Zyx", "離職"])).asked).toBe("not 離職");
  });

  it.each(["待離職", "待离职", "Notice Period"])("is not that whoever leaves soon has left: %s", async (word) => {
    const { asked, mapping } = await status(["在職", word, "離職"]);
    expect([asked, mapping]).toEqual([
      undefined,
      { column: "在職狀態", values: { 在職: true, [word]: true, 離職: false } },
    ]);
  });

  it("is not asked about the statuses of Oracle, and those suspended are on leave", async () => {
    const words = ["Active - Payroll Eligible", "Inactive - No Payroll", "Suspended - Payroll Eligible"];
    const values = { "Active - Payroll Eligible": true, "Inactive - No Payroll": false };
    expect(await status(words)).toEqual({ asked: undefined, mapping: { column: "在職狀態", values } });
  });
});

describe("a column whose yes says that somebody has left", () => {
  it.each([
    ["是否離職", ["N", "N", "Y"], "not Y"],
    ["離職註記", ["", "", "是"], "not 是"],
    ["is_deleted", ["0", "0", "1"], "not 1"],
    ["Terminated", ["No", "No", "No"], "all"],
  ])("is asked, and its no is first taken for people who work here: %s", async (header, flags, answer) => {
    const row = (at: number): string => `E${at}7,u${at},Ann ${at},${flags[at % 3]}`;
    const { first } = await proposed({ "people.csv": csv(`工號,帳號,姓名,${header}`, 12, row) });
    expect(first.questions.find(({ id }) => id === "active")?.options[0]?.value).toBe(answer);
  });
});

describe("a key is asked", () => {
  it.each([
    ["00007", "00019", "21", "22"],
    ["000", "001", "12", "340"],
  ])("or rows are refused if numbers without their zeros stand among others: %s, %s, %s, %s", async (...numbers) => {
    const row = (at: number): string => `${numbers[at]},Ann ${at},a${at}`;
    const { first } = await proposed({ "people.csv": csv("Employee ID,Name,Login", 4, row) });
    const width = numbers[0]?.length;
    expect(lineOf(first, "employees", "number")).toEqual({ column: "Employee ID", width });
    expect(first.notes.join()).toContain(`fewer than ${width} digits`);
  });

  it.each([
    ["00007", "00019", "100021", "100022"],
    ["0", "007", "12", "13"],
    ["A007", "007", "12", "13"],
    ["21", "22", "100", "101"],
  ])("not if widths say nothing of zeros: %s, %s, %s, %s", async (...numbers) => {
    const row = (at: number): string => `${numbers[at]},Ann ${at},a${at}`;
    const { first } = await proposed({ "people.csv": csv("Employee ID,Name,Login", 4, row) });
    expect(lineOf(first, "employees", "number")).toBe("Employee ID");
    expect(first.notes.join()).not.toContain("digits");
  });

  it("if two columns are called the employee number", async () => {
    const people = csv("Employee ID,Person Number,Name,Login", 6, (at) => `E${at}7,${90_000 + at},Ann ${at},a${at}`);
    const { first } = await proposed({ "people.csv": people });
    expect(ids(first)).toContain("number");
    expect(lineOf(first, "employees", "number")).toBeUndefined();
  });

  it("if the only column that could be the number counts the rows", async () => {
    const people = csv("No,Name,Login", 6, (at) => `${at + 1},Ann ${at},a${at}`);
    expect(ids((await proposed({ "people.csv": people })).first)).toContain("number");
  });

  it("if the only column that could be the number is a key of a database", async () => {
    const people = csv("id,Name,Login", 6, (at) => `hr.employee_${at * 3},Ann ${at},a${at}`);
    expect(ids((await proposed({ "people.csv": people })).first)).toContain("number");
  });

  it("if no header names a number, although one column could be it", async () => {
    const people = csv("Locker,Name,Login", 6, (at) => `${700 + at * 2},Ann ${at},a${at}`);
    expect(ids((await proposed({ "people.csv": people })).first)).toContain("number");
  });

  it("and an ID number or a phone is offered as none, nor shown", async () => {
    const people = csv("員編,姓名,身分證字號,手機,E-mail", 6, (at) => {
      const id = ["A123456789", "B223456786", "F131104093", "A234567893", "H123456784", "E270042159"][at];
      return `${at}7,陳${at},${id},0912-000-00${at},a${at}@example.com`;
    });
    const { first } = await proposed({ "people.csv": people });
    const account = first.questions.find(({ id }) => id === "account");
    expect(account?.options.map(({ value }) => value)).toEqual(["email-name", "email", "number"]);
    expect(JSON.stringify(first.questions)).not.toContain("A123456789");
  });

  it("if two people share the number", async () => {
    const people = csv("Employee ID,Name,Login", 6, (at) => `E${at === 3 ? 2 : at},Ann ${at},a${at}`);
    const { first } = await proposed({ "people.csv": people });
    expect(first.questions.find(({ id }) => id === "number")?.options[0]?.label).toContain("1 twice");
  });

  it("if somebody has no account", async () => {
    const people = csv("Employee ID,Name,Login", 6, (at) => `E${at},Ann ${at},${at === 2 ? "" : `a${at}`}`);
    expect(ids((await proposed({ "people.csv": people })).first)).toContain("without-account");
  });

  it("if a department has two columns that could be its code", async () => {
    const people = csv(
      "Employee ID,Name,Login,Department Code,Cost Center Code",
      8,
      (at) => `E${at},Ann ${at},a${at},D${at % 2},C${at % 3}`,
    );
    expect(ids((await proposed({ "people.csv": people })).first)).toContain("department-code");
  });

  it("if a table of departments has two columns that could be the code", async () => {
    const people = csv(
      "Employee ID,Name,Login,Department",
      8,
      (at) => `E${at},Ann ${at},a${at},${["Legal", "Sales"][at % 2]}`,
    );
    const departments = "Short,Department,Parent\nLEG,Legal,\nSAL,Sales,LEG\n";
    const { first } = await proposed({ "people.csv": people, "departments.csv": departments });
    expect(ids(first)).toContain("department-code");
  });
});

describe("a status is asked", () => {
  const people = (header: string, row: (at: number) => string): string =>
    csv(`Employee ID,Name,Login,${header}`, 10, (at) => `E${at},Ann ${at},a${at},${row(at)}`);
  const asks = async (header: string, row: (at: number) => string): Promise<readonly string[]> => {
    const { first } = await proposed({ "people.csv": people(header, row) });
    // No word is mapped, so rows are refused until somebody decides.
    expect((lineOf(first, "employees", "active") as { values?: object } | undefined)?.values).toEqual({});
    return ids(first);
  };

  it("if two columns of a status say different things", async () => {
    const row = (at: number) => `Active,${at === 4 ? "Terminated" : "Active"}`;
    expect(await asks("Status,Employment Status", row)).toContain("status-column");
  });

  it("if a cell is blank, which may mean anything", async () => {
    expect(await asks("Active", (at) => (at === 4 ? "" : "Y"))).toContain("active");
  });

  it("if a word is not known", async () => {
    expect(await asks("Status", (at) => (at === 4 ? "Garden leave" : "Active"))).toContain("active");
  });

  it("if the column says who has left, where yes is no", async () => {
    expect(await asks("Terminated", (at) => (at === 4 ? "Y" : "N"))).toContain("active");
  });

  it("if a last day that has passed contradicts a word", async () => {
    expect(await asks("Status,Last Day of Work", (at) => `Active,${at === 4 ? "2020-05-01" : ""}`)).toContain("active");
  });

  it.each(["00000000", "0", "9999-12-31", "4712-12-31"])("and %s is no last day", async (none) => {
    const day = none === "0" ? "46387" : none.includes("-") ? "2026-12-31" : "20261231";
    const row = (at: number) => (at === 4 ? `B,${day}` : `A,${none}`);
    const { first } = await proposed({ "people.csv": people("Status,Termination Date", row) });
    const asked = first.questions.find(({ id }) => id === "active");
    expect(asked?.shown).toEqual(["A: 9 rows", "B: 1 row, 1 with a last day"]);
    expect(asked?.options[0]?.value).toBe("not B");
  });

  it("if only the words of a column without a known header say that somebody has left", async () => {
    expect(await asks("Remark", (at) => (at === 4 ? "Resigned" : "Employed"))).toContain("active");
  });

  it("if the mark for yes may mean no", async () => {
    expect(await asks("Active", (at) => (at === 4 ? "X" : "V"))).toContain("active");
  });
});

describe("what looks like something else", () => {
  const people = (header: string, row: (at: number) => string): string =>
    csv(`Employee ID,Full Name,Login,${header}`, 24, (at) => `E${at + 100},Ann ${at},a${at},${row(at)}`);
  const first = async (files: Readonly<Record<string, string>>) => (await proposed(files)).first;

  it.each(["Last Leave Date", "Contract Expiry Date"])("is asked: whether an account ends on %s", async (header) => {
    const draft = await first({ "people.csv": people(header, (at) => (at < 2 ? `2026-10-0${at + 4}` : "")) });
    expect(ids(draft)).toContain(header.startsWith("Last") ? "last-day" : "expiry");
    for (const field of ["resignationDate", "expiredTime"]) expect(lineOf(draft, "employees", field)).toBeUndefined();
  });

  it.each(["Passport Expiry Date", "Work Permit Expiration Date", "Last Day of Vacation"])(
    "is not read: %s",
    async (header) => {
      const draft = await first({ "people.csv": people(header, (at) => (at < 2 ? `2026-10-0${at + 4}` : "")) });
      for (const field of ["resignationDate", "expiredTime", "leaveUntil"])
        expect(lineOf(draft, "employees", field)).toBeUndefined();
      expect(ids(draft)).not.toContain("expiry");
    },
  );

  it.each([
    "Functional Manager",
    "Second Manager",
    "Indirect Manager",
    "Skip-Level Manager",
    "HR Manager",
    "Acting Manager",
    "Project Manager",
    "2nd Level Manager",
    "Next-Level Manager",
    "Manager's Manager",
    "Matrix Supervisor",
  ])("is no approver: a manager in another line: %s", async (header) => {
    const draft = await first({
      "people.csv": people(`Department,${header}`, (at) => `${["Sales", "Legal"][at % 2]},E100`),
    });
    expect(lineOf(draft, "employees", "supervisor")).toBeUndefined();
    expect(lineOf(draft, "departments", "manager")).toBeUndefined();
  });

  it.each(["Secondary Department", "Additional Department", "Alternate Department", "支援部門"])(
    "is not the department: another one, although it is a path: %s",
    async (header) => {
      const draft = await first({
        "people.csv": people(`${header},Department`, (at) => `Plant/P${at % 3},${["Sales", "Legal"][at % 2]}`),
      });
      expect(lineOf(draft, "employees", "department")).toBe("Department");
    },
  );

  it.each(["Assistant Email", "Spouse Email", "Emergency Contact Email", "HRBP Email"])(
    "is no address of the person: that of somebody else, where there is no other: %s",
    async (header) => {
      const draft = await first({ "people.csv": people(header, (at) => `m${at}@example.com`) });
      expect(lineOf(draft, "employees", "email")).toBeUndefined();
      expect(draft.unread).toEqual([{ label: "people.csv", columns: [header] }]);
    },
  );

  it("is no title: a code of a position, which differs in nearly every row", async () => {
    const row = (at: number) => `P${at === 23 ? 22 : at},${["Clerk", "Head"][at % 2]}`;
    const draft = await first({ "people.csv": people("Position ID,Job Title", row) });
    expect(lineOf(draft, "titles", "code") ?? "Job Title").toBe("Job Title");
  });

  it("is asked: which column is the name, and the number behind it is left out", async () => {
    const workers = csv("Employee ID,Login,Worker", 12, (at) => `E${at},a${at},Ann${"abcdefghijkl"[at]} Lee (E${at})`);
    const { first, draft } = await proposed({ "people.csv": workers }, () => "Worker");
    expect(ids(first)).toContain("name");
    expect(lineOf(draft, "employees", "name")).toMatchObject({
      column: "Worker",
      capture: expect.any(String) as string,
    });
  });

  it("is one name: a column with the last and the first name", async () => {
    const { parts } = await first({
      "people.csv": csv('Employee #,"Last name, First name",Login', 4, (at) => `${at},"Meier, Anna ${at}",a${at}`),
    });
    expect(lineOf({ parts } as Draft, "employees", "name")).toMatchObject({ column: "Last name, First name" });
  });

  it("is asked where the table of departments has a name twice that people have", async () => {
    const draft = await first({
      "people.csv": people("Department,Region", (at) => `Sales,${["North", "South"][at % 2]}`),
      "departments.csv": "Department Code,Department,Parent\nN,North,\nS,South,\nNS,Sales,N\nSS,Sales,S\n",
    });
    expect(ids(draft)).toContain("department");
    expect(lineOf(draft, "employees", "department")).toBeUndefined();
  });

  it("is a path: a column without a known header that ends with the department", async () => {
    const place = (at: number) => `集團/${["華東", "華南"][at % 2]}/銷售部`;
    const draft = await first({ "people.csv": people("部門,部門長名稱", (at) => `銷售部,${place(at)}`) });
    expect(lineOf(draft, "employees", "department")).toMatchObject({ column: "部門長名稱", path: "/" });
  });

  const departmentOf = async (units: readonly string[]) => {
    const rows = csv("工號,帳號,姓名,部門", 12, (at) => `E${at}7,u${at},王 ${at},${units[at % units.length]}`);
    return lineOf(await first({ "people.csv": rows }), "employees", "department");
  };

  it.each([
    ["-", ["總公司", "總公司-研發處", "總公司-研發處-軟體課", "總公司-業務處"]],
    ["-", ["總公司", "總公司－研發處", "總公司－研發處－軟體課"]],
    [".", ["Acme", "Acme.Sales", "Acme.Sales.North", "Acme.IT"]],
  ])("is a path: names joined by %s, where what stands before each is a department, too", async (path, units) => {
    expect(await departmentOf(units)).toMatchObject({ column: "部門", path });
  });

  it.each([
    ["a name has a hyphen", ["Sales", "E-Commerce", "E-Learning"]],
    ["one above is missing", ["總公司", "總公司-研發處", "分公司-業務處", "總公司-業務處"]],
    ["they are codes", ["10", "10-1", "10-2", "10-2-1"]],
  ])("is no path where %s", async (_, units) => {
    expect(await departmentOf(units)).not.toHaveProperty("path");
  });
});

describe("what is no status and no key", () => {
  it("is a column of kinds of employment", async () => {
    const people = csv(
      "Employee ID,Name,Login,Status",
      8,
      (at) => `E${at},Ann ${at},a${at},${at % 2 ? "Full-Time" : "Contractor"}`,
    );
    const { first } = await proposed({ "people.csv": people });
    expect(ids(first)).toEqual(["department"]);
    expect(first.unread).toEqual([{ label: "people.csv", columns: ["Status"] }]);
  });

  it("is a column about somebody else: a deputy, an earlier number, an emergency contact", async () => {
    const header = "Employee ID,Old Employee ID,Deputy Employee ID,Emergency Contact Name,Name,Login";
    const people = csv(header, 6, (at) => `E${at},X${at},E${(at + 1) % 6},Bob ${at},Ann ${at},a${at}`);
    const { first } = await proposed({ "people.csv": people });
    expect(lineOf(first, "employees", "number")).toBe("Employee ID");
    expect(lineOf(first, "employees", "name")).toBe("Name");
    expect(first.unread[0]?.columns).toEqual(["Old Employee ID", "Deputy Employee ID", "Emergency Contact Name"]);
  });

  it("is the end of a contract, which is no last day", async () => {
    const people = csv(
      "Employee ID,Name,Login,Contract End Date",
      6,
      (at) => `E${at},Ann ${at},a${at},2020-0${at + 1}-01`,
    );
    const { first } = await proposed({ "people.csv": people });
    expect(lineOf(first, "employees", "resignationDate")).toBeUndefined();
  });
});

describe("what stands around the records", () => {
  it("is no record: signatures and notes below them", async () => {
    const people = `${csv("工號,姓名,帳號,部門", 8, (at) => `A${at}1,王${at}明,a${at},業務處`)}製表人：陳,,,\n,,,\n備註：含約聘人員,,,\n`;
    const { first } = await proposed({ "員工.csv": people });
    expect(lineOf(first, "employees", "number")).toBe("工號");
    expect(first.tables[0]?.footers).toEqual([10, 12]);
  });

  it("is a table of departments whose codes have zeros that the people's column has lost", async () => {
    const people = csv("工號,姓名,帳號,部門代號", 8, (at) => `A${at}1,王${at}明,a${at},${100 + (at % 3)}`);
    const departments = "部門代號,部門名稱,上級部門\n0100,總公司,\n0101,業務處,0100\n0102,研發處,0100\n";
    const { first } = await proposed({ "員工.csv": people, "部門.csv": departments });
    expect(lineOf(first, "employees", "department")).toEqual({ column: "部門代號", pad: 4 });
  });

  it("is a folder in which whole exports pile up: the newest is read", async () => {
    const people = (count: number) => csv("工號,姓名,帳號,部門", count, (at) => `A${at}1,王${at}明,a${at},業務處`);
    const { yaml } = await proposed({ "員工_1131031.csv": people(8), "員工_1131130.csv": people(9) });
    expect(yaml).toContain("file: 員工_*.csv");
    expect(yaml.match(/newest: 1/g)).toHaveLength(2);
    expect(yaml).not.toContain("員工_1131130.csv\n");
  });
});

describe("an encoding", () => {
  it("that no known word proves is asked, with cells that differ", async () => {
    const iconv = await import("iconv-lite");
    const people = csv("Employee ID,Name,Login", 5, (at) => `E${at},Hélène Côté,a${at}`);
    const { first } = await proposed({ "people.csv": iconv.default.encode(people, "windows-1252") });
    const asked = first.questions.find(({ id }) => id === "encoding");
    expect(asked?.options.map(({ value }) => value)).toContain("windows-1252");
    expect(asked?.shown[0]).toContain("Hélène");
    const chosen = await proposed({ "people.csv": iconv.default.encode(people, "windows-1252") }, ({ id }) =>
      id === "encoding" ? "windows-1252" : "?",
    );
    expect(chosen.yaml).toContain("windows-1252: your answer");
  });
});

describe("phones without their leading zeros", () => {
  const notesOn = async (phone: (at: number) => string) => {
    const people = csv("工號,帳號,姓名,手機", 12, (at) => `E${at}7,u${at},Ann ${at},${phone(at)}`);
    return (await proposed({ "people.csv": people })).first.notes.filter((note) => note.includes("手機"));
  };

  it("are told", async () => {
    expect(await notesOn((at) => `${912_345_600 + at}`)).toEqual([expect.stringContaining("zero")]);
    expect(await notesOn((at) => `0${912_345_600 + at}`)).toEqual([]);
    expect(await notesOn((at) => `${6_123_456_700 + at}`)).toEqual([]);
  });
});

describe("the state of an account in an export of WeCom or DingTalk", () => {
  const stateIn = async (header: string, words: readonly string[]) => {
    const row = (at: number): string => `E${at}7,u${at},Ann ${at},${words[at % words.length]}`;
    const { first } = await proposed({ "people.csv": csv(`工号,帐号,姓名,${header}`, 12, row) });
    return { asked: ids(first), mapping: lineOf(first, "employees", "active") };
  };

  it.each(["账号状态", "帳號狀態"])("is the status: %s", async (header) => {
    expect((await stateIn(header, ["已激活", "已激活", "已停用"])).mapping).toEqual({
      column: header,
      values: { 已激活: true, 已停用: false },
    });
  });

  it("is asked about where it says yes or no", async () => {
    expect((await stateIn("禁用", ["否", "否", "是"])).asked).toContain("active");
  });
});

describe("last working days in no known form", () => {
  it.each(["31-Dez-25", "31 déc. 2025", "2025.12"])(
    "are told, for who has left would be taken for active: %s",
    async (day) => {
      const row = (at: number): string => `E${at}7,u${at},Ann ${at},${at === 3 ? day : ""}`;
      const { draft } = await proposed({ "people.csv": csv("Employee Number,Login,Name,Termination Date", 12, row) });
      expect(lineOf(draft, "employees", "resignationDate")).toBeUndefined();
      expect(draft.notes.join()).toContain(
        `Termination Date is not read as the last working day: cells such as ${day}`,
      );
    },
  );

  it("are told in no other case", async () => {
    for (const [header, cell] of [
      ["Left", "1"],
      ["Termination Date", "2025-12-31"],
      ["Termination Date", ""],
    ] as const) {
      const row = (at: number): string => `E${at}7,u${at},Ann ${at},${at === 3 ? cell : ""}`;
      const { first } = await proposed({ "people.csv": csv(`Employee Number,Login,Name,${header}`, 12, row) });
      expect(first.notes.join()).not.toContain("last working day");
    }
  });
});
