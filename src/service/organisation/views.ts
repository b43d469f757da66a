/** Departments and people as records of the contract, in the form that the quirks demand. */
import type { Dept, Employee } from "../../contract/records/organisation.ts";
import { localTime } from "../../lib/clock.ts";
import { requireRow } from "../kernel/company/table.ts";
import { epochOf } from "../kernel/instant.ts";
import type { Quirks } from "../kernel/quirks/quirks.ts";
import { inOrder, shownSeq } from "./ordering.ts";
import type { Company, DepartmentRow, EmployeeRow } from "./tables.ts";

export const showDepartment = (company: Company, row: DepartmentRow): Dept => {
  const { parentId, code, name, description, active } = row;
  const deptLevelCode = requireRow(company.levels, row.levelId).code;
  const seq = shownSeq(company, company.departments, row);
  const own = { code, deptLevelCode, name, description, active, seq };
  if (parentId !== null) return { parentCode: requireRow(company.departments, parentId).code, ...own };
  const { rootParent } = company.quirks;
  const parentCode = { null: null, empty: "", company: company.corpCode };
  return rootParent === "missing" ? own : { parentCode: parentCode[rootParent], ...own };
};

/** The company as the department above all others, where the quirk `rootParent` shows it as one. */
export const showCompany = ({ corpCode, corpName, levels }: Company): Dept => {
  const deptLevelCode = inOrder(levels.all())[0]?.code ?? "";
  return { parentCode: null, code: corpCode, deptLevelCode, name: corpName, description: null, active: true, seq: 0 };
};

/** Which inactive people are listed. */
const isListed: Record<Quirks["inactivePeople"], (id: number) => boolean> = {
  listed: () => true,
  some: (id) => id % 2 === 0,
  hidden: () => false,
};

/** Returns those of the given people whom E1 and D9 include (R51). */
export const listed = ({ quirks }: Company, people: readonly EmployeeRow[]): readonly EmployeeRow[] =>
  people
    .filter(({ id, data }) => data.active || isListed[quirks.inactivePeople](id))
    .filter(({ posts }) => posts.length > 0 || quirks.peopleWithoutPosts === "listed");

const dateFields = ["expiredTime", "birthDate", "hireDate"] as const;

/** Returns the stored data itself unless a quirk changes it (R10, R13, R50). */
export const showEmployee = (company: Company, row: EmployeeRow): Employee => {
  const { dates, idNumbers, personalData, extraFields } = company.quirks;
  const isClear = idNumbers === "clear" && personalData === "clear";
  if (dates === "as-sent" && isClear && extraFields === "none") return row.data;
  const shown = { ...row.data };
  if (dates !== "as-sent") for (const name of dateFields) shown[name] = showDate(shown[name], dates);
  if (idNumbers === "masked") shown.idCardNumber = masked(shown.idCardNumber);
  if (personalData === "masked") {
    shown.phoneNumber = masked(shown.phoneNumber);
    shown.birthDate = shown.birthDate ? `${shown.birthDate.slice(0, 4)}-**-**` : null;
  }
  return extraFields === "none" ? shown : showMore(company, row, shown, extraFields);
};

/** A date-time in the format of the quirk `dates`; an invalid date-time stays unchanged. */
const showDate = (sent: string | null | undefined, dates: "utc" | "no-offset"): string | null => {
  const epochMs = epochOf(sent ?? "");
  if (!sent || Number.isNaN(epochMs)) return sent ?? null;
  return dates === "utc" ? new Date(epochMs).toISOString() : localTime(epochMs);
};

/** Masks all but the first and last three characters. */
const masked = (text: string | null | undefined): string | null => text?.replaceAll(/(?<=.{3}).(?=.{3})/g, "*") ?? null;

/** Adds the fields that some sites return in addition to the specified ones, or instead of `active` (R50). */
const showMore = (company: Company, row: EmployeeRow, shown: Employee, extraFields: "more" | "enabled"): Employee => {
  const main = row.posts.find((post) => post.main);
  const deptCode = main ? requireRow(company.departments, main.departmentId).code : null;
  const { active, ...others } = shown;
  const more = { ...others, enabled: active, resignationDate: row.resignationDate, deptCode };
  return extraFields === "more" ? { ...more, active } : more;
};
