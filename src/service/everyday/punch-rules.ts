/** K1–K2: punch records of a person and of a department, in the time zone that the request names (R82, R94). */
import { type PunchRecord, punchQueryType, punchType } from "../../contract/operations/everyday.ts";
import type { StrictBody } from "../../contract/strict-body.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { readRange } from "../kernel/instant.ts";
import { findTimeZone } from "../kernel/time-zones.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import type { DepartmentRow, EmployeeRow } from "../organisation/tables.ts";
import { membersOf, subtreeOf } from "../organisation/tree.ts";
import { type Punch, punchesOf } from "./punch-months.ts";
import type { Company } from "./tables.ts";

type Query = Pick<StrictBody<"K1">, "dateRange" | "timeZoneId" | "queryPunchHistoryType">;

/** Returns a function that finds the punches of a person for a query, and one that shows such a punch. */
const openQuery = (company: Company, { dateRange, timeZoneId, queryPunchHistoryType }: Query) => {
  const zone = findTimeZone(timeZoneId, "timeZoneId");
  const range = readRange(dateRange, zone.instantOf);
  return {
    find: (person: EmployeeRow): readonly Punch[] =>
      punchesOf(company, person.id, range).filter(({ punchType: type }) => isAskedFor(type, queryPunchHistoryType)),
    show: ({ corpCode, data }: EmployeeRow, { at, ...punch }: Punch): PunchRecord => ({
      corpCode: corpCode ?? company.corpCode,
      account: data.account,
      employeeNo: data.employeeNumber ?? null,
      punchDate: zone.show(at),
      ...punch,
    }),
  };
};

const isAskedFor = (type: Punch["punchType"], asked: number | null): boolean => {
  if (asked === null || asked === punchQueryType.all) return true;
  const isAttendance = type === punchType.in || type === punchType.out;
  return isAttendance === (asked === punchQueryType.attendance);
};

/** Returns the department of the person's main post if it is among these, otherwise that of the first post that is. */
const departmentAmong = (departments: ReadonlyMap<number, DepartmentRow>, { posts }: EmployeeRow) => {
  const here = posts.filter(({ departmentId }) => departments.has(departmentId));
  return departments.get((here.find(({ main }) => main) ?? here[0])?.departmentId ?? 0);
};

export const punchRules: Handlers<"K1" | "K2", Company> = {
  K1: (company, { body }) => {
    const { find, show } = openQuery(company, body);
    const person = findEmployee(company, body.user, "user", 404);
    return find(person).map((punch) => show(person, punch));
  },

  K2: (company, { body }) => {
    const { find, show } = openQuery(company, body);
    const root = findDepartment(company, body.deptCode, "deptCode", 404);
    const departments = new Map((body.includeSubDept ? subtreeOf(company, root) : [root]).map((row) => [row.id, row]));
    const found = membersOf(company, [...departments.values()]).flatMap((person) => {
      const deptCode = departmentAmong(departments, person)?.code;
      return find(person).map((punch) => ({ person, punch, deptCode }));
    });
    return found
      .sort((a, b) => a.punch.at - b.punch.at)
      .map(({ person, punch, deptCode }) => ({ ...show(person, punch), deptCode }));
  },
};
