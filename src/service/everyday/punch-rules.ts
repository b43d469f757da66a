/** K1–K2: punch records of a person and of a department, in the time zone that the request names (R82, R94). */
import type { z } from "zod";
import { type PunchRecord, punchQueryType, punchType } from "../../contract/everyday.ts";
import type { Handlers } from "../kernel/feature.ts";
import type { StrictBody } from "../kernel/strict-body.ts";
import { findTimeZone, readRange } from "../kernel/time-zones.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { subtreeOf } from "../organisation/tree.ts";
import { type Punch, punchesOf } from "./punch-months.ts";
import type { Company } from "./tables.ts";

type Record = z.infer<typeof PunchRecord>;
type Query = Pick<StrictBody<"K1">, "dateRange" | "timeZoneId" | "queryPunchHistoryType">;

/** Returns a function that finds the punches of a person for a query, each with its record. */
const openQuery = (company: Company, query: Query) => {
  const zone = findTimeZone(query.timeZoneId, "timeZoneId");
  const range = readRange(query.dateRange, zone);
  return (person: EmployeeRow): { readonly at: number; readonly record: Record }[] =>
    punchesOf(company, person.id, range)
      .filter(({ type }) => isAskedFor(type, query.queryPunchHistoryType))
      .map(({ at, type, ...texts }) => ({
        at,
        record: {
          corpCode: person.corpCode ?? company.corpCode,
          account: person.data.account,
          employeeNo: person.data.employeeNumber ?? null,
          punchDate: zone.show(at),
          punchType: type,
          ...texts,
        },
      }));
};

const isAskedFor = (type: Punch["type"], asked: number | null): boolean => {
  if (asked === null || asked === punchQueryType.all) return true;
  const isAttendance = type === punchType.in || type === punchType.out;
  return isAttendance === (asked === punchQueryType.attendance);
};

/**
 * Returns all people with a post in one of the departments, each with the department of one such post: the main post if it is in
 * one of the departments, otherwise the first post that is.
 */
const membersOf = (company: Company, departmentIds: ReadonlySet<number>): ReadonlyMap<EmployeeRow, number> => {
  const people = new Set([...departmentIds].flatMap((id) => company.employees.by("department", id)));
  return new Map(
    [...people].map((person) => {
      const here = person.posts.filter(({ departmentId }) => departmentIds.has(departmentId));
      const post = here.find(({ main }) => main) ?? here[0];
      return [person, post?.departmentId ?? 0];
    }),
  );
};

export const punchRules: Handlers<"K1" | "K2", Company> = {
  K1: (company, { body }) =>
    openQuery(company, body)(findEmployee(company, body.user, "user", 404)).map(({ record }) => record),

  K2: (company, { body }) => {
    const ask = openQuery(company, body);
    const root = findDepartment(company, body.deptCode, "deptCode", 404);
    const departments = new Map((body.includeSubDept ? subtreeOf(company, root) : [root]).map((row) => [row.id, row]));
    const members = [...membersOf(company, new Set(departments.keys()))].sort(([a], [b]) => a.id - b.id);
    return members
      .flatMap(([person, departmentId]) => {
        const deptCode = departments.get(departmentId)?.code ?? root.code;
        return ask(person).map(({ at, record }) => ({ at, record: { ...record, deptCode } }));
      })
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record);
  },
};
