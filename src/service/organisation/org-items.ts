/**
 * Organisation items (`OrgItem`). An item names a person, a department, a title or a function. It covers that person, or all
 * people with a post in the department, or with the title or function in one of their posts. It is stored with row ids instead
 * of codes, so it stays valid when a code changes (R33). An item whose object was deleted covers nobody.
 */
import type { PersonName } from "../../contract/records/organisation.ts";
import { type DeptRef, itemType, type OrgItem } from "../../contract/records/shared.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment, findEmployee, findFunction, findTitle, nameById, refOf } from "./lookup.ts";
import type { Company, DepartmentItem, EmployeeRow, Scope, StoredItem } from "./tables.ts";

/**
 * True when the items cover this person. Only the person's posts count, whether or not the person is active. `isCompany` with
 * the company's code covers all its people, and those of other companies who have a post here (R76).
 */
export const isCoveredBy = (company: Company, person: EmployeeRow, kept: readonly StoredItem[]): boolean =>
  kept.some((item) => isNamed(company, person, item));

/**
 * Converts items to their stored form. Refuses unknown codes, and an item without the property that its `itemType` needs;
 * `where` names the list.
 */
export const toStoredItems = (company: Company, items: readonly OrgItem[], where: string): readonly StoredItem[] =>
  items.map((item, at) => toStoredItem(company, item, `${where}.${at}`));

/** The items with their present codes, without those whose object was deleted. */
export const showItems = (company: Company, kept: readonly StoredItem[]): OrgItem[] =>
  kept.flatMap((item) => showItem(company, item) ?? []);

export const employeeItem = (name: PersonName): OrgItem => ({ itemType: itemType.employee, employee: refOf(name) });

/** The type of an item; if it is left out, the one property that names an object tells it. */
const typeOf = ({ itemType: type, dept, employee, jobTitleCode, jobFuncCode }: OrgItem, where: string) => {
  if (typeof type === "number") return type;
  const [named, another] = [
    ...(employee ? [itemType.employee] : []),
    ...(jobTitleCode ? [itemType.jobTitle] : []),
    ...(jobFuncCode ? [itemType.jobFunction] : []),
    ...(dept && !jobTitleCode && !jobFuncCode ? [itemType.department] : []),
  ];
  return named === undefined || another !== undefined ? refuse("OPA-ITEM-INCOMPLETE", `${where}.itemType`) : named;
};

const toStoredItem = (company: Company, item: OrgItem, where: string): StoredItem => {
  const type = typeOf(item, where);
  /** The property that the type needs, and its place. */
  const needed = <Name extends keyof OrgItem>(name: Name) => {
    const place = `${where}.${name}`;
    return [item[name] ?? refuse("OPA-ITEM-INCOMPLETE", place), place] as const;
  };
  if (type === itemType.employee) {
    return { kind: "employee", employeeId: findEmployee(company, ...needed("employee")).id };
  }
  if (type === itemType.department) return toDepartmentItem(company, ...needed("dept"));
  const scope = item.dept ? toStoredScope(company, item.dept, `${where}.dept`) : "company";
  return type === itemType.jobTitle
    ? { kind: "title", titleId: findTitle(company, ...needed("jobTitleCode")).id, scope }
    : { kind: "function", functionId: findFunction(company, ...needed("jobFuncCode")).id, scope };
};

/** The stored item for a department or, with `isCompany`, for the company. Refuses an unknown code, and a department without one. */
export const toDepartmentItem = (company: Company, dept: DeptRef, where: string): DepartmentItem => ({
  kind: "department",
  scope: toStoredScope(company, dept, where),
});

const toStoredScope = (company: Company, { code, containsChildren, isCompany }: DeptRef, where: string): Scope => {
  const place = `${where}.code`;
  if (isCompany) {
    return fold(code ?? company.corpCode) === fold(company.corpCode) ? "company" : refuse("OPA-DEPT-UNKNOWN", place);
  }
  const { id } = findDepartment(company, code ?? refuse("OPA-ITEM-INCOMPLETE", place), place);
  return { departmentId: id, containsChildren: containsChildren ?? false };
};

const isNamed = (company: Company, person: EmployeeRow, item: StoredItem): boolean => {
  if (item.kind === "employee") return item.employeeId === person.id;
  if (item.kind === "department" && item.scope === "company")
    return person.corpCode === undefined || person.posts.length > 0;
  return person.posts.some(
    ({ departmentId, titleId, functionIds }) =>
      (item.kind !== "title" || titleId === item.titleId) &&
      (item.kind !== "function" || functionIds.includes(item.functionId)) &&
      isInScope(company, departmentId, item.scope),
  );
};

/** True when the scope contains the department, in the tree of `tables`. */
export const isInScope = (tables: DepartmentsOnly, departmentId: number, scope: Scope): boolean => {
  if (scope === "company" || scope.departmentId === departmentId) return true;
  if (!scope.containsChildren) return false;
  const parentId = tables.departments.get(departmentId)?.parentId ?? null;
  return parentId !== null && isInScope(tables, parentId, scope);
};

type DepartmentsOnly = { readonly departments: Pick<Company["departments"], "get"> };

const showItem = (company: Company, item: StoredItem): OrgItem | undefined => {
  if (item.kind === "employee") {
    const name = nameById(company, item.employeeId);
    return name === null ? undefined : employeeItem(name);
  }
  const dept = showScope(company, item.scope);
  if (dept === undefined) return undefined;
  if (item.kind === "department") return { itemType: itemType.department, dept };
  const within = item.scope === "company" ? {} : { dept };
  const { code } =
    (item.kind === "title" ? company.titles.get(item.titleId) : company.functions.get(item.functionId)) ?? {};
  if (code === undefined) return undefined;
  return item.kind === "title"
    ? { itemType: itemType.jobTitle, jobTitleCode: code, ...within }
    : { itemType: itemType.jobFunction, jobFuncCode: code, ...within };
};

const showScope = (company: Company, scope: Scope): DeptRef | undefined => {
  if (scope === "company") return { code: company.corpCode, containsChildren: true, isCompany: true };
  const code = company.departments.get(scope.departmentId)?.code;
  return code === undefined ? undefined : { code, containsChildren: scope.containsChildren, isCompany: false };
};
