/** Composes the service from its features: their tables, rules, sections of a company document, and routes. */
import type { FastifyInstance } from "fastify";
import type { OperationId } from "../contract/contract.ts";
import type { uploadOperations } from "../contract/uploads.ts";
import type { Clock } from "../lib/clock.ts";
import { access } from "./access/access.ts";
import { agents } from "./agents/agents.ts";
import { documents } from "./documents/documents.ts";
import { everyday } from "./everyday/everyday.ts";
import { registerExplorer } from "./explorer.ts";
import { forms } from "./forms/forms.ts";
import { formsSection } from "./forms/section.ts";
import { initiations } from "./initiations/initiations.ts";
import type { ServiceParts } from "./kernel/api.ts";
import { createCompanyWith, type Company as KernelCompany } from "./kernel/company.ts";
import type { Handlers, Sections } from "./kernel/feature.ts";
import type { Quirks } from "./kernel/quirks.ts";
import type { ReportChange } from "./kernel/table.ts";
import { organisation } from "./organisation/organisation.ts";
import { agentTables, createPastRecorder, loadedAsRefreshed, organisationTables } from "./signing/as-of-refresh.ts";
import { signing } from "./signing/signing.ts";
import type { Company as UploadsCompany } from "./uploads/tables.ts";
import type { UploadService } from "./uploads/upload-parts.ts";
import { uploads } from "./uploads/uploads.ts";

const createTables = (report: ReportChange) => {
  const watched = { ...organisation.tables(report), ...agents.tables(report) };
  return {
    ...watched,
    ...access.tables(report),
    ...uploads.tables(report),
    ...forms.tables(report),
    ...signing.tables(report, watched),
    ...initiations.tables(report),
    ...documents.tables(report),
    ...everyday.tables(report),
  };
};

/** The company with the tables of all features. */
export type Company = KernelCompany & ReturnType<typeof createTables> & Pick<UploadsCompany, "givesFile">;

export const createCompany = (corpCode: string, quirks: Quirks, clock: Clock, corpName = corpCode): Company => {
  const company = createCompanyWith({ corpCode, corpName, clock, quirks }, (report, newId) => {
    const tables = createTables(report);
    return { tables, beforeChange: createPastRecorder(tables, newId) };
  });
  const givesFile: Company["givesFile"] = (caller, fileId) =>
    [documents, signing].some((feature) => feature.givesFile(whole, caller, fileId));
  const whole: Company = Object.assign(company, { givesFile });
  return whole;
};

export type RuledId = Exclude<OperationId, keyof typeof uploadOperations>;

/** The rules of all operations except the uploads. The type check fails if a rule is missing. */
export const rules: Handlers<RuledId, Company> = {
  ...organisation.rules,
  ...access.rules,
  ...forms.rules,
  ...agents.rules,
  ...signing.rules,
  ...initiations.rules,
  ...documents.rules,
  ...everyday.rules,
};

/** The sections of a company document, each after all sections that it refers to. */
export const sections: Sections<Company> = {
  organisation: loadedAsRefreshed(organisation.sections.organisation, organisationTables),
  ...access.sections,
  forms: formsSection<Company>(
    ({ documents: started, initiations: requested }, { id }) =>
      started.by("form", id).length > 0 || requested.by("open", "queued").some(({ formId }) => formId === id),
  ),
  agents: loadedAsRefreshed(agents.sections.agents, agentTables),
  ...signing.sections,
  ...documents.sections,
  ...everyday.sections,
};

export type Service = ServiceParts<Company> & UploadService;

export const registerFeatures = (app: FastifyInstance, service: Service): void => {
  for (const { routes } of [uploads, access, signing, initiations, documents, everyday]) routes(app, service);
  registerExplorer(app);
};
