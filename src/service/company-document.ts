/**
 * The whole company out of and into one document. Sections are loaded in the order of this table: a section stands behind
 * all that it refers to.
 */
import type { CompanyDocument, SectionName } from "../contract/company-document.ts";
import { dumpAccess, loadAccess } from "./access/section.ts";
import { dumpAgents, loadAgents } from "./agents/section.ts";
import type { Company } from "./company.ts";
import { dumpLibraries } from "./documents/dump-libraries.ts";
import { loadLibraries } from "./documents/load-libraries.ts";
import { dumpTrash, loadTrash } from "./documents/trash-section.ts";
import { dumpNotices, dumpPunches, dumpSurveys, loadNotices, loadPunches, loadSurveys } from "./everyday/sections.ts";
import { dumpForms, loadForms } from "./forms/section.ts";
import { dumpOrganisation } from "./organisation-dump.ts";
import { loadOrganisation } from "./organisation-load.ts";
import { refusingWithin } from "./refusal.ts";
import { dumpDocuments, loadDocuments } from "./signing/section.ts";

type Section<Content> = {
  /** Sections whose rows it points to. */
  readonly refersTo: readonly SectionName[];
  /** Replaces what is there. */
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
 * Replaces the sections that are given. What refers to a replaced section and is not given itself is bound to the new rows
 * by its codes; where that cannot be, the document is refused: give such a section, too, if only empty.
 */
export const loadCompany = (company: Company, given: CompanyDocument): void => {
  const contents = new Map<SectionName, unknown>();
  for (const name of names) {
    if (given[name] !== undefined) contents.set(name, given[name]);
    else if (sectionOf(name).refersTo.some((other) => contents.has(other))) {
      contents.set(name, sectionOf(name).dump(company));
    }
  }
  // A form with documents could not be replaced; what becomes of them is in `contents`.
  if (contents.has("documents")) loadDocuments(company, { documents: [] });
  for (const [name, content] of contents) refusingWithin(name, () => sectionOf(name).load(company, content));
};

/** The sections that are wanted, by default all. */
export const dumpCompany = (company: Company, wanted: readonly SectionName[] = names): CompanyDocument =>
  Object.fromEntries(wanted.map((name) => [name, sectionOf(name).dump(company)]));
