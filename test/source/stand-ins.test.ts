/** Texts in place of a value are not believed: words for none, masks, calculated numbers, codes of characters, and nobody's rows. */
import { describe, expect, it } from "vitest";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { inspectCsv, people } from "./csv-folder.ts";

const fields = [
  "name",
  "department",
  "title",
  "email",
  "phoneNumber",
  "supervisor",
  "birthDate",
  "hireDate",
  "resignationDate",
];
const clean = (at: number): string[] => [
  `user${at}`,
  `${1000 + at}`,
  `Ann Lee ${"abcdefgh"[at % 8]}`,
  `D0${at % 3}`,
  `T${at % 2}`,
  `user${at}@example.com`,
  "+886912345678",
  "1001",
  "1980-02-03",
  "2010-05-06",
  "",
];
const head = ["account", "number", ...fields];

/** Reads a dozen people of whom the fourth has other cells, and gives the settings `more` for columns. */
const readOne = async (other: Readonly<Record<string, string>>, more: Readonly<Record<string, unknown>> = {}) => {
  const rows = Array.from({ length: 12 }, (_, at) => clean(at + 1));
  rows[3] = (rows[3] ?? []).map((cell, at) => other[head[at] ?? ""] ?? cell);
  const { files, settings } = people(fields, ...rows);
  const tables = {
    departments: { file: "employees.csv", distinct: true, columns: { code: "department", name: "department" } },
    titles: { file: "employees.csv", distinct: true, columns: { code: "title", title: "title" } },
  };
  const columns = { ...settings.employees.columns, ...more };
  const source = { ...tables, employees: { ...settings.employees, columns } };
  return (await inspectCsv(files, source, Date.parse("2026-11-26T04:00:00Z"))).snapshot;
};

const codesOf = ({ rejected }: SourceSnapshot, kind = "employee") =>
  [...new Set(rejected.filter((row) => row.kind === kind).map(({ code }) => code))].sort();
const fourth = ({ directory }: SourceSnapshot) => directory.employees?.find(({ account }) => account === "user4");
const noValues = [
  "nan",
  "NaN",
  "None",
  "NULL",
  "null",
  "\\N",
  "N/A",
  "(null)",
  "undefined",
  "<NA>",
  "NaT",
  "-",
  ".",
  "無",
  "(blank)",
  "TBD",
];

describe("the result of a formula in place of a person's name", () => {
  it.each(["0", "0.00", "0,0", "FALSE", "TRUE", "00:00:00"])("is none: %s", async (cell) => {
    const snapshot = await readOne({ name: cell });
    expect(fourth(snapshot)).toMatchObject({ account: "user4" });
    expect(fourth(snapshot)?.name).toBeUndefined();
    expect(codesOf(snapshot)).toEqual(["name-lossy"]);
    const meant = await readOne({ name: cell }, { name: { column: "name", empty: [] } });
    expect(fourth(meant)?.name).toBe(cell);
  });

  it("is not every number, and no rule for departments", async () => {
    const snapshot = await readOne({ name: "00", department: "0" });
    expect(fourth(snapshot)?.name).toBe("00");
    expect(snapshot.directory.departments?.map(({ name }) => name)).toContain("0");
    expect(codesOf(snapshot)).toEqual([]);
  });
});

describe("the result of a formula in place of a key", () => {
  it.each([
    ["account", "0"],
    ["account", "0.00"],
    ["account", "TRUE"],
    ["account", "false"],
    ["number", "FALSE"],
    ["number", "true"],
  ])("is no %s, and its person stays as is: %s", async (field, cell) => {
    const snapshot = await readOne({ [field]: cell });
    expect([fourth(snapshot), snapshot.directory.employees?.length]).toEqual([undefined, 11]);
    expect(codesOf(snapshot)).toEqual(["no-value"]);
  });

  it.each(["0", "TRUE"])("is no ID number: %s", async (cell) => {
    const { files, settings } = people(["idCardNumber"], ["a1", "1001", cell], ["a2", "1002", "A123456789"]);
    const { snapshot } = await inspectCsv(files, settings, Date.now());
    expect(snapshot.directory.employees?.map(({ idCardNumber }) => idCardNumber)).toEqual([undefined, "A123456789"]);
    expect(codesOf(snapshot)).toEqual(["no-value"]);
  });

  it.each(["TRUE", "FALSE", "true", "false"])("is no department and no title where it is a truth: %s", async (cell) => {
    const snapshot = await readOne({ department: cell, title: cell });
    expect(snapshot.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    expect(snapshot.directory.titles?.map(({ code }) => code).sort()).toEqual(["T0", "T1"]);
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["no-value"]]);
  });

  it("is what the mapping says it is", async () => {
    const meant = await readOne({ account: "0" }, { account: { column: "account", empty: [] } });
    expect(meant.directory.employees?.map(({ account }) => account)).toContain("0");
    const words = await readOne(
      { department: "TRUE" },
      { department: { column: "department", values: { TRUE: "D01" }, otherwise: "D02" } },
    );
    expect(fourth(words)?.posts?.[0]?.department).toBe("D01");
  });
});

