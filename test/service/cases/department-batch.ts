/** Cases of D8 (changes to many departments), whose answer has five lists. */
import { account } from "./baseline.ts";
import { type CasesOf, edit } from "./case.ts";

const nothing = {
  enableDept: [],
  disableDept: [],
  disableEmplOfAccount: [],
  disableEmplOfEmployeeNumber: [],
  removeSubDeptEmpl: [],
};

export const departmentBatchCases: CasesOf<"D8"> = {
  D8: {
    succeeds: [
      { fact: "accepts an empty batch", body: { batchMove: [] }, answers: nothing },
      {
        fact: "disables everything below, the main members, and ends part-time relations",
        body: { batchMove: [{ parentCode: "HQ", code: "RD", seq: 0, active: false }] },
        answers: {
          ...nothing,
          disableDept: ["RD", "RD1", "RD2"],
          disableEmplOfAccount: ["bob", "cat"],
          disableEmplOfEmployeeNumber: ["002", "003"],
        },
        leaves: ({ departments, employees }) => {
          for (const code of ["RD", "RD1", "RD2"]) edit(departments, (row) => row.code === code, { active: false });
          for (const name of ["bob", "cat"]) edit(employees, (row) => row.account === name, { active: false });
        },
      },
      {
        fact: "releases part-time members, and lists only what it changed",
        first: [["E7", { body: { user: account("dan"), active: false } }]],
        body: { batchMove: [{ parentCode: "HQ", code: "FIN", seq: 1, active: false }] },
        answers: {
          ...nothing,
          disableDept: ["FIN"],
          removeSubDeptEmpl: [{ account: "cat", emplNum: "003", deptCode: "FIN" }],
        },
        leaves: ({ departments, employees }) => {
          edit(departments, ({ code }) => code === "FIN", { active: false });
          employees[2]?.depts.pop();
        },
      },
      {
        fact: "does not list what was already inactive",
        first: [["D4", { body: { code: "RD1", active: false } }]],
        body: { batchMove: [{ parentCode: "RD", code: "RD1", seq: 0, active: false }] },
        answers: { ...nothing, disableEmplOfAccount: ["cat"], disableEmplOfEmployeeNumber: ["003"] },
        leaves: ({ employees }) => edit(employees, ({ account: name }) => name === "cat", { active: false }),
      },
      {
        fact: "enables the named departments only",
        first: [
          ["D4", { body: { code: "RD", active: false } }],
          ["D4", { body: { code: "RD1", active: false } }],
        ],
        body: { batchMove: [{ parentCode: "HQ", code: "RD", seq: 0, active: true }] },
        answers: { ...nothing, enableDept: ["RD"] },
        leaves: ({ departments }) => edit(departments, ({ code }) => code === "RD", { active: true }),
      },
      {
        fact: "turns parent and child around in one batch",
        body: {
          batchMove: [
            { parentCode: "RD1", code: "RD", seq: 0, active: true },
            { parentCode: "HQ", code: "RD1", seq: 0, active: true },
          ],
        },
        answers: { ...nothing, enableDept: ["RD", "RD1"] },
        leaves: ({ departments }) => {
          edit(departments, ({ code }) => code === "RD", { parentCode: "RD1" });
          edit(departments, ({ code }) => code === "RD1", { parentCode: "HQ" });
          departments.splice(1, 0, ...departments.splice(2, 1));
        },
      },
      {
        fact: "lets disabling win over enabling below it",
        body: {
          batchMove: [
            { parentCode: "RD", code: "RD2", seq: 0, active: true },
            { code: "RD", seq: 0, active: false },
          ],
        },
        answers: {
          ...nothing,
          disableDept: ["RD", "RD2", "RD1"],
          disableEmplOfAccount: ["bob", "cat"],
          disableEmplOfEmployeeNumber: ["002", "003"],
        },
        leaves: ({ departments, employees }) => {
          for (const code of ["RD", "RD1", "RD2"]) edit(departments, (row) => row.code === code, { active: false });
          for (const name of ["bob", "cat"]) edit(employees, (row) => row.account === name, { active: false });
          edit(departments, ({ code }) => code === "RD", { parentCode: null });
          const order = ["RD", "RD2", "RD1", "HQ", "FIN", "LAB"];
          departments.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
        },
      },
    ],
    refuses: [
      {
        fact: "a batch whose last item is wrong, as a whole",
        body: {
          batchMove: [
            { parentCode: "LAB", code: "RD", seq: 0, active: false },
            { parentCode: "HQ", code: "no", seq: 0, active: true },
          ],
        },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "a cycle that only the whole batch creates",
        body: {
          batchMove: [
            { parentCode: "LAB", code: "HQ", seq: 0, active: true },
            { parentCode: "RD2", code: "LAB", seq: 0, active: true },
          ],
        },
        code: "OPA-TREE-CYCLE",
      },
      {
        fact: "an unknown parent",
        body: { batchMove: [{ parentCode: "no", code: "RD", seq: 0, active: true }] },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "an item without `active`",
        body: { batchMove: [{ parentCode: "HQ", code: "RD", seq: 0 }] },
        code: "OPA-REQUEST-INVALID",
      },
      {
        fact: "an item without number",
        body: { batchMove: [{ parentCode: "HQ", code: "RD", active: true }] },
        code: "OPA-REQUEST-INVALID",
      },
      {
        fact: "an item without code",
        body: { batchMove: [{ parentCode: "HQ", seq: 0, active: true }] },
        code: "OPA-REQUEST-INVALID",
      },
      {
        fact: "a negative number",
        body: { batchMove: [{ code: "RD", seq: -1, active: true }] },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
};
