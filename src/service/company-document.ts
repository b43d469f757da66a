/**
 * The whole company as one document, which consists of sections. They are loaded in the order of the table `sections`, in which
 * each section comes after all sections that it refers to. Over HTTP it is `PUT` and `GET /sandbox/company`, used by `musterd
 * service load` and `dump`; `/sandbox/organisation` is its first section alone.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { CompanyDocument, type SectionName } from "../contract/sections/company-document.ts";
import { MusterdError } from "../lib/errors.ts";
import { access } from "./access/access.ts";
import { withHashedPasswords } from "./access/section.ts";
import { agents } from "./agents/agents.ts";
import { documents } from "./documents/documents.ts";
import { changeFiles, type FileChange, readContents, storeContents } from "./documents/file-contents.ts";
import { everyday } from "./everyday/everyday.ts";
import type { Company, Service } from "./features.ts";
import { formsSection } from "./forms/section.ts";
import type { Section, Sections } from "./kernel/http/feature.ts";
import { readDocument } from "./kernel/http/read-document.ts";
import { Refusal, refusalText, refusingWithin } from "./kernel/refusal.ts";
import { organisation } from "./organisation/organisation.ts";
import { agentTables, loadedAsRefreshed, organisationTables } from "./signing/as-of-refresh.ts";
import { signing } from "./signing/signing.ts";

/** The sections of a company document, each after all sections that it refers to. */
const sections: Sections<Company> = {
  organisation: loadedAsRefreshed(organisation.sections.organisation, organisationTables),
  ...access.sections,
  forms: formsSection<Company>(
    (company, { id }) =>
      company.documents.by("form", id).length > 0 ||
      company.initiations.by("open", "queued").some(({ formId }) => formId === id),
  ),
  agents: loadedAsRefreshed(agents.sections.agents, agentTables),
  ...signing.sections,
  ...documents.sections,
  ...everyday.sections,
};

const names = Object.keys(sections) as readonly SectionName[];
const sectionOf = (name: SectionName): Section<Company, unknown> => sections[name] as Section<Company, unknown>;

/**
 * Replaces the given sections. A section that is not given, but refers to a replaced one, is dumped and loaded again, so it
 * refers to the new rows with the same codes. If such a code is missing, the document is refused; the caller must then give
 * that section too, even if it is empty.
 */
export const loadCompany = (company: Company, given: CompanyDocument): void => {
  const contents = new Map<SectionName, unknown>();
  for (const name of names) {
    const { refersTo, dump } = sectionOf(name);
    if (given[name] !== undefined) contents.set(name, given[name]);
    else if (refersTo.some((other) => contents.has(other))) contents.set(name, dump(company));
  }
  // A form cannot be replaced while it has documents, so they are removed first. They are loaded again from `contents`.
  if (contents.has("documents")) signing.sections.documents.load(company, { documents: [] });
  for (const [name, content] of contents) refusingWithin(name, () => sectionOf(name).load(company, content));
};

/** Dumps the requested sections, by default all of them. */
export const dumpCompany = (company: Company, wanted: readonly SectionName[] = names): CompanyDocument =>
  Object.fromEntries(wanted.map((name) => [name, sectionOf(name).dump(company)]));

/** Maximum size of a company document; with 100,000 people it is about 80 MB. */
const documentLimitBytes = 512 * 1024 * 1024;

/** The query `?section=forms&section=punches`; without parameters, all sections are wanted. */
const Wanted = z.object({
  section: z.preprocess((given) => [given].flat(), z.array(CompanyDocument.keyof())).optional(),
});

type Parts = Pick<Service, "file" | "uploads" | "trail">;

/** Loads a document; refuses an invalid one, and then changes nothing. */
const load = async ({ file, uploads }: Parts, given: unknown): Promise<void> => {
  const document = await withHashedPasswords(readDocument(CompanyDocument, given));
  // The contents of files are stored before, because the load itself is synchronous.
  const stored = await withFiles(document, storeContents(uploads.store));
  await file.write(() => loadCompany(file.company, stored));
};

/** Loads a document for `who` before the service listens. Throws `sandbox-refused` for an invalid one. */
export const loadAtStart = async (parts: Parts, given: CompanyDocument, who: string): Promise<void> => {
  try {
    await load(parts, given);
    parts.trail.audit({ kind: "load", result: "ok", who, from: null, about: Object.keys(given).join() });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw new MusterdError("sandbox-refused", `the company document was refused: ${refusalText(thrown)}`, {
      hint: "correct what is named there; nothing was loaded",
    });
  }
};

export const registerCompanySandbox = (app: FastifyInstance, service: Service): void => {
  const { file, uploads, admin } = service;
  const { company } = file;
  const dumping = { onRequest: admin, config: { audit: "dump" } } as const;
  const loading = { onRequest: admin, config: { audit: "load" }, bodyLimit: documentLimitBytes } as const;
  app.get("/sandbox/organisation", dumping, () => file.read(() => dumpCompany(company, ["organisation"]).organisation));
  app.put("/sandbox/organisation", loading, async ({ body = null }, reply) => {
    await load(service, { organisation: body });
    return reply.send();
  });
  app.get("/sandbox/company", dumping, async ({ query }) => {
    const { section } = readDocument(Wanted, query);
    const document = await file.read(() => dumpCompany(company, section));
    return withFiles(document, readContents(company, uploads.store));
  });
  app.put("/sandbox/company", loading, async ({ body }, reply) => {
    await load(service, body);
    return reply.send();
  });
};

const withFiles = async (document: CompanyDocument, change: FileChange): Promise<CompanyDocument> => {
  const { libraries, trash } = document;
  return { ...document, ...(await changeFiles({ libraries, trash }, change)) };
};
