/** Searches among 20,000 documents read only those of the person in question. */
import { beforeAll, expect, it } from "vitest";
import { type Company, rules } from "../../../src/service/features.ts";
import { serviceCaller, type UserCaller } from "../../../src/service/kernel/callers/caller.ts";
import type { RuledId } from "../../../src/service/kernel/http/feature.ts";
import { startDocument } from "../../../src/service/signing/start-document.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";
import { account } from "./signing-company.ts";

const [teams, documentsOfEach] = [200, 100];

const department = (code: string, manager: string) => ({ code, deptLevelCode: "L", name: code, active: true, manager });
const person = (name: string, code: string) => ({
  account: name,
  name,
  active: true,
  depts: [{ code, isMainDept: true }],
});

let company: Company;
let touched = 0;

/** The same table, with a count of every row that it returns. */
const counting = <
  T extends {
    all: () => readonly unknown[];
    get: (id: number) => unknown;
    by: (...args: never[]) => readonly unknown[];
  },
>(
  table: T,
): T => {
  const count = <R extends readonly unknown[]>(rows: R): R => {
    touched += rows.length;
    return rows;
  };
  return {
    ...table,
    all: () => count(table.all()),
    get: (id: number) => count([table.get(id)])[0],
    by: (...args: never[]) => count(table.by(...args)),
  };
};

beforeAll(() => {
  const numbers = Array.from({ length: teams }, (_, at) => at);
  const organisation = {
    levels: [{ code: "L", name: "L", active: true }],
    titles: [],
    functions: [],
    departments: numbers.map((at) => department(`D${at}`, `boss${at}`)),
    employees: numbers.flatMap((at) => [person(`boss${at}`, `D${at}`), person(`clerk${at}`, `D${at}`)]),
  };
  const forms = {
    categories: [{ category: "C" }],
    forms: [{ code: "A", name: "A", category: "C", fields: [], route: [{ kind: "manager", name: "M" }] }],
  };
  company = companyInMemory({ organisation, forms });
  const form = company.forms.all()[0];
  if (!form) throw new Error("no form");
  for (const at of numbers) {
    const [applicantId, departmentId] = [
      company.employees.by("account", `clerk${at}`)[0]?.id ?? 0,
      company.departments.by("code", `d${at}`)[0]?.id ?? 0,
    ];
    for (let number = 0; number < documentsOfEach; number += 1) {
      startDocument(company, {
        form,
        applicantId,
        departmentId,
        urgent: false,
        opinion: null,
        values: {},
        fileIds: [],
      });
    }
  }
  const { documents, tasks, employees, agentUsers, agentTimes } = company;
  company = {
    ...company,
    documents: counting(documents),
    tasks: counting(tasks),
    employees: counting(employees),
    agentUsers: counting(agentUsers),
    agentTimes: counting(agentTimes),
  };
});

const ask = (id: RuledId, body: object, caller: unknown = serviceCaller) => {
  touched = 0;
  const rule = rules[id] as (
    company: Company,
    request: unknown,
  ) => { items: unknown[]; pageInfo?: { itemsCount: number } };
  return rule(company, { params: {}, body, caller });
};

const pageOptions = { page: 0, size: 10 };
/** The number of rows that a search may read: a few for each of the person's documents. */
const bound = 5 * documentsOfEach;

it("finds the documents for which a person applied", () => {
  const found = ask("F8c", {
    user: account("clerk7"),
    taskStatus: 1,
    dateRangeType: 3,
    dateRange: { since: "1970-01-01T00:00:00Z" },
    keyword: "a",
    pageOptions,
  });
  expect(found.pageInfo?.itemsCount).toBe(documentsOfEach);
  expect(touched).toBeLessThan(bound);
});

it("finds the documents that wait for a person", () => {
  expect(ask("F8d", { user: account("boss7"), keyword: "a", pageOptions }).pageInfo?.itemsCount).toBe(documentsOfEach);
  expect(touched).toBeLessThan(bound);
  const employeeId = company.employees.by("account", "boss7")[0]?.id ?? 0;
  const caller: UserCaller = { kind: "user", name: "test", permissions: new Set(), employeeId };
  expect(ask("U2", { keyword: "a" }, caller).items).toHaveLength(documentsOfEach);
  expect(touched).toBeLessThan(bound);
});

it("decides on one task", () => {
  const [task] = company.tasks.by("pendingFor", company.employees.by("account", "boss9")[0]?.id ?? 0);
  ask("F10", { user: account("boss9"), nodeId: task?.uuid });
  expect(company.tasks.get(task?.id ?? 0)?.decision).toBe("approved");
  expect(touched).toBeLessThan(40);
});
