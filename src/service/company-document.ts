/**
 * Loads and dumps the whole company as one document, which consists of sections. They are loaded in the order of the table
 * `sections`, in which each section comes after all sections that it refers to.
 */
import type { CompanyDocument, SectionName } from "../contract/company-document.ts";
import { dumpAccess, loadAccess } from "./access/section.ts";
import { dumpAgents, loadAgents } from "./agents/section.ts";
import { dumpLibraries } from "./documents/dump-libraries.ts";
import { loadLibraries } from "./documents/load-libraries.ts";
import { dumpTrash, loadTrash } from "./documents/trash-section.ts";
import { dumpNotices, dumpPunches, dumpSurveys, loadNotices, loadPunches, loadSurveys } from "./everyday/sections.ts";
import { dumpForms, loadForms } from "./forms/section.ts";
import type { Company } from "./kernel/company.ts";
import { refusingWithin } from "./kernel/refusal.ts";
import { dumpOrganisation } from "./organisation/dump.ts";
import { loadOrganisation } from "./organisation/load.ts";
import { dumpDocuments, loadDocuments } from "./signing/section.ts";

type Section<Content> = {
  /** The sections to whose rows this section refers. */
  readonly refersTo: readonly SectionName[];
  /** Replaces the existing rows of the section. */
  readonly load: (company: Company, section: Content) => void;
  readonly dump: (company: Company) => Content;
};

const sections: { readonly [Name in SectionName]: Section<NonNullable<CompanyDocument[Name]>> } = {
  organisation: { refersTo: [], load: loadOrganisation, dump: dumpOrganisation },
  access: { refersTo: ["organisation"], load: loadAccess, dump: dumpAccess },
  forms: { refersTo: ["organisation"], load: loadForms, dump: dumpForms },
  agents: { refersTo: ["organisation", "forms"], load: loadAgents, dump: dumpAgents },
  documents: { refersTo: ["organisation", "forms"], load: loadDocuments, dump: dumpDocuments },
  libraries: { refersTo: ["organisation"], load: loadLibraries, dump: dumpLibraries },
  trash: { refersTo: ["organisation"], load: loadTrash, dump: dumpTrash },
  surveys: { refersTo: ["organisation"], load: loadSurveys, dump: dumpSurveys },
  punches: { refersTo: ["organisation"], load: loadPunches, dump: dumpPunches },
  notices: { refersTo: ["organisation"], load: loadNotices, dump: dumpNotices },
};

const names = Object.keys(sections) as readonly SectionName[];
const sectionOf = (name: SectionName): Section<unknown> => sections[name] as Section<unknown>;

/**
 * Replaces the given sections. A section that is not given, but refers to a replaced one, is dumped and loaded again, so it
 * refers to the new rows with the same codes. If such a code is missing, the document is refused; the caller must then give
 * that section too, even if it is empty.
 */
export const loadCompany = (company: Company, given: CompanyDocument): void => {
  const contents = new Map<SectionName, unknown>();
  for (const name of names) {
    if (given[name] !== undefined) contents.set(name, given[name]);
    else if (sectionOf(name).refersTo.some((other) => contents.has(other))) {
      contents.set(name, sectionOf(name).dump(company));
    }
  }
  // A form cannot be replaced while it has documents, so they are removed first. They are loaded again from `contents`.
  if (contents.has("documents")) loadDocuments(company, { documents: [] });
  for (const [name, content] of contents) refusingWithin(name, () => sectionOf(name).load(company, content));
};

/** Dumps the requested sections, by default all of them. */
export const dumpCompany = (company: Company, wanted: readonly SectionName[] = names): CompanyDocument =>
  Object.fromEntries(wanted.map((name) => [name, sectionOf(name).dump(company)]));
