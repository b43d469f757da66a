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
import type { DepartmentRow, EmployeeRow } from "../organisation/tables.ts";
import { asOfRefresh, type OrganisationAsOf } from "./as-of-refresh.ts";
import type { Company, DocumentRow } from "./tables.ts";

/** The facts from which signers are found: the document's applicant and department, and the organisation. */
type Asking = {
  readonly company: Company;
  readonly asOf: OrganisationAsOf;
  readonly applicantId: number;
  /** The department of the application; null if the applicant has no department. */
  readonly departmentId: number | null;
};

/**
 * Distinct row ids; empty if the step has no signers. A department that did not exist at the last refresh is replaced with the
 * applicant's main department.
 */
export const signersOf = (
  company: Company,
  { applicantId, departmentId: given }: Pick<DocumentRow, "applicantId" | "departmentId">,
  step: SigningStep,
): readonly number[] => {
  const asOf = asOfRefresh(company);
  const departmentId = asOf.departments.get(given)?.id ?? mainDepartment(asOf.employees.get(applicantId));
  const asking: Asking = { company, asOf, applicantId, departmentId };
  switch (step.kind) {
    case "manager":
      return managerFrom(asking, departmentId, step.levelsUp);
    case "supervisor": {
      const post = asOf.employees.get(applicantId)?.posts.find((one) => one.departmentId === departmentId);
      const chosen = post?.supervisorId ?? null;
      return isAble(asking, chosen) ? [chosen] : managerFrom(asking, departmentId);
    }
    case "person":
      return [...new Set(step.personIds.flatMap((id) => personOrManager(asking, id)))];
    case "jobFunction":
      return step.within === "company"
        ? ableHolders(asking, asOf.employees.by("function", step.functionId))
        : nearestHolders(asking, step.functionId);
  }
};

export const isActive = (company: Company, personId: number): boolean =>
  company.employees.get(personId)?.data.active ?? false;

const isAble = ({ company, applicantId }: Asking, personId: number | null): personId is number =>
  personId !== null && personId !== applicantId && isActive(company, personId);

const mainDepartment = (person: EmployeeRow | undefined): number | null =>
  person?.posts.find((post) => post.main)?.departmentId ?? null;

/** The department and all departments above it, in this order. */
const upward = (asking: Asking, from: number | null): readonly DepartmentRow[] => {
  const department = from === null ? undefined : asking.asOf.departments.get(from);
  return department ? [department, ...upward(asking, department.parentId)] : [];
};

/** The nearest manager who is able to sign, from `levelsUp` levels above this department upward; at most from the top. */
const managerFrom = (asking: Asking, departmentId: number | null, levelsUp = 0): readonly number[] => {
  const path = upward(asking, departmentId);
  const managers = path.slice(Math.min(levelsUp, path.length - 1)).map(({ managerId }) => managerId);
  return managers.filter((id) => isAble(asking, id)).slice(0, 1);
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
  const isHolder = ({ posts }: EmployeeRow, departmentId: number): boolean =>
    posts.some((post) => post.departmentId === departmentId && post.functionIds.includes(functionId));
  return (
    upward(asking, asking.departmentId)
      .map(({ id }) => asking.asOf.employees.by("department", id).filter((person) => isHolder(person, id)))
      .map((holders) => ableHolders(asking, holders))
      .find((able) => able.length > 0) ?? []
  );
};
