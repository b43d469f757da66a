/**
 * A whole organisation in one document: what the service can be loaded with and dumped to. Not part of the published
 * interface; it uses the interface's own field names.
 */
import { z } from "zod";
import { Dept, DeptLevel, EmplDeptWrite, Employee, JobFunc, JobTitle } from "./records.ts";

/** Lists are in display order: siblings, levels, titles in a rank and functions in a category keep the order given. */
export const Organisation = z.object({
  levels: z.array(DeptLevel.omit({ seq: true })),
  titles: z.array(JobTitle.omit({ seq: true })),
  functions: z.array(JobFunc.omit({ seq: true })),
  /** Parents may come after their children; `manager` is an account. */
  departments: z.array(Dept.omit({ seq: true }).extend({ manager: z.string().nullish() })),
  employees: z.array(
    Employee.extend({
      resignationDate: z.string().nullish(),
      /** `supervisor` is an account; absent or null: the department manager approves. */
      depts: z.array(EmplDeptWrite.extend({ supervisor: z.string().nullish() })),
    }),
  ),
});
export type Organisation = z.infer<typeof Organisation>;