describe("a whole row in one cell, because its separators are others", () => {
  it.each(["，", ";", "|", "、", ","])("is no key, and no report shows it: %s", async (separator) => {
    const row = ["1004", "user4", "Ann Lee", "A123456789", "0912345678"].join(separator);
    for (const cells of [
      { number: row },
      { account: row },
      { number: row, account: "" },
      { number: "", account: row },
    ]) {
      const snapshot = await readOne(cells);
      expect(snapshot.directory.employees).toHaveLength(11);
      expect(codesOf(snapshot)).toContain("character-invalid");
      expect(JSON.stringify(snapshot.rejected)).not.toContain("A123456789");
    }
  });

  it("is not one separator in a key", async () => {
    expect(codesOf(await readOne({ account: "lee;ann" }))).toEqual([]);
  });
});

describe("an account that is taken from an e-mail address", () => {
  const account = { column: "email", capture: "^([^@]+)@" };

  it.each(["hr@example.com; user4@example.com", "user4@example.com,hr@example.com", "a@b.example c@d.example"])(
    "is not known where the cell has several: %s",
    async (email) => {
      const snapshot = await readOne({ email }, { account });
      expect([fourth(snapshot), snapshot.directory.employees?.length]).toEqual([undefined, 11]);
      expect(codesOf(snapshot)).toContain("value-several");
    },
  );

  it.each(["hr@example.com; user4@example.com", "0", "TRUE"])(
    "is generated of none where the cell is %s",
    async (email) => {
      const snapshot = await readOne({ email }, { account: { ...account, generate: ["{}", "e{number}"] } });
      const accounts = snapshot.directory.employees?.map((person) => person.account) ?? [];
      expect(accounts).toHaveLength(11);
      expect(accounts).not.toContain("hr");
    },
  );

  it("is that of the one which the mapping takes", async () => {
    const email = "user4@example.com;hr@example.com";
    const taken = await readOne({ email }, { account: { ...account, split: ";", take: "first" } });
    expect([fourth(taken)?.account, codesOf(taken)]).toEqual(["user4", []]);
  });
});

describe("a word that refers to the cell above", () => {
  it.each(["同上", "〃", "ditto", "Same as above"])("is no name, no department and no title: %s", async (word) => {
    const snapshot = await readOne({ name: word });
    expect([fourth(snapshot)?.name, codesOf(snapshot)]).toEqual([undefined, ["no-value"]]);
    const moved = await readOne({ department: word, title: word });
    expect(moved.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    expect(moved.directory.titles?.map(({ code }) => code).sort()).toEqual(["T0", "T1"]);
    expect([fourth(moved), codesOf(moved)]).toEqual([undefined, ["no-value"]]);
  });

  it("has a reason that says so", async () => {
    const { rejected } = await readOne({ name: "同上" });
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining("cell above")]);
  });
});

describe("a sign that an older system writes for a character that it lacks", () => {
  it.each(["王□明", "□小明", "游錫〓", "王■明", "陳▯", "許\\功蓋\\"])("is in no name of a person: %s", async (name) => {
    const snapshot = await readOne({ name });
    expect([fourth(snapshot)?.name, codesOf(snapshot)]).toEqual([undefined, ["name-lossy"]]);
  });

  it.each(["資□部", "資訊〓", "資▯部"])("is in no department: %s", async (department) => {
    const snapshot = await readOne({ department });
    expect(snapshot.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["code-damaged"]]);
  });

  it.each(["■ 總公司", "□ 研發處", "◆業務部"])("may be an ornament before a department: %s", async (department) => {
    expect(codesOf(await readOne({ department }))).toEqual([]);
  });
});

describe("characters that nobody sees", () => {
  it.each(["Ann Lee\u200b", "\ufeffAnn Lee", "Ann\u2060 Lee", "Ann\u00ad Lee", "\u200eAnn Lee\u200f"])(
    "are no part of a name: %j",
    async (name) => {
      const snapshot = await readOne({ name });
      expect([fourth(snapshot)?.name, codesOf(snapshot)]).toEqual(["Ann Lee", []]);
    },
  );

  it("stay where they join letters", async () => {
    expect(fourth(await readOne({ name: "علی\u200cرضا" }))?.name).toBe("علی\u200cرضا");
  });

  it("make no second department", async () => {
    const { directory, rejected } = await readOne({ department: "D01\u200b" });
    expect([directory.departments?.map(({ name }) => name).sort(), rejected]).toEqual([["D00", "D01", "D02"], []]);
  });
});

