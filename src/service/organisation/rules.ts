/** The rules of the organisation: departments, levels, people, posts, functions and titles. */
import { departmentBatchRules } from "./department-batch.ts";
import { departmentRules } from "./departments.ts";
import { employeeRules } from "./employees.ts";
import { functionRules } from "./functions.ts";
import { levelRules } from "./levels.ts";
import { postRules } from "./posts.ts";
import { titleRules } from "./titles.ts";

export const organisationRules = {
  ...departmentRules,
  ...departmentBatchRules,
  ...levelRules,
  ...employeeRules,
  ...postRules,
  ...functionRules,
  ...titleRules,
};
