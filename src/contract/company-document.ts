/**
 * Everything that the service can be loaded with and dumped to. Each section is optional; one that is given replaces
 * what the service holds of it.
 */
import { z } from "zod";
import { FormsSection } from "./forms-section.ts";
import { Organisation } from "./organisation.ts";

export const CompanyDocument = z.strictObject({
  organisation: Organisation.optional(),
  forms: FormsSection.optional(),
});
export type CompanyDocument = z.infer<typeof CompanyDocument>;
