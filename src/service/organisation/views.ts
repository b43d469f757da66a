/** Converts rows to the records of the contract, in the form that the quirks demand. */
import type {
  Dept,
  DeptLevel,
  EmplDeptRead,
  Employee,
  JobFunc,
  JobFuncCategory,
  JobTitle,
} from "../../contract/records.ts";
import { localTime } from "../../lib/clock.ts";
import { epochOf } from "../kernel/instant.ts";
import type { Quirks } from "../kernel/quirks.ts";
import { requireRow } from "../kernel/table.ts";
import { shownPosition } from "./ordering.ts";
import type {
  CategoryRow,
  Company,
  DepartmentRow,
  EmployeeRow,
  FunctionRow,
  LevelRow,
  PostRow,
  TitleRow,
} from "./tables.ts";

export const showLevel = (company: Company, { seq, code, name, active }: LevelRow): DeptLevel => ({
  seq: shownPosition(company, seq),
  code,
  name,
  active,
});

export const showTitle = ({ id: _, ...title }: TitleRow): JobTitle => title;

export const showCategory = (company: Company, { name, seq }: CategoryRow): JobFuncCategory => ({
  name,
  seq: shownPosition(company, seq),
});

export const showFunction = (company: Company, row: FunctionRow): JobFunc => {
  const { code, name: jobFunc, active } = row;
  const categoryName = requireRow(company.categories, row.categoryId).name;
  return { categoryName, code, jobFunc, active, seq: shownPosition(company, row.seq) };
};

export const showDepartment = (company: Company, row: DepartmentRow): Dept => {
  const { code, name, description, active } = row;
  const deptLevelCode = requireRow(company.levels, row.levelId).code;
  const own = { code, deptLevelCode, name, description, active, seq: shownPosition(company, row.seq) };
  if (row.parentId !== null) return { parentCode: requireRow(company.departments, row.parentId).code, ...own };
  const { rootParent } = company.quirks;
  return rootParent === "missing" ? own : { parentCode: rootParent === "empty" ? "" : null, ...own };
};

/** A date-time in the format of the quirk `dates`; an invalid date-time stays unchanged. */
const showDate = (sent: string | null | undefined, dates: "utc" | "no-offset"): string | null => {
  if (!sent) return sent ?? null;
  const epochMs = epochOf(sent);
  if (Number.isNaN(epochMs)) return sent;
  return dates === "utc" ? new Date(epochMs).toISOString() : localTime(epochMs);
};

/** Returns those of the given people whom E1 and D9 include (R51). */
export const listed = ({ quirks }: Company, people: readonly EmployeeRow[]): readonly EmployeeRow[] =>
  quirks.inactivePeople === "listed" ? people : people.filter(({ data }) => data.active);

export const showEmployee = (company: Company, row: EmployeeRow): Employee => {
  const { dates, idNumbers, personalData, extraFields } = company.quirks;
  const { data } = row;
  const isClear = idNumbers === "clear" && personalData === "clear";
  if (dates === "as-sent" && isClear && extraFields === "none") return data;
  const dated = dates === "as-sent" ? data : { ...data, ...showDates(data, dates) };
  const shown = isClear ? dated : { ...dated, ...showMasks(dated, company.quirks) };
  return extraFields === "none" ? shown : showMore(company, row, shown, extraFields);
};

const showDates = (data: Employee, dates: "utc" | "no-offset") => ({
  expiredTime: showDate(data.expiredTime, dates),
  birthDate: showDate(data.birthDate, dates),
  hireDate: showDate(data.hireDate, dates),
});

/** Masks all but the first and last three characters. */
const masked = (text: string | null | undefined): string | null =>
  text ? text.replaceAll(/(?<=.{3}).(?=.{3})/g, "*") : (text ?? null);

/** Returns the fields that a site masks (R10). A birth date keeps its year. */
const showMasks = (data: Employee, { idNumbers, personalData }: Quirks): Partial<Employee> => {
  const birthDate = data.birthDate ? `${data.birthDate.slice(0, 4)}-**-**` : null;
  return {
    ...(idNumbers === "masked" && { idCardNumber: masked(data.idCardNumber) }),
    ...(personalData === "masked" && { phoneNumber: masked(data.phoneNumber), birthDate }),
  };
};

/** Adds the fields that some sites return in addition to the specified ones, or instead of `active` (R50). */
const showMore = (company: Company, row: EmployeeRow, shown: Employee, extraFields: "more" | "enabled"): Employee => {
  const main = row.posts.find((post) => post.main);
  const more = {
    ...shown,
    enabled: shown.active,
    resignationDate: row.resignationDate,
    deptCode: main ? requireRow(company.departments, main.departmentId).code : null,
  };
  const { active: _, ...withoutActive } = more;
  return extraFields === "more" ? more : withoutActive;
};

/**
 * The manager who approves for a person in a department: the department's own manager or, if there is none or it is the same
 * person, the nearest manager above.
 */
const approver = (company: Company, person: EmployeeRow, department: DepartmentRow): number | null => {
  if (department.managerId !== null && department.managerId !== person.id) return department.managerId;
  if (department.parentId === null) return null;
  return approver(company, person, requireRow(company.departments, department.parentId));
};

export const showPost = (company: Company, person: EmployeeRow, post: PostRow): EmplDeptRead => {
  const department = requireRow(company.departments, post.departmentId);
  const supervisorId =
    post.supervisorId ??
    (company.quirks.supervisorShown === "effective" ? approver(company, person, department) : null);
  const supervisor = supervisorId === null ? undefined : requireRow(company.employees, supervisorId).data;
  const title = post.titleId === null ? undefined : requireRow(company.titles, post.titleId);
  return {
    code: department.code,
    name: department.name,
    isMainDept: post.main,
    superVisorAccount: supervisor?.account ?? null,
    superVisorEmplNumber: supervisor?.employeeNumber ?? null,
    jobTitle: title ? { code: title.code, name: title.title } : null,
    jobFuncs: post.functionIds.map((id) => {
      const { code, name } = requireRow(company.functions, id);
      return { code, name };
    }),
  };
};
