/** Cases of the department operations D1–D12, without D8. */
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { account, baseline, number } from "./baseline.ts";
import { type CasesOf, edit, omit } from "./case.ts";

const row = (code: string, parentCode: string | null, deptLevelCode: string, seq: number, rest: object = {}) => ({
  parentCode,
  code,
  deptLevelCode,
  name: `Name of ${code}`,
  description: `About ${code}`,
  active: true,
  seq,
  ...rest,
});
const hq = row("HQ", null, "L1", 0);
const rd = row("RD", "HQ", "L2", 0);
const rd1 = row("RD1", "RD", "L3", 0);
const rd2 = row("RD2", "RD", "L3", 1);
const fin = row("FIN", "HQ", "L2", 1);
const lab = row("LAB", null, "L1", 1);

/** What E1 returns about these people. */
const people = (...accounts: string[]) =>
  baseline()
    .employees.filter((person) => accounts.includes(person.account))
    .map((person) => omit(person, "depts", "resignationDate"));

const child = { parentCode: "FIN", code: "TAX", deptLevelCode: "L3", name: "Tax", active: true };
const created = { ...child, description: null, manager: null };

/** Puts the departments into this order; D1 and the dump list parents before children. */
const arrange = (organisation: Organisation, codes: string): void => {
  organisation.departments.sort((a, b) => codes.split(" ").indexOf(a.code) - codes.split(" ").indexOf(b.code));
};
const editDepartment = (organisation: Organisation, code: string, fields: object): void =>
  edit(organisation.departments, (department) => department.code === code, fields);

