/** Cases of the employee operations E1–E12. */

import { noEmployeeData } from "../../../src/contract/records/organisation.ts";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { corpCode } from "../running-service.ts";
import { account, baseline, number } from "./baseline.ts";
import { type CasesOf, edit, omit } from "./case.ts";

const data = baseline().employees.map((person) => omit(person, "depts", "resignationDate"));
const post = (code: string, name: string, isMainDept: boolean, rest: object = {}) => ({
  code,
  name,
  isMainDept,
  superVisorAccount: null,
  superVisorEmplNumber: null,
  jobTitle: null,
  jobFuncs: [],
  ...rest,
});
const catsPosts = {
  depts: [
    post("RD1", "Name of RD1", true, {
      jobTitle: { code: "ENG", name: "Engineer" },
      jobFuncs: [
        { code: "DEV", name: "Development" },
        { code: "OPS", name: "Operations" },
      ],
    }),
    post("FIN", "Name of FIN", false, { superVisorAccount: "amy", superVisorEmplNumber: "001" }),
  ],
};

const editPerson = ({ employees }: Organisation, name: string, fields: object): void =>
  edit(employees, (person) => person.account === name, fields);

const unknown = { code: "OPA-USER-UNKNOWN", fact: "an unknown person" };
const missing = { ...unknown, status: 404 };
const stranger = { fact: "a person of another company", code: "OPA-CORP-UNKNOWN" };
const otherCompany = { ...account("amy"), corpCode: "OTHER" };

const fay = { account: "fay", name: "Fay" };
const emptyPerson = { ...noEmployeeData, ...fay, active: true, locked: false, resignationDate: null, depts: [] };
const main = (code: string) => ({ code, isMainDept: true });
const part = (code: string) => ({ code, isMainDept: false });

type Ids = "E1" | "E2" | "E3" | "E4" | "E5" | "E6" | "E7" | "E8" | "E9" | "E10" | "E11" | "E12";

