/**
 * The signers of a step (R88). Posts and managers are read as of the last refresh (R87). A person is able to sign if active and
 * not the applicant. Whether a person is active is read now, because a task must not wait for a person who cannot sign in.
 *
 * ```
 * manager       the nearest able manager upward, beginning `levelsUp` levels above the department of the application
 * supervisor    the supervisor chosen for the applicant's post; if there is none who is able, the nearest able manager upward
 * person        the people named; in place of one who is not able, the nearest able manager from that person's main department up
 * jobFunction   all able holders of the function: in the nearest department upward that has one, or in the whole company
 * ```
 */
import type { SigningStep } from "../forms/route.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { asOfRefresh, type OrganisationAsOf } from "./as-of-refresh.ts";
import type { Company } from "./tables.ts";

/** The facts from which signers are found: the document's applicant and department, and the organisation. */
export type Asking = {
  readonly company: Company;
  readonly asOf: OrganisationAsOf;
  readonly applicantId: number;
  /** The department of the application; null if the applicant has no department. */
  readonly departmentId: number | null;
};

type From = { readonly applicantId: number; readonly departmentId: number };

/** A department that did not exist at the last refresh is replaced with the applicant's main department. */
export const askingFor = (company: Company, { applicantId, departmentId }: From): Asking => {
  const asOf = asOfRefresh(company);
  const own = asOf.departments.get(departmentId)?.id;
  return { company, asOf, applicantId, departmentId: own ?? mainDepartment(asOf.employees.get(applicantId)) };
};

/** Distinct row ids; empty if the step has no signers. */
export const signersOf = (asking: Asking, step: SigningStep): readonly number[] => {
  switch (step.kind) {
    case "manager":
      return managerFrom(asking, departmentAbove(asking, step.levelsUp));
    case "supervisor":
      return supervisor(asking);
    case "person":
      return [...new Set(step.personIds.flatMap((id) => personOrManager(asking, id)))];
    case "jobFunction":
      return step.within === "company"
        ? ableHolders(asking, asking.asOf.employees.by("function", step.functionId))
        : nearestHolders(asking, step.functionId);
  }
};

export const isActive = (company: Company, personId: number): boolean =>
  company.employees.get(personId)?.data.active ?? false;

const isAble = ({ company, applicantId }: Asking, personId: number): boolean =>
  personId !== applicantId && isActive(company, personId);

const mainDepartment = (person: EmployeeRow | undefined): number | null =>
  person?.posts.find((post) => post.main)?.departmentId ?? null;

/** The ids of the department and of all departments above it, in this order. */
const upward = (asking: Asking, from: number | null): readonly number[] => {
  const department = from === null ? undefined : asking.asOf.departments.get(from);
  return department ? [department.id, ...upward(asking, department.parentId)] : [];
};

const departmentAbove = (asking: Asking, levelsUp: number): number | null => {
  const path = upward(asking, asking.departmentId);
  return path[Math.min(levelsUp, path.length - 1)] ?? null;
};

/** The nearest manager who is able to sign, from this department upward. */
const managerFrom = (asking: Asking, departmentId: number | null): readonly number[] => {
  const managers = upward(asking, departmentId).map((id) => asking.asOf.departments.get(id)?.managerId ?? null);
  const nearest = managers.find((id) => id !== null && isAble(asking, id)) ?? null;
  return nearest === null ? [] : [nearest];
};

const supervisor = (asking: Asking): readonly number[] => {
  const { asOf, applicantId, departmentId } = asking;
  const post = asOf.employees.get(applicantId)?.posts.find((one) => one.departmentId === departmentId);
  const chosen = post?.supervisorId ?? null;
  return chosen !== null && isAble(asking, chosen) ? [chosen] : managerFrom(asking, departmentId);
};

/** Empty if the person did not exist at the refresh. */
const personOrManager = (asking: Asking, personId: number): readonly number[] => {
  const person = asking.asOf.employees.get(personId);
  return person && isAble(asking, personId) ? [personId] : managerFrom(asking, mainDepartment(person));
};

const ableHolders = (asking: Asking, holders: readonly EmployeeRow[]): readonly number[] =>
  holders
    .map(({ id }) => id)
    .filter((id) => isAble(asking, id))
    .sort((a, b) => a - b);

const nearestHolders = (asking: Asking, functionId: number): readonly number[] => {
  for (const id of upward(asking, asking.departmentId)) {
    const holders = asking.asOf.employees
      .by("department", id)
      .filter(({ posts }) => posts.some((post) => post.departmentId === id && post.functionIds.includes(functionId)));
    const able = ableHolders(asking, holders);
    if (able.length > 0) return able;
  }
  return [];
};
