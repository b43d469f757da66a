/**
 * The target in memory: a strict implementation of the service's rules, with the lists and details that a reader would see, and
 * a log of operations. The invariants are checked after each operation.
 */
import type { Employee, Post } from "../../../src/model/directory/directory.ts";
import type { DetailScope, TargetLists, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import {
  canonical,
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  sameCode,
} from "../directory/full-directory.ts";
import { effectiveSupervisor } from "../expected/effective-supervisor.ts";
import { applyToCatalog } from "./memory-catalog.ts";
import { applyToDepartments } from "./memory-departments.ts";
import { brokenInvariants } from "./memory-invariants.ts";
import { applyToPeople } from "./memory-people.ts";
import { demand, type MemoryRules, strictRules } from "./memory-rules.ts";

export type MemoryTarget = {
  readonly state: FullDirectory;
  readonly log: readonly Operation[];
  /** Carries out `operation`, or throws a `Rejection` and changes nothing. */
  readonly apply: (operation: Operation) => void;
  readonly lists: () => TargetLists;
  readonly snapshot: (scope: DetailScope) => TargetSnapshot;
  /** A target with the same state and an empty log; `rules` may differ. */
  readonly copy: (rules?: Partial<MemoryRules>) => MemoryTarget;
};

/** A target that starts with a copy of `directory`. */
export const memoryTarget = (directory: FullDirectory, changed: Partial<MemoryRules> = {}): MemoryTarget => {
  const rules = { ...strictRules, ...changed };
  const state = structuredClone(directory);
  const log: Operation[] = [];
  const apply = (operation: Operation): void => {
    dispatch(state, operation, rules);
    log.push(operation);
    const broken = brokenInvariants(state, rules);
    demand(broken.length === 0, "invariant-broken", broken.join());
  };
  return {
    state,
    log,
    apply,
    lists: () => listsOf(state, rules),
    snapshot: (scope) => snapshotOf(state, scope, rules),
    copy: (other = {}) => memoryTarget(state, { ...rules, ...other }),
  };
};

const dispatch = (state: FullDirectory, operation: Operation, rules: MemoryRules): void => {
  switch (operation.id) {
    case "V2":
    case "V3":
    case "V4":
    case "V5":
    case "J1":
    case "J2":
    case "J5":
    case "J6":
    case "J7":
    case "J8":
    case "T2":
    case "T3":
    case "T4":
    case "T5":
      return applyToCatalog(state, operation, rules);
    case "D2":
    case "D3":
    case "D4":
    case "D7":
    case "D11":
    case "D12":
      return applyToDepartments(state, operation, rules);
    case "E7":
    case "E8":
    case "E9":
    case "E11":
    case "E12":
    case "E13":
    case "E14":
      return applyToPeople(state, operation, rules);
  }
};

/** Positions within a group, in the service's numbering. */
const numbered = <T>(items: readonly T[], first: 0 | 1, group: (item: T) => string): (T & { order: number })[] => {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const before = counts.get(group(item)) ?? 0;
    counts.set(group(item), before + 1);
    return { ...item, order: before + first };
  });
};

const listedDepartment = (department: FullDepartment) => {
  const { manager: _, ...rest } = department;
  return rest;
};

const listedEmployee = (person: FullEmployee): Employee => {
  const { resignationDate: _, posts: __, ...rest } = person;
  return rest;
};

const listsOf = (state: FullDirectory, { firstPosition }: MemoryRules): TargetLists => ({
  levels: numbered(state.levels, firstPosition, () => ""),
  titles: numbered(state.titles, 1, (title) => String(title.rank)),
  functions: numbered(state.functions, firstPosition, (item) => canonical(item.category)),
  departments: numbered(state.departments.map(listedDepartment), firstPosition, (department) =>
    canonical(department.parent ?? ""),
  ),
  employees: state.employees.map(listedEmployee),
});

const readPosts = (state: FullDirectory, person: FullEmployee, rules: MemoryRules): readonly Post[] =>
  person.posts.map((post) =>
    rules.supervisorReads === "custom"
      ? structuredClone(post)
      : { ...structuredClone(post), supervisor: effectiveSupervisor(state, person, post) },
  );

const snapshotOf = (state: FullDirectory, scope: DetailScope, rules: MemoryRules): TargetSnapshot => {
  const lists = listsOf(state, rules);
  const managersOf = new Set(scope.managersOf.map(canonical));
  const postsOf = new Set(scope.postsOf.map(canonical));
  const membersOf = (code: string) =>
    state.employees.filter((person) => person.posts.some((post) => sameCode(post.department, code)));
  return {
    ...lists,
    departments: lists.departments.map((listed, at) =>
      managersOf.has(canonical(listed.code)) ? { ...listed, manager: state.departments[at]?.manager ?? null } : listed,
    ),
    employees: state.employees.map((person) =>
      postsOf.has(canonical(person.account))
        ? { ...listedEmployee(person), posts: readPosts(state, person, rules) }
        : listedEmployee(person),
    ),
    unreadable: [],
    members: new Map(scope.membersOf.map((code) => [code, membersOf(code).map((person) => person.account)])),
  };
};