export const employeeCases: CasesOf<Ids> = {
  E1: { succeeds: [{ fact: "lists everybody, inactive people too", answers: data }], refuses: [] },
  E2: {
    succeeds: [
      { fact: "finds by account in any spelling", params: { userType: "0", userCode: "AMY " }, answers: data[0] },
      { fact: "finds by employee number", params: { userType: "1", userCode: "003" }, answers: data[2] },
    ],
    refuses: [
      { ...missing, params: { userType: "0", userCode: "no" } },
      { ...missing, fact: "an account given as a number", params: { userType: "1", userCode: "amy" } },
      { fact: "an unknown user type", params: { userType: "2", userCode: "amy" }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  E3: {
    succeeds: [
      { fact: "accepts the own company", params: { userType: "1", userCode: "001", corpCode }, answers: data[0] },
    ],
    refuses: [
      { ...missing, params: { userType: "0", userCode: "no", corpCode } },
      { ...stranger, params: { userType: "0", userCode: "amy", corpCode: "OTHER" } },
    ],
  },
  E4: {
    succeeds: [
      {
        fact: "shows posts with names and only chosen supervisors",
        params: { userType: "0", userCode: "cat" },
        answers: catsPosts,
      },
      { fact: "shows no post", params: { userType: "0", userCode: "eve" }, answers: { depts: [] } },
    ],
    refuses: [{ ...missing, params: { userType: "1", userCode: "999" } }],
  },
  E5: {
    succeeds: [
      { fact: "accepts the own company", params: { userType: "1", userCode: "003", corpCode }, answers: catsPosts },
    ],
    refuses: [
      { ...stranger, params: { userType: "0", userCode: "amy", corpCode: "OTHER" } },
      { ...unknown, params: { userType: "0", userCode: "no", corpCode }, status: 404 },
    ],
  },
  E6: {
    succeeds: [
      {
        fact: "locks",
        body: { user: account("amy"), locked: true },
        leaves: (organisation) => editPerson(organisation, "amy", { locked: true }),
      },
      {
        fact: "unlocks",
        first: [["E6", { body: { user: account("amy"), locked: true } }]],
        body: { user: number("001"), locked: false },
        leaves: (organisation) => editPerson(organisation, "amy", { locked: false }),
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), locked: true } },
      { ...stranger, body: { user: otherCompany, locked: true } },
    ],
  },
  E7: {
    succeeds: [
      {
        fact: "disables; posts and the manager's position stay",
        body: { user: { ...account("amy"), corpCode }, active: false },
        leaves: (organisation) => editPerson(organisation, "amy", { active: false }),
      },
      {
        fact: "reactivates",
        body: { user: account("eve"), active: true },
        leaves: (organisation) => editPerson(organisation, "eve", { active: true }),
      },
    ],
    refuses: [{ ...unknown, body: { user: number("no"), active: true } }],
  },
  E8: {
    succeeds: [
      {
        fact: "sets the expiry as it was sent",
        body: { user: account("amy"), expiredTime: "2030-12-31T23:59:59+08:00" },
        leaves: (organisation) => editPerson(organisation, "amy", { expiredTime: "2030-12-31T23:59:59+08:00" }),
      },
      {
        fact: "clears the expiry by null",
        first: [["E8", { body: { user: account("amy"), expiredTime: "2030-12-31T23:59:59Z" } }]],
        body: { user: account("amy"), expiredTime: null },
        leaves: (organisation) => editPerson(organisation, "amy", { expiredTime: null }),
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), expiredTime: null } },
      {
        fact: "a day that does not exist",
        body: { user: account("amy"), expiredTime: "2023-02-29T00:00:00Z" },
        code: "OPA-REQUEST-INVALID",
      },
      {
        fact: "a date without time",
        body: { user: account("amy"), expiredTime: "2030-12-31" },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  E9: {
    succeeds: [
      {
        fact: "sets the date and does not disable the person",
        body: { user: number("002"), resignationDate: "2020-01-31T00:00:00" },
        leaves: (organisation) => editPerson(organisation, "bob", { resignationDate: "2020-01-31T00:00:00" }),
      },
      {
        fact: "clears the date by null",
        first: [["E9", { body: { user: account("bob"), resignationDate: "2020-01-31T00:00:00" } }]],
        body: { user: account("bob"), resignationDate: null },
        leaves: (organisation) => editPerson(organisation, "bob", { resignationDate: null }),
      },
    ],
    refuses: [{ ...unknown, body: { user: account("no"), resignationDate: null } }],
  },
  E10: {
    succeeds: [
      {
        fact: "deletes a person with all posts",
        body: account("cat"),
        leaves: ({ employees }) => employees.splice(2, 1),
      },
    ],
    refuses: [
      { ...unknown, body: account("no") },
      { fact: "a manager", body: number("002"), code: "OPA-IN-USE" },
      {
        fact: "the supervisor of another person",
        first: [["D11", { params: { code: "HQ" } }]],
        body: account("amy"),
        code: "OPA-IN-USE",
      },
    ],
  },
  E11: {
    succeeds: [
      {
        fact: "changes what is sent and keeps what is absent",
        body: { user: account("amy"), account: "amy", name: "Amy", phoneNumber: "1", gender: "Female" },
        leaves: (organisation) => editPerson(organisation, "amy", { name: "Amy", phoneNumber: "1", gender: "Female" }),
      },
      {
        fact: "clears by null",
        body: {
          user: account("amy"),
          account: "amy",
          name: "Amy",
          email: null,
          employeeNumber: null,
          loginValidation: null,
        },
        leaves: (organisation) =>
          editPerson(organisation, "amy", { name: "Amy", email: null, employeeNumber: null, loginValidation: null }),
      },
      {
        fact: "renames an account; managed departments follow",
        body: { user: number("001"), account: "amelia", name: "Amy" },
        leaves: (organisation) => {
          editPerson(organisation, "amy", { account: "amelia", name: "Amy" });
          edit(organisation.departments, ({ code }) => code === "HQ", { manager: "amelia" });
          edit(organisation.employees[2]?.depts ?? [], ({ code }) => code === "FIN", { supervisor: "amelia" });
        },
      },
    ],
    refuses: [
      { ...unknown, body: { user: account("no"), ...fay } },
      {
        fact: "another person's account",
        body: { user: account("amy"), account: "Bob", name: "a" },
        code: "OPA-ACCOUNT-TAKEN",
      },
      {
        fact: "another person's number",
        body: { user: account("amy"), account: "amy", name: "a", employeeNumber: "００２" },
        code: "OPA-NUMBER-TAKEN",
      },
      {
        fact: "an unknown gender",
        body: { user: account("amy"), account: "amy", name: "a", gender: "male" },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  E12: {
    succeeds: [
      {
        fact: "creates an active, unlocked person without post",
        body: fay,
        leaves: ({ employees }) => employees.push(emptyPerson),
      },
      {
        fact: "creates a person with posts, numbers, dates and expiry",
        body: {
          ...fay,
          employeeNumber: "005",
          hireDate: "2024-02-29T00:00:00Z",
          expiredTime: "2030-01-01T00:00:00Z",
          depts: [part("HQ"), { ...main("FIN"), jobTitleCode: "eng", jobFuncs: ["dev", "DEV", "OPS"] }],
        },
        leaves: ({ employees }) =>
          employees.push({
            ...emptyPerson,
            employeeNumber: "005",
            hireDate: "2024-02-29T00:00:00Z",
            expiredTime: "2030-01-01T00:00:00Z",
            depts: [
              { ...part("HQ"), jobTitleCode: null, jobFuncs: [], supervisor: null },
              { ...main("FIN"), jobTitleCode: "ENG", jobFuncs: ["DEV", "OPS"], supervisor: null },
            ],
          }),
      },
      {
        fact: "treats null posts as none",
        body: { ...fay, depts: null },
        leaves: ({ employees }) => employees.push(emptyPerson),
      },
      {
        fact: "lets two people have no number",
        body: { ...fay, employeeNumber: "" },
        leaves: ({ employees }) => employees.push({ ...emptyPerson, employeeNumber: "" }),
      },
    ],
    refuses: [
      { fact: "an account that exists", body: { ...fay, account: "ＡＭＹ" }, code: "OPA-ACCOUNT-TAKEN" },
      { fact: "a number that exists", body: { ...fay, employeeNumber: " 001" }, code: "OPA-NUMBER-TAKEN" },
      { fact: "posts without a main one", body: { ...fay, depts: [part("HQ")] }, code: "OPA-POSTS-MAIN" },
      { fact: "two main posts", body: { ...fay, depts: [main("HQ"), main("RD")] }, code: "OPA-POSTS-MAIN" },
      { fact: "one department twice", body: { ...fay, depts: [main("HQ"), part("hq")] }, code: "OPA-POSTS-DUPLICATE" },
      { fact: "an unknown department", body: { ...fay, depts: [main("no")] }, code: "OPA-DEPT-UNKNOWN" },
      {
        fact: "an unknown title",
        body: { ...fay, depts: [{ ...main("HQ"), jobTitleCode: "no" }] },
        code: "OPA-TITLE-UNKNOWN",
      },
      {
        fact: "an unknown function",
        body: { ...fay, depts: [{ ...main("HQ"), jobFuncs: ["no"] }] },
        code: "OPA-FUNCTION-UNKNOWN",
      },
    ],
  },
};
