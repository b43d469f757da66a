/** The organisation: departments, levels, people, posts, functions and titles (D, V, E, J, T). */
import type { Feature } from "../kernel/feature.ts";
import { departmentBatchRules } from "./department-batch.ts";
import { departmentRules } from "./departments.ts";
import { employeeRules } from "./employees.ts";
import { functionRules } from "./functions.ts";
import { levelRules } from "./levels.ts";
import { postRules } from "./posts.ts";
import { dumpOrganisation, loadOrganisation } from "./section.ts";
import { type Company, createOrganisationTables } from "./tables.ts";
import { titleRules } from "./titles.ts";

export const organisation = {
  tables: createOrganisationTables,
  rules: {
    ...departmentRules,
    ...departmentBatchRules,
    ...levelRules,
    ...employeeRules,
    ...postRules,
    ...functionRules,
    ...titleRules,
  },
  sections: { organisation: { refersTo: [], load: loadOrganisation, dump: dumpOrganisation } },
} satisfies Feature<Company>;
