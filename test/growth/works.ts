/** Pieces of work whose cost must grow with a company and not with its square: plans in which everybody differs, and what follows them. */
import { emptyMemory } from "../../src/model/memory/memory.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { readBackScope } from "../../src/plan/read-back/read-back-scope.ts";
import { judge } from "../../src/plan/read-back/second-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { reportOf } from "../report/report-builder.ts";
import { directoryOf } from "../sample/organisation-directory.ts";
import { readSample } from "../sample/sample-source.ts";
import type { FullDirectory, FullEmployee } from "../support/directory/full-directory.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { memoryTarget } from "../support/target/memory-target.ts";

const today = "2026-11-21";

const everybody = (company: FullDirectory, edit: (person: FullEmployee, at: number) => void): FullDirectory => {
  const edited = structuredClone(company);
  for (const [at, person] of edited.employees.entries()) edit(person, at);
  return edited;
};

/** Everybody has an approver, as on a site that shows whoever approves in effect. */
const inDepartment = ({ departments, employees }: FullDirectory, person: FullEmployee, at: number) => {
  const [post] = person.posts;
  const department = departments[at % departments.length]?.code ?? "";
  const supervisor = employees[at % 5]?.account ?? null;
  person.posts = post ? [{ ...post, main: true, department, supervisor }] : [];
};

/** What the service has, where HR has the sample company. */
const works: Readonly<Record<string, (company: FullDirectory) => FullDirectory>> = {
  "everybody is new": () => ({ levels: [], titles: [], categories: [], functions: [], departments: [], employees: [] }),
  "everybody moves": (company) => everybody(company, (person, at) => inDepartment(company, person, at * 7)),
  "everybody leaves one department": (company) =>
    everybody(company, (person) => {
      inDepartment(company, person, 5);
      person.phoneNumber = "0912345678";
    }),
  "everybody gets another account": (company) =>
    everybody(company, (person) => void (person.account = `old.${person.account}`)),
  "everybody has the number of somebody else": (company) =>
    everybody(company, (person, at) => void (person.number = company.employees.at(at - 1)?.number ?? null)),
  "everybody is enabled": (company) => everybody(company, (person) => void (person.active = false)),
  "everybody else leaves": (company) => ({
    ...company,
    employees: company.employees.flatMap((person) => [
      person,
      { ...person, account: `x.${person.account}`, number: `x${person.number}`, name: `X${person.name}` },
    ]),
  }),
  "each department gets another code": (company) => {
    const edited = structuredClone(company);
    for (const department of edited.departments) {
      department.code = `${department.code}X`;
      if (department.parent) department.parent = `${department.parent}X`;
    }
    for (const { posts } of edited.employees) for (const post of posts) post.department = `${post.department}X`;
    return edited;
  },
  "each department gets another manager": (company) => {
    const edited = structuredClone(company);
    for (const [at, department] of edited.departments.entries())
      department.manager = edited.employees[at]?.account ?? null;
    return edited;
  },
};

export const workNames = Object.keys(works);

/** Returns the work, ready to be done: plan, report, what is read back, and the judgement of a service that has ignored all writes. */
export const prepare = async (name: string, people: number): Promise<() => void> => {
  const company = sampleCompany({ people, today });
  const source = await readSample(company);
  const target = memoryTarget(works[name]?.(directoryOf(company.before)) ?? directoryOf(company.before));
  return () => {
    const before = target.snapshot(detailScope(source, target.lists()));
    const [memory, settings] = [emptyMemory, defaultSettings];
    const plan = makePlan({ source, target: before, memory, settings, today });
    htmlReport(reportOf(plan, { language: "en" }));
    const tried = plan.changes;
    const scope = readBackScope(tried, new Set(), before, { unreliable: new Set(), looked: () => 0, seed: "growth" });
    const results = new Map(tried.map(({ id }) => [id, "applied" as const]));
    const wholeIds = new Set([...tried, ...plan.held].map(({ id }) => id));
    const reading = { source, before, now: before, shows: "chosen", memory, settings, plan, wholeIds, tried } as const;
    judge({ ...reading, results, created: [] }, scope);
  };
};
