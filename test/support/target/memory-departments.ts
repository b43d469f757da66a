/**
 * Departments in the memory target (operations D2, D3, D4, D7, D11, D12). A department with active children or members cannot be
 * closed.
 */
import type { Operation } from "../../../src/model/plan/operation.ts";
import { ancestorsOf, type FullDepartment, type FullDirectory, sameCode } from "../directory/full-directory.ts";
import { findPerson } from "./memory-people.ts";
import { activeHolders, demand, demandFreeCode, findCode, type MemoryRules, place } from "./memory-rules.ts";

type DepartmentId = "D2" | "D3" | "D4" | "D7" | "D11" | "D12";
export type DepartmentOperation = Extract<Operation, { id: DepartmentId }>;
type Of<Id extends DepartmentId> = Extract<Operation, { id: Id }>;

const demandName = (
  state: FullDirectory,
  rules: MemoryRules,
  name: string,
  parent: string | null,
  except?: FullDepartment,
): void => {
  demand(name.trim() !== "", "blank-name", name);
  if (!rules.uniqueSiblingNames) return;
  const taken = state.departments.some(
    (other) => other !== except && sameCode(other.parent, parent) && other.name === name,
  );
  demand(!taken, "duplicate-sibling-name", name);
};

const create = (state: FullDirectory, operation: Of<"D2">, rules: MemoryRules): void => {
  const { code, name, active, description = null } = operation;
  demandFreeCode(state.departments, code);
  const parent = operation.parent === null ? null : findCode(state.departments, operation.parent).code;
  const level = findCode(state.levels, operation.level).code;
  demandName(state, rules, name, parent);
  state.departments.push({ code, name, parent, level, description, active, manager: null });
};

const rewrite = (state: FullDirectory, operation: Of<"D3">, rules: MemoryRules): void => {
  const department = findCode(state.departments, operation.code);
  const { name, level, description } = operation.set;
  demandFreeCode(state.departments, operation.newCode, department);
  if (name !== undefined) demandName(state, rules, name, department.parent, department);
  if (level !== undefined) department.level = findCode(state.levels, level).code;
  if (name !== undefined) department.name = name;
  if (description !== undefined) department.description = description;
  const { code } = department;
  for (const other of state.departments) if (sameCode(other.parent, code)) other.parent = operation.newCode;
  for (const post of state.employees.flatMap((person) => person.posts))
    if (sameCode(post.department, code)) post.department = operation.newCode;
  department.code = operation.newCode;
};

const setActive = (state: FullDirectory, operation: Of<"D4">): void => {
  const department = findCode(state.departments, operation.code);
  const { code } = department;
  if (!operation.active) {
    const children = state.departments.some((other) => other.active && sameCode(other.parent, code));
    demand(!children, "active-children", code);
    const members = activeHolders(state, (post) => sameCode(post.department, code));
    demand(members.length === 0, "active-members", code);
  }
  department.active = operation.active;
};

const move = (state: FullDirectory, operation: Of<"D7">, rules: MemoryRules): void => {
  const department = findCode(state.departments, operation.code);
  const parent = operation.parent === null ? null : findCode(state.departments, operation.parent);
  const cycle = parent !== null && (parent === department || ancestorsOf(state, parent).includes(department));
  demand(!cycle, "cycle", operation.code);
  const code = parent?.code ?? null;
  if (!sameCode(department.parent, code)) demandName(state, rules, department.name, code, department);
  place(
    state.departments,
    department,
    (other) => sameCode(other.parent, code),
    operation.seq - rules.firstPosition,
    rules,
  );
  department.parent = code;
};

const setManager = (state: FullDirectory, operation: Of<"D12">, rules: MemoryRules): void => {
  const department = findCode(state.departments, operation.code);
  const person = findPerson(state, operation.manager);
  demand(person.active, "manager-inactive", operation.code);
  const member = person.posts.some((post) => sameCode(post.department, department.code));
  demand(member || !rules.managerMustBeMember, "manager-not-member", operation.code);
  department.manager = person.account;
};

const clearManager = (state: FullDirectory, operation: Of<"D11">): void => {
  const department = findCode(state.departments, operation.code);
  demand(department.manager !== null, "no-manager", operation.code);
  department.manager = null;
};

/** Carries out one department operation on `state`, or throws a `Rejection`. */
export const applyToDepartments = (state: FullDirectory, operation: DepartmentOperation, rules: MemoryRules): void => {
  switch (operation.id) {
    case "D2":
      return create(state, operation, rules);
    case "D3":
      return rewrite(state, operation, rules);
    case "D4":
      return setActive(state, operation);
    case "D7":
      return move(state, operation, rules);
    case "D11":
      return clearManager(state, operation);
    case "D12":
      return setManager(state, operation, rules);
  }
};
