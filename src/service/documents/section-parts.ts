/** Conversions for loading and dumping libraries and the trash: instants, accounts and files. */
import type { SectionFile } from "../../contract/library-section.ts";
import type { PersonName } from "../../contract/records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { serviceCaller } from "../kernel/caller.ts";
import { readInstant } from "../kernel/instant.ts";
import { requireRow } from "../kernel/table.ts";
import { findNamed } from "../organisation/lookup.ts";
import { findNamedFile, holdFile } from "../uploads/files.ts";
import type { Company } from "./tables.ts";

export const instantOrNull = (dateTime: string | null | undefined, where: string): string | null =>
  dateTime ? readInstant(dateTime, where) : null;

/** If there is no date-time, returns the present time. */
export const instantOr = (company: Company, dateTime: string | undefined, where: string): string =>
  dateTime ? readInstant(dateTime, where) : isoInstant(company.clock.nowMs());

/** If nobody is named, returns null, which stands for the system user. */
export const personId = (company: Company, name: PersonName | null | undefined, where: string): number | null =>
  name ? findNamed(company, name, where).id : null;

/**
 * Adds a reference to the file and returns the file's row id. Inline content must have been stored before (`inline-files.ts`).
 */
export const holdNamed = (company: Company, { id, fileName }: SectionFile, where: string): number => {
  const file = findNamedFile(company, serviceCaller, { id, fileName }, where);
  holdFile(company, file.id);
  return file.id;
};

export const showFile = (company: Company, fileId: number, fileName: string): SectionFile => ({
  id: requireRow(company.files, fileId).uuid,
  fileName,
});