export const departmentCases: CasesOf<"D1" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D9" | "D10" | "D11" | "D12"> = {
  D1: {
    succeeds: [{ fact: "lists all departments, parents first", answers: [hq, rd, rd1, rd2, fin, lab] }],
    refuses: [],
  },
  D2: {
    succeeds: [
      {
        fact: "appends a child without manager",
        body: child,
        answers: { ...child, description: null, seq: 0 },
        leaves: ({ departments }) => departments.splice(5, 0, created),
      },
      {
        fact: "appends last among its siblings, below an inactive parent too",
        first: [["D4", { body: { code: "RD", active: false } }]],
        body: { ...child, parentCode: "rd", description: "About tax", active: false },
        answers: { ...child, parentCode: "RD", description: "About tax", active: false, seq: 2 },
        leaves: ({ departments }) =>
          departments.splice(4, 0, { ...created, parentCode: "RD", description: "About tax", active: false }),
      },
      ...[undefined, null, ""].map((parentCode) => ({
        fact: `treats parent ${JSON.stringify(parentCode)} as the top level`,
        body: { ...child, parentCode },
        answers: { ...child, parentCode: null, description: null, seq: 2 },
        leaves: ({ departments }: Organisation) => void departments.push({ ...created, parentCode: null }),
      })),
    ],
    refuses: [
      { fact: "a code that exists", body: { ...child, code: "hq" }, code: "OPA-CODE-TAKEN" },
      { fact: "an unknown parent", body: { ...child, parentCode: "no" }, code: "OPA-DEPT-UNKNOWN" },
      { fact: "an unknown level", body: { ...child, deptLevelCode: "no" }, code: "OPA-LEVEL-UNKNOWN" },
    ],
  },
  D3: {
    succeeds: [
      {
        fact: "changes code, name and level; children, posts and the manager follow; the description stays",
        body: { originalCode: "RD", code: "R&D", name: "Research", deptLevelCode: "L3" },
        answers: { ...rd, code: "R&D", name: "Research", deptLevelCode: "L3" },
        leaves: (organisation) => {
          editDepartment(organisation, "RD", { code: "R&D", name: "Research", deptLevelCode: "L3" });
          for (const code of ["RD1", "RD2"]) editDepartment(organisation, code, { parentCode: "R&D" });
          edit(organisation.employees[1]?.depts ?? [], ({ code }) => code === "RD", { code: "R&D" });
        },
      },
      {
        fact: "clears the description by null",
        body: { originalCode: "FIN", code: "FIN", name: "Finance", deptLevelCode: "L2", description: null },
        answers: { ...fin, name: "Finance", description: null },
        leaves: (organisation) => editDepartment(organisation, "FIN", { name: "Finance", description: null }),
      },
    ],
    refuses: [
      {
        fact: "an unknown department",
        body: { originalCode: "no", code: "a", name: "a", deptLevelCode: "L1" },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "the code of another department",
        body: { originalCode: "RD", code: "ＨＱ", name: "a", deptLevelCode: "L1" },
        code: "OPA-CODE-TAKEN",
      },
      {
        fact: "an unknown level",
        body: { originalCode: "RD", code: "RD", name: "a", deptLevelCode: "no" },
        code: "OPA-LEVEL-UNKNOWN",
      },
    ],
  },
  D4: {
    succeeds: [
      {
        fact: "disables one department and nothing else",
        body: { code: "RD", active: false },
        answers: { ...rd, active: false },
        leaves: (organisation) => editDepartment(organisation, "RD", { active: false }),
      },
    ],
    refuses: [{ fact: "an unknown department", body: { code: "no", active: true }, code: "OPA-DEPT-UNKNOWN" }],
  },
  D5: {
    succeeds: [
      { fact: "shows one department", params: { code: "rd", includeSubDept: "false" }, answers: [rd] },
      { fact: "shows it with all below it", params: { code: "RD", includeSubDept: "true" }, answers: [rd, rd1, rd2] },
    ],
    refuses: [
      {
        fact: "an unknown department",
        params: { code: "no", includeSubDept: "true" },
        code: "OPA-DEPT-UNKNOWN",
        status: 404,
      },
      {
        fact: "a word that is not a boolean",
        params: { code: "RD", includeSubDept: "yes" },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  D6: {
    succeeds: [
      {
        fact: "deletes an empty department",
        params: { code: "RD2" },
        leaves: ({ departments }) => departments.splice(3, 1),
      },
      {
        fact: "closes the gap that a deleted department leaves",
        first: [["D7", { body: { parentCode: "RD", code: "RD2", seq: 0 } }]],
        params: { code: "RD2" },
        leaves: ({ departments }) => departments.splice(2, 1),
      },
    ],
    refuses: [
      { fact: "a department with children", params: { code: "RD" }, code: "OPA-IN-USE" },
      { fact: "a department with main members", params: { code: "RD1" }, code: "OPA-IN-USE" },
      {
        fact: "a department with part-time members only",
        first: [["E15", { body: { user: account("dan"), mainDept: { code: "HQ", isMainDept: true } } }]],
        params: { code: "FIN" },
        code: "OPA-IN-USE",
      },
      { fact: "an unknown department", params: { code: "no" }, code: "OPA-DEPT-UNKNOWN" },
    ],
  },
  D7: {
    succeeds: [
      {
        fact: "inserts at the number among its siblings",
        body: { parentCode: "RD", code: "RD2", seq: 0 },
        leaves: (organisation) => arrange(organisation, "HQ RD RD2 RD1 FIN LAB"),
      },
      {
        fact: "moves to another parent with everything below it",
        body: { parentCode: "LAB", code: "RD", seq: 7 },
        leaves: (organisation) => {
          editDepartment(organisation, "RD", { parentCode: "LAB" });
          arrange(organisation, "HQ FIN LAB RD RD1 RD2");
        },
      },
      {
        fact: "moves to the top level when no parent is given",
        body: { code: "FIN", seq: 0 },
        leaves: (organisation) => {
          editDepartment(organisation, "FIN", { parentCode: null });
          arrange(organisation, "FIN HQ RD RD1 RD2 LAB");
        },
      },
    ],
    refuses: [
      { fact: "itself as the parent", body: { parentCode: "RD", code: "RD", seq: 0 }, code: "OPA-TREE-CYCLE" },
      { fact: "a parent below it", body: { parentCode: "RD1", code: "HQ", seq: 0 }, code: "OPA-TREE-CYCLE" },
      { fact: "an unknown parent", body: { parentCode: "no", code: "RD", seq: 0 }, code: "OPA-DEPT-UNKNOWN" },
      { fact: "an unknown department", body: { code: "no", seq: 0 }, code: "OPA-DEPT-UNKNOWN" },
      { fact: "a negative number", body: { code: "RD", seq: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  D9: {
    succeeds: [
      {
        fact: "shows main and part-time members",
        params: { code: "HQ", includeSubDept: "false" },
        answers: people("amy", "bob"),
      },
      {
        fact: "shows each person below once",
        params: { code: "HQ", includeSubDept: "true" },
        answers: people("amy", "bob", "cat", "dan"),
      },
    ],
    refuses: [
      {
        fact: "an unknown department",
        params: { code: "no", includeSubDept: "false" },
        code: "OPA-DEPT-UNKNOWN",
        status: 404,
      },
    ],
  },
  D10: {
    succeeds: [
      { fact: "shows the manager", params: { code: "RD" }, answers: people("bob")[0] },
      { fact: "answers null if there is none", params: { code: "FIN" }, answers: null },
    ],
    refuses: [{ fact: "an unknown department", params: { code: "no" }, code: "OPA-DEPT-UNKNOWN", status: 404 }],
  },
  D11: {
    succeeds: [
      {
        fact: "removes the manager, who stays a member",
        params: { code: "RD" },
        leaves: (organisation) => editDepartment(organisation, "RD", { manager: null }),
      },
      { fact: "succeeds when there is none", params: { code: "FIN" } },
    ],
    refuses: [{ fact: "an unknown department", params: { code: "no" }, code: "OPA-DEPT-UNKNOWN" }],
  },
  D12: {
    succeeds: [
      {
        fact: "sets the manager by account",
        body: { code: "FIN", manager: account("dan") },
        leaves: (organisation) => editDepartment(organisation, "FIN", { manager: "dan" }),
      },
      {
        fact: "sets a part-time member by number, instead of the manager before",
        body: { code: "HQ", manager: number("002") },
        leaves: (organisation) => editDepartment(organisation, "HQ", { manager: "bob" }),
      },
    ],
    refuses: [
      { fact: "an unknown person", body: { code: "FIN", manager: account("no") }, code: "OPA-USER-UNKNOWN" },
      { fact: "an unknown department", body: { code: "no", manager: account("amy") }, code: "OPA-DEPT-UNKNOWN" },
      {
        fact: "a person who is not a member",
        body: { code: "FIN", manager: account("amy") },
        code: "OPA-MANAGER-NOT-MEMBER",
      },
      {
        fact: "a disabled person",
        first: [["E7", { body: { user: account("dan"), active: false } }]],
        body: { code: "FIN", manager: account("dan") },
        code: "OPA-MANAGER-INACTIVE",
      },
    ],
  },
};
