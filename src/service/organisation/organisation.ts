/** The organisation: departments, levels, people, posts, functions and titles (D, V, E, J, T). */
import type { Feature } from "../kernel/http/feature.ts";
import { categoryRules } from "./categories.ts";
import { departmentMoveRules } from "./department-moves.ts";
import { departmentRules } from "./departments.ts";
import { employeeRules } from "./employees.ts";
import { functionRules } from "./functions.ts";
import { levelRules } from "./levels.ts";
import { managerRules } from "./managers.ts";
import { postRules } from "./posts.ts";
import { dumpOrganisation, loadOrganisation } from "./section.ts";
import { supervisorRules } from "./supervisors.ts";
import { type Company, createOrganisationTables } from "./tables.ts";
import { takingAlong } from "./taken-along.ts";
import { titleRules } from "./titles.ts";

export const organisation = {
  tables: createOrganisationTables,
  rules: takingAlong({
    ...departmentRules,
    ...departmentMoveRules,
    ...managerRules,
    ...levelRules,
    ...employeeRules,
    ...postRules,
    ...supervisorRules,
    ...categoryRules,
    ...functionRules,
    ...titleRules,
  }),
  sections: { organisation: { refersTo: [], load: loadOrganisation, dump: dumpOrganisation } },
} satisfies Feature<Company>;
