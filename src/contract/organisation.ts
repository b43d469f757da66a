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
  optional,
  PersonName,
  personalTexts,
} from "./records.ts";
import { line, lines } from "./texts.ts";

const text = optional(line);

/**
 * Lists are in display order. The service keeps the order of sibling departments, of levels, of titles with the same rank, and
 * of functions in the same category. The texts are those that requests may contain, so that whatever the service shows can be
 * written again.
 */
export const Organisation = z.object({
  levels: z.array(DeptLevel.omit({ seq: true }).extend({ code: line, name: text })),
  titles: z.array(JobTitle.omit({ seq: true }).extend({ code: line, title: text })),
  functions: z.array(JobFunc.omit({ seq: true }).extend({ code: line, jobFunc: text, categoryName: text })),
  /** A parent may follow its children in the list. */
  departments: z.array(
    Dept.omit({ seq: true }).extend({
      code: line,
      name: text,
      description: optional(lines),
      parentCode: text,
      deptLevelCode: text,
      manager: PersonName.nullish(),
    }),
  ),
  employees: z.array(
    Employee.extend({
      account: line,
      name: text,
      ...personalTexts(line, lines),
      /** The home company of a person who has part-time posts here, and no main post; absent or null for our own people. */
      corpCode: text,
      resignationDate: dateTime.nullish(),
      /** If `supervisor` is absent or null, the department manager approves. */
      depts: z.array(EmplDeptWrite.extend({ supervisor: PersonName.nullish() })),
    }),
  ),
});
export type Organisation = z.infer<typeof Organisation>;
