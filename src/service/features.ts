/** Composes the service from its features: their tables, rules and routes. `company-document.ts` composes their sections. */
import type { FastifyInstance } from "fastify";
import type { Clock } from "../lib/clock.ts";
import { access } from "./access/access.ts";
import { agents } from "./agents/agents.ts";
import { documents } from "./documents/documents.ts";
import { everyday } from "./everyday/everyday.ts";
import { explorer } from "./explorer.ts";
import { forms } from "./forms/forms.ts";
import { initiations } from "./initiations/initiations.ts";
import { createCompanyWith } from "./kernel/company/company.ts";
import type { ReportChange } from "./kernel/company/table.ts";
import type { ServiceParts } from "./kernel/http/api.ts";
import type { Handlers, RuledId } from "./kernel/http/feature.ts";
import type { Quirks } from "./kernel/quirks/quirks.ts";
import { organisation } from "./organisation/organisation.ts";
import { createPastRecorder } from "./signing/as-of-refresh.ts";
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

export type Company = UploadsCompany & ReturnType<typeof createTables>;

export const createCompany = (corpCode: string, quirks: Quirks, clock: Clock, corpName = corpCode): Company => {
  const company = createCompanyWith({ corpCode, corpName, clock, quirks }, (report, newId) => {
    const tables = createTables(report);
    return { tables, beforeChange: createPastRecorder(tables, newId) };
  });
  const givesFile: Company["givesFile"] = (caller, fileId) =>
    [documents, signing].some((feature) => feature.givesFile(company as Company, caller, fileId));
  return Object.assign(company, { givesFile });
};

/** The type check fails if a rule is missing. */
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

export type Service = ServiceParts<Company> & UploadService;

export const registerFeatures = (app: FastifyInstance, service: Service): void => {
  for (const { routes } of [uploads, access, signing, initiations, documents, everyday, explorer]) routes(app, service);
};
