/** Random organisations, routes and working days, and a company in memory that the service's own rules change. */
import * as fc from "fast-check";
import type { RouteStep } from "../../../src/contract/sections/forms.ts";
import { type Company, rules } from "../../../src/service/features.ts";
import { undo } from "../../../src/service/kernel/company/company.ts";
import type { RuledId } from "../../../src/service/kernel/http/feature.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import type { TaskRow } from "../../../src/service/signing/tables.ts";
import { caller, companyInMemory } from "../everyday/company-in-memory.ts";
import { account } from "./signing-company.ts";
import type { Post } from "./signing-model.ts";

export const departments = ["D0", "D1", "D2", "D3", "D4"] as const;
export const people = ["p0", "p1", "p2", "p3", "p4", "p5"] as const;
const functions = ["F0", "F1"] as const;

const anyDepartment = fc.constantFrom(...departments);
const anyPerson = fc.constantFrom(...people);

const posts: fc.Arbitrary<Post[]> = fc.uniqueArray(
  fc.record({
    code: anyDepartment,
    functions: fc.subarray([...functions]),
    supervisor: fc.constant(null),
  }),
  { selector: ({ code }) => code, minLength: 1, maxLength: 2 },
);

const mode = fc.constantFrom("any" as const, "all" as const);
const leaf: fc.Arbitrary<RouteStep> = fc.oneof(
  fc.record({ kind: fc.constant("manager" as const), name: fc.constant("m"), mode, levelsUp: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("supervisor" as const), name: fc.constant("s"), mode }),
  fc.record({
    kind: fc.constant("person" as const),
    name: fc.constant("p"),
    mode,
    accounts: fc.uniqueArray(anyPerson, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("jobFunction" as const),
    name: fc.constant("f"),
    mode,
    jobFuncCode: fc.constantFrom(...functions),
    within: fc.constantFrom("department" as const, "company" as const),
  }),
);

const routeOf = (depth: number): fc.Arbitrary<RouteStep[]> => {
  if (depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 2 });
  const branch = fc.record({ name: fc.constant("b"), steps: routeOf(depth - 1) });
  const branches: fc.Arbitrary<RouteStep> = fc.record({
    kind: fc.constant("branches" as const),
    name: fc.constant("bs"),
    branches: fc.array(branch, { minLength: 1, maxLength: 2 }),
  });
  return fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: branches }), {
    minLength: 1,
    maxLength: 3,
  });
};
export const routes = fc.array(routeOf(2), { minLength: 1, maxLength: 2 });

export type Start = {
  readonly parents: readonly (number | null)[];
  readonly posts: readonly (readonly Post[])[];
  readonly managers: readonly (string | null)[];
};

/** Random organisations at the start of a day. A department's parent always comes earlier in the list of departments. */
export const starts: fc.Arbitrary<Start> = fc.record({
  parents: fc.tuple(
    ...departments.map((_, at) => (at === 0 ? fc.constant(null) : fc.option(fc.nat({ max: at - 1 }), { freq: 6 }))),
  ),
  posts: fc.tuple(...people.map(() => posts)),
  managers: fc.tuple(...departments.map(() => fc.option(anyPerson, { freq: 5 }))),
});

export type Event =
  | { readonly kind: "manager"; readonly code: string; readonly who: string | null }
  | { readonly kind: "posts"; readonly who: string; readonly posts: readonly Post[] }
  | { readonly kind: "supervisor"; readonly who: string; readonly nth: number; readonly to: string | null }
  | { readonly kind: "move"; readonly code: string; readonly to: string | null }
  | { readonly kind: "active"; readonly who: string; readonly active: boolean }
  | { readonly kind: "refresh" }
  | { readonly kind: "apply"; readonly who: string; readonly nth: number; readonly form: number }
  | { readonly kind: "decide"; readonly nth: number; readonly by: string | null; readonly isApproval: boolean };