describe("a word for no value", () => {
  it.each(noValues)("is no name, e-mail or superior: %s", async (word) => {
    const snapshot = await readOne({ name: word, email: word, phoneNumber: word, supervisor: word });
    expect(fourth(snapshot)).toMatchObject({ account: "user4", hireDate: "2010-05-06" });
    expect(fourth(snapshot)).not.toMatchObject({ name: expect.anything() });
    expect(fourth(snapshot)).not.toMatchObject({ email: expect.anything() });
    expect(fourth(snapshot)).not.toMatchObject({ phoneNumber: expect.anything() });
    expect(codesOf(snapshot)).toEqual(["no-value"]);
  });

  it.each(noValues)("is no department and no title, and its person stays as he is: %s", async (word) => {
    const snapshot = await readOne({ department: word, title: word });
    expect(snapshot.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    expect(snapshot.directory.titles?.map(({ code }) => code).sort()).toEqual(["T0", "T1"]);
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["no-value"]]);
  });

  it("is blank where `empty` lists it, and a value where `empty` is stated without it", async () => {
    const blank = await readOne({ name: "None" }, { name: { column: "name", empty: ["None"] } });
    expect([codesOf(blank), fourth(blank)?.name]).toEqual([[], undefined]);
    const meant = await readOne({ name: "None" }, { name: { column: "name", empty: [] } });
    expect([codesOf(meant), fourth(meant)?.name]).toEqual([[], "None"]);
  });

  it.each(["Nan", "Null", "Nan Orr", "無名", "3", "-1"])("is not every word like it: %s", async (name) => {
    expect(fourth(await readOne({ name }))?.name).toBe(name);
  });
});

describe("a masked value", () => {
  it.each([
    ["name", "王○明"],
    ["name", "王Ｏ明"],
    ["name", "王*明"],
    ["name", "J*** D**"],
    ["phoneNumber", "0912***678"],
    ["email", "a***@example.com"],
  ])("is not written: %s %s", async (field, text) => {
    const snapshot = await readOne({ [field]: text });
    expect(codesOf(snapshot)).toEqual(["value-masked"]);
    expect(fourth(snapshot)).not.toMatchObject({ [field]: expect.anything() });
  });

  it("is none with one star, or in a department", async () => {
    expect(fourth(await readOne({ name: "Ann Lee *" }))?.name).toBe("Ann Lee *");
    expect(codesOf(await readOne({ department: "**A1" }))).toEqual([]);
  });
});

describe("a text as a program writes it", () => {
  it.each(["1004.0", "7.0", "1,004", "'1004", "1004.00"])("is no employee number: %s", async (number) => {
    const snapshot = await readOne({ number });
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["number-mangled"]]);
  });

  it.each(["=VLOOKUP(A2,Sheet2!A:B,2,0)", "=Sheet2!A3", "='HR 1'!A3", "=b2&C2", "=cmd|'/c calc'!A1", "=-1+2", "=A7"])(
    "is no name, no e-mail and no department where it is a formula: %s",
    async (text) => {
      const snapshot = await readOne({ name: text, email: text });
      expect(codesOf(snapshot)).toEqual(["formula-error"]);
      expect(fourth(snapshot)).not.toMatchObject({ name: expect.anything() });
      expect(fourth(snapshot)).not.toMatchObject({ email: expect.anything() });
      const moved = await readOne({ department: text });
      expect([fourth(moved), codesOf(moved)]).toEqual([undefined, ["formula-error"]]);
      expect(moved.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    },
  );

  it.each(["=Ann=", "= Ann Lee =", "=Ann & Co"])("is no formula because it begins with =: %s", async (name) => {
    expect(fourth(await readOne({ name }))?.name).toBe(name);
  });

  it("is no phone number and no code, but a version is a code", async () => {
    expect(codesOf(await readOne({ phoneNumber: "912345678.0" }))).toEqual(["number-mangled"]);
    expect(codesOf(await readOne({ department: "3100.0" }))).toEqual(["number-mangled"]);
    expect(codesOf(await readOne({ department: "1.0" }))).toEqual([]);
  });

  it.each(["\\u738b\\u5c0f", "%E7%8E%8B", "=E7=8E=8B", "MŸller", "M‚ller", "HŽlene"])(
    "is no name: %s",
    async (name) => {
      expect(codesOf(await readOne({ name }))).toEqual(["encoded-twice"]);
    },
  );

  it.each(["Žižek", "Šimon Œuvre", "O’Neil", "100% Ann"])("is not every rare sign: %s", async (name) => {
    expect(fourth(await readOne({ name }))?.name).toBe(name);
  });
});

