/**
 * The section `organisation` of the company document: a whole organisation. Not part of the published interface; it uses the
 * interface's field names.
 */
import { z } from "zod";
import { Dept, DeptLevel, EmplDeptWrite, Employee, JobFunc, JobTitle } from "./records.ts";

/**
 * Lists are in display order. The service keeps the order of sibling departments, of levels, of titles with the same rank, and
 * of functions in the same category.
 */
export const Organisation = z.object({
  levels: z.array(DeptLevel.omit({ seq: true })),
  titles: z.array(JobTitle.omit({ seq: true })),
  functions: z.array(JobFunc.omit({ seq: true })),
  /** A parent may follow its children in the list. `manager` is an account. */
  departments: z.array(Dept.omit({ seq: true }).extend({ manager: z.string().nullish() })),
  employees: z.array(
    Employee.extend({
      resignationDate: z.string().nullish(),
      /** `supervisor` is an account. If it is absent or null, the department manager approves. */
      depts: z.array(EmplDeptWrite.extend({ supervisor: z.string().nullish() })),
    }),
  ),
});
export type Organisation = z.infer<typeof Organisation>;
