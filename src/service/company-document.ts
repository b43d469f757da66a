/**
 * Loads and dumps the whole company as one document, which consists of sections. They are loaded in the order of the table
 * `sections`, in which each section comes after all sections that it refers to.
 */
import type { CompanyDocument, SectionName } from "../contract/company-document.ts";
import { type Company, sections } from "./features.ts";
import type { Section } from "./kernel/feature.ts";
import { refusingWithin } from "./kernel/refusal.ts";
import { loadDocuments } from "./signing/section.ts";

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
