/** What the loading and dumping of libraries and of the trash share: lists, people and files. */
import type { SectionFile } from "../../contract/library-section.ts";
import type { PersonName } from "../../contract/records.ts";
import { serviceCaller } from "../kernel/caller.ts";
import { refusingWithin } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findNamed } from "../organisation/lookup.ts";
import { findNamedFile, holdFile } from "../uploads/files.ts";
import type { Company } from "./tables.ts";

/** Loads every item of a list. The refusal of an item names its place, such as `documents.0`, before the property. */
export const loadEach = <T, R>(list: string, items: readonly T[], load: (item: T) => R): R[] =>
  items.map((item, at) => refusingWithin(`${list}.${at}`, () => load(item)));

/** If nobody is named, returns null, which stands for the system user. */
export const personId = (company: Company, name: PersonName | null | undefined, where: string): number | null =>
  name ? findNamed(company, name, where).id : null;

/** Adds a reference to the file of an item. Inline content must have been stored before (`inline-files.ts`). */
export const holdNamed = (company: Company, file: SectionFile): number => {
  const { id } = findNamedFile(company, serviceCaller, file, "file");
  holdFile(company, id);
  return id;
};

export const showFile = (company: Company, fileId: number, fileName: string): SectionFile => ({
  id: requireRow(company.files, fileId).uuid,
  fileName,
});
