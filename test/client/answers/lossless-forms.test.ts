/** Answers in other forms than the contract's: what is lossless is taken, everything else is refused at its place. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueOf } from "../../../src/client/answers/read-answer.ts";

const ann = {
  account: "ann",
  name: "Ann",
  employeeNumber: "000042",
  active: true,
  hireDate: "2020-01-01T00:00:00+08:00",
};
const rd = { code: "RD", name: "R&D", deptLevelCode: "L1", parentCode: null, active: true, seq: 3 };

describe("an answer", () => {
  it.each([
    ["a number as a text", "D1", [{ ...rd, seq: "3" }], [rd]],
    ["a flag as a digit", "D1", [{ ...rd, active: 1 }], [rd]],
    ["a flag as a text", "D1", [{ ...rd, active: "True" }], [rd]],
    ["a flag as a word of HR", "D1", [{ ...rd, active: "啟用" }], [rd]],
    ["no flag as a word of HR", "E1", [{ ...ann, active: "離職" }], [{ ...ann, active: false }]],
    ["a flag as a word of programs", "D1", [{ ...rd, active: "Enabled" }], [rd]],
    [
      "a date as its parts",
      "E1",
      [{ ...ann, hireDate: [2020, 1, 1], birthDate: [1990, 12, 31, 0, 0] }],
      [{ ...ann, hireDate: "2020-01-01T00:00:00", birthDate: "1990-12-31T00:00:00" }],
    ],
    ["a date as a database has it", "E1", [{ ...ann, hireDate: { $date: ann.hireDate } }], [ann]],
    ["null for an empty list", "D1", null, []],
    [
      "a blank text for an empty list of texts",
      "E1",
      [{ ...ann, loginValidation: " " }],
      [{ ...ann, loginValidation: [] }],
    ],
    [
      "names in another case",
      "D1",
      [{ Code: "RD", NAME: "R&D", deptlevelcode: "L1", ParentCode: "HQ" }],
      [{ code: "RD", name: "R&D", deptLevelCode: "L1", parentCode: "HQ" }],
    ],
    [
      "names of records in it in another case",
      "E4",
      { Depts: [{ code: "RD", Jobtitle: { CODE: "T1" } }] },
      {
        depts: [{ code: "RD", jobTitle: { code: "T1" } }],
      },
    ],
    [
      "names whose words are joined by underscores or hyphens",
      "E4",
      { depts: [{ code: "RD", is_main_dept: true, super_visor_account: "ann", "job-title": { code: "T1" } }] },
      { depts: [{ code: "RD", isMainDept: true, superVisorAccount: "ann", jobTitle: { code: "T1" } }] },
    ],
    [
      "an empty list or text for no title",
      "E4",
      {
        depts: [
          { code: "RD", jobTitle: [] },
          { code: "QA", jobTitle: "" },
        ],
      },
      {
        depts: [
          { code: "RD", jobTitle: null },
          { code: "QA", jobTitle: null },
        ],
      },
    ],
    ["a number for a gender", "E1", [{ ...ann, gender: 1 }], [{ ...ann, gender: "1" }]],
    ["a name twice", "D1", [{ ...rd, Code: "X", PARENTCODE: "X" }], [rd]],
    ["a date as a number", "E1", [{ ...ann, hireDate: 1577808000000 }], [{ ...ann, hireDate: "1577808000000" }]],
  ] as const)("may have %s", (_, id, answer, value) => {
    expect(valueOf(id, answer)).toEqual(value);
  });

  it.each([
    ["a fraction", "D1", [{ ...rd, seq: 1.5 }], "[0].seq"],
    ["a word for a number", "D1", [{ ...rd, seq: "third" }], "[0].seq"],
    ["a number of another notation", "D1", [{ ...rd, seq: "0x3" }], "[0].seq"],
    ["a number for a code", "D1", [{ ...rd, code: 10 }], "[0].code"],
    ["a number for a phone", "E1", [{ ...ann, phoneNumber: 912345678 }], "[0].phoneNumber"],
    ["a number for an employee number", "E1", [{ ...ann, employeeNumber: 42 }], "[0].employeeNumber"],
    ["a word for a flag", "E1", [{ ...ann, active: "maybe" }], "[0].active"],
    ["an object for a list", "D1", {}, "its top"],
    ["a blank text for a whole list", "D1", "", "its top"],
    ["a blank text for a list of records", "E4", { depts: "" }, ".depts"],
    [
      "a list with something for a title",
      "E4",
      { depts: [{ code: "RD", jobTitle: [{ code: "T1" }] }] },
      ".depts[0].jobTitle",
    ],
    ["a text for a list of texts", "E1", [{ ...ann, loginValidation: "UOF" }], "[0].loginValidation"],
  ] as const)("with %s is refused", (_, id, answer, place) => {
    expect(() => valueOf(id, answer)).toThrow(`at ${place}: expected`);
  });

  it("with a word that may mean either says which words are taken", () => {
    expect(() => valueOf("D1", [{ ...rd, active: "A" }])).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ hint: expect.stringMatching(/啟用 and 停用/) }) }),
    );
  });

  it("may have numbers for employee numbers whose width is known, but no fractions", () => {
    const shown = (employeeNumber: unknown) =>
      valueOf("E1", [{ ...ann, employeeNumber }], { employeeNumberWidth: 6 })?.[0]?.employeeNumber;
    expect(shown(42)).toBe("000042");
    expect(shown("42 ")).toBe("000042");
    expect(shown("T42")).toBe("T42");
    expect(() => shown(4.2)).toThrow("[0].employeeNumber");
    const withPhone = [{ ...ann, employeeNumber: 42, phoneNumber: 912345678 }];
    expect(() => valueOf("E1", withPhone, { employeeNumberWidth: 10 })).toThrow("[0].phoneNumber");
  });

  it.each([
    ["ACME\\", "ACME\\ann", "ann"],
    ["ACME\\", "acme\\Ann ", "Ann"],
    ["ACME\\", "OTHER\\ann", "OTHER\\ann"],
    ["ACME\\", "ann", "ann"],
    ["ACME\\", "ACME\\", "ACME\\"],
    ["@acme.local", "ann@ACME.local", "ann"],
    ["@acme.local", "ann@acme.local.tw", "ann@acme.local.tw"],
  ])("takes the domain %s off %s", (accountDomain, account, expected) => {
    expect(valueOf("E1", [{ ...ann, account }], { accountDomain })?.[0]?.account).toBe(expected);
    const post = { code: "RD", isMainDept: true, superVisorAccount: account };
    expect(valueOf("E4", { depts: [post] }, { accountDomain })?.depts[0]?.superVisorAccount).toBe(expected);
  });
});

it("in any mixture of numbers and flags in other forms is the same answer", () => {
  const form = fc.constantFrom<(value: number | boolean) => unknown>(String, Number, (value) => value);
  const record = fc.record({
    seq: fc.nat(),
    active: fc.boolean(),
    code: fc.string({ minLength: 1 }),
    name: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(record, form, form)), (records) => {
      const sent = records.map(([one, seq, active]) => ({ ...one, seq: seq(one.seq), active: active(one.active) }));
      expect(valueOf("D1", sent)).toEqual(records.map(([one]) => one));
    }),
    { seed: 1 },
  );
});