describe("days of one person", () => {
  it.each([["2001-01-01"], ["1970-01-01"]])("with a last day before the first reject the row: %s", async (last) => {
    const snapshot = await readOne({ resignationDate: last });
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["days-contradict"]]);
  });

  it("with the last day of most programs' day 0 reject the row without a first day, too", async () => {
    expect(codesOf(await readOne({ resignationDate: "1970-01-01", hireDate: "", birthDate: "" }))).toEqual([
      "days-contradict",
    ]);
  });

  it.each(["1924-05-01", "1940-01-01"])("of whom the last was too long ago reject the row: %s", async (last) => {
    const snapshot = await readOne({ resignationDate: last, hireDate: "", birthDate: "" });
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["days-contradict"]]);
  });

  it("too long ago for somebody who works are left out: a figure of the year is missing", async () => {
    const snapshot = await readOne({ birthDate: "1920-01-01", hireDate: "1935-05-01" });
    expect(fourth(snapshot)).toMatchObject({ account: "user4" });
    expect(fourth(snapshot)).not.toMatchObject({ birthDate: expect.anything() });
    expect(fourth(snapshot)).not.toMatchObject({ hireDate: expect.anything() });
    expect(codesOf(snapshot)).toEqual(["days-contradict"]);
  });

  it("of which the first lies many years ahead reject the row: nobody would be let in, and nobody told", async () => {
    const snapshot = await readOne({ hireDate: "2062-05-06" });
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["days-contradict"]]);
    expect(codesOf(await readOne({ hireDate: "2027-12-01" }))).toEqual([]);
  });

  it("of a founder are believed", async () => {
    const founder = { birthDate: "1931-02-03", hireDate: "1955-05-01" };
    expect(fourth(await readOne(founder))).toMatchObject(founder);
  });

  it("with a birth ahead say nothing about the birth", async () => {
    const snapshot = await readOne({ birthDate: "2068-02-03" });
    expect(fourth(snapshot)).toMatchObject({ hireDate: "2010-05-06" });
    expect(fourth(snapshot)).not.toMatchObject({ birthDate: expect.anything() });
  });

  it("in exchanged columns are both left out", async () => {
    const snapshot = await readOne({ birthDate: "2010-05-06", hireDate: "1980-02-03" });
    expect(fourth(snapshot)).toMatchObject({ account: "user4" });
    expect(fourth(snapshot)).not.toMatchObject({ birthDate: expect.anything() });
    expect(fourth(snapshot)).not.toMatchObject({ hireDate: expect.anything() });
  });

  it("of one day are believed", async () => {
    expect(fourth(await readOne({ resignationDate: "2010-05-06" }))?.resignationDate).toBe("2010-05-06");
  });

  it.each(["9999-12-31", "2099-12-31", "2999-12-31", "4712-12-31"])(
    "at the end of time are no last day: %s",
    async (last) => {
      const snapshot = await readOne({ resignationDate: last });
      expect([codesOf(snapshot), fourth(snapshot)?.resignationDate]).toEqual([[], undefined]);
    },
  );
});

describe("a row that is nobody's", () => {
  const generated = { account: { column: "account", generate: ["{}", "e{number}"] } };
  const blank = Object.fromEntries(head.map((field) => [field, ""]));

  it.each(["VACANT", "空缺", "N.N."])("is a vacant position, and its department is one: %s", async (name) => {
    const snapshot = await readOne({ name, department: "D09" });
    expect([fourth(snapshot), codesOf(snapshot)]).toEqual([undefined, ["position-vacant"]]);
    expect(snapshot.directory.departments?.map(({ code }) => code)).toContain("D09");
  });

  it.each([
    ["a total in the column of names", { ...blank, number: "12", name: "小計", department: "D09" }],
    ["a day of printing", { ...blank, number: "20261126" }],
    ["a subtotal in the column of departments", { ...blank, number: "3", department: "D01 Total" }],
  ])("is %s", async (_, cells) => {
    const snapshot = await readOne(cells, generated);
    expect(snapshot.directory.employees).toHaveLength(11);
    expect(snapshot.directory.departments?.map(({ code }) => code).sort()).toEqual(["D00", "D01", "D02"]);
    expect(codesOf(snapshot)).toEqual(["row-odd"]);
  });
});

it("a number that lost its zeros, where others keep theirs, is nobody's", async () => {
  const rows = Array.from({ length: 12 }, (_, at) =>
    clean(at + 1)
      .with(1, at < 10 ? `000${10 + at}` : `${10 + at}`)
      .with(7, ""),
  );
  const { files, settings } = people(fields, ...rows);
  const { snapshot } = await inspectCsv(files, settings, Date.parse("2026-11-26T04:00:00Z"));
  expect(codesOf(snapshot)).toEqual(["row-odd"]);
  expect(snapshot.directory.employees).toHaveLength(10);
});
