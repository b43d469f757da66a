/**
 * The section `organisation` of the company document: a whole organisation. Not part of the published interface; it uses the
 * interface's field names.
 */
import { z } from "zod";
import {
  Dept,
  DeptLevel,
  dateTime,
  EmplDeptWrite,
  Employee,
  JobFunc,
  JobTitle,
  PersonName,
} from "../records/organisation.ts";

/**
 * Lists are in display order. The service keeps the order of sibling departments, of levels, of titles with the same rank, and
 * of functions in the same category.
 */
export const Organisation = z.object({
  levels: z.array(DeptLevel.omit({ seq: true })),
  titles: z.array(JobTitle.omit({ seq: true })),
  functions: z.array(JobFunc.omit({ seq: true })),
  /** A parent may follow its children in the list. */
  departments: z.array(Dept.omit({ seq: true }).extend({ manager: PersonName.nullish() })),
  employees: z.array(
    Employee.extend({
      /** The home company of a person who has part-time posts here, and no main post; absent or null for our own people. */
      corpCode: z.string().nullish(),
      resignationDate: dateTime.nullish(),
      /** If `supervisor` is absent or null, the department manager approves. */
      depts: z.array(EmplDeptWrite.extend({ supervisor: PersonName.nullish() })),
    }),
  ),
});
export type Organisation = z.infer<typeof Organisation>;