const nth = fc.nat({ max: 20 });
export const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("manager" as const), code: anyDepartment, who: fc.option(anyPerson) }),
    fc.record({ kind: fc.constant("posts" as const), who: anyPerson, posts }),
    fc.record({ kind: fc.constant("supervisor" as const), who: anyPerson, nth, to: fc.option(anyPerson) }),
    fc.record({ kind: fc.constant("move" as const), code: anyDepartment, to: fc.option(anyDepartment) }),
    fc.record({
      kind: fc.constant("active" as const),
      who: anyPerson,
      active: fc.boolean(),
    }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("apply" as const), who: anyPerson, nth, form: fc.nat({ max: 1 }) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("decide" as const),
        nth,
        by: fc.option(anyPerson, { freq: 2 }),
        isApproval: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
      }),
    },
  ),
  { minLength: 20, maxLength: 60, size: "max" },
);

const written = (list: readonly Post[]) =>
  list.map(({ code, functions: jobFuncs }, at) => ({ code, isMainDept: at === 0, jobFuncs: [...jobFuncs] }));

/** A company with forms `R0`, `R1` … that have these routes. */
export const companyOf = (start: Start, given: readonly (readonly RouteStep[])[]): Company => {
  const organisation = {
    levels: [{ code: "L", name: "L", active: true }],
    titles: [],
    functions: functions.map((code) => ({ code, categoryName: "C", jobFunc: code, active: true })),
    departments: departments.map((code, at) => ({
      code,
      parentCode: start.parents[at] === null ? null : departments[start.parents[at] ?? 0],
      deptLevelCode: "L",
      name: code,
      description: null,
      active: true,
      manager: start.managers[at],
    })),
    employees: people.map((who, at) => ({
      account: who,
      name: who,
      active: true,
      depts: written(start.posts[at] ?? []),
    })),
  };
  const forms = {
    categories: [{ category: "C" }],
    forms: given.map((route, at) => ({ code: `R${at}`, name: "R", category: "C", fields: [], route })),
  };
  const company = companyInMemory({ organisation, forms });
  company.journal.clear();
  return company;
};

/** All pending tasks, oldest first. */
export const pendingTasks = ({ tasks }: Company): readonly TaskRow[] =>
  tasks.all().filter(({ decision }) => decision === null);

/** Does the work; returns the code of the refusal, or undefined if it succeeded. */
export const attempt = (company: Company, work: () => void): string | undefined => {
  try {
    work();
    company.journal.clear();
    return undefined;
  } catch (thrown) {
    undo(company.journal);
    if (thrown instanceof Refusal) return thrown.code;
    throw thrown;
  }
};

export const perform = (company: Company, id: RuledId, body: unknown, params: object = {}): string | undefined =>
  attempt(company, () => {
    const rule = rules[id] as (company: Company, request: unknown) => unknown;
    rule(company, { params, body, caller });
  });

/** Changes the organisation with the operation that belongs to the event. */
export const changeCompany = (company: Company, event: Event, postCode: string | undefined): string | undefined => {
  switch (event.kind) {
    case "manager":
      return event.who === null
        ? perform(company, "D11", undefined, { code: event.code })
        : perform(company, "D12", { code: event.code, manager: account(event.who) });
    case "posts":
      return perform(company, "E14", { user: account(event.who), depts: written(event.posts) });
    case "supervisor": {
      const chosen = event.to === null ? { supervisorType: 0 } : { supervisorType: 1, supervisor: account(event.to) };
      return perform(company, "E13", { user: account(event.who), deptCode: postCode, ...chosen });
    }
    case "move":
      return perform(company, "D7", { code: event.code, parentCode: event.to, seq: 0 });
    case "active":
      return perform(company, "E7", { user: account(event.who), active: event.active });
    case "apply":
    case "decide":
    case "refresh":
      throw new Error("not a change of the organisation");
  }
};
