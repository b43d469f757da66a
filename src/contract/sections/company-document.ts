/**
 * The company document, which the service loads and dumps. Each section is optional. Loading a section replaces all data of the
 * service that belong to it; data of other sections stay.
 */
import { z } from "zod";
import { AccessSection } from "./access.ts";
import { AgentsSection } from "./agents.ts";
import { DocumentsSection } from "./documents.ts";
import { NoticesSection, PunchesSection, SurveysSection } from "./everyday.ts";
import { FormsSection } from "./forms.ts";
import { LibrariesSection, TrashSection } from "./library.ts";
import { Organisation } from "./organisation.ts";

export const CompanyDocument = z.strictObject({
  organisation: Organisation.optional(),
  forms: FormsSection.optional(),
  agents: AgentsSection.optional(),
  documents: DocumentsSection.optional(),
  libraries: LibrariesSection.optional(),
  trash: TrashSection.optional(),
  surveys: SurveysSection.optional(),
  punches: PunchesSection.optional(),
  notices: NoticesSection.optional(),
  access: AccessSection.optional(),
});
export type CompanyDocument = z.infer<typeof CompanyDocument>;

export type SectionName = keyof CompanyDocument;
export const sectionNames = Object.keys(CompanyDocument.shape) as readonly SectionName[];
