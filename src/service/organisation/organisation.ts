/** The organisation: departments, levels, people, posts, functions and titles (D, V, E, J, T). */
import type { Feature } from "../kernel/feature.ts";
import { organisationRules } from "./rules.ts";
import { dumpOrganisation, loadOrganisation } from "./section.ts";
import { type Company, createOrganisationTables } from "./tables.ts";

export const organisation = {
  tables: createOrganisationTables,
  rules: organisationRules,
  sections: { organisation: { refersTo: [], load: loadOrganisation, dump: dumpOrganisation } },
} satisfies Feature<Company>;
