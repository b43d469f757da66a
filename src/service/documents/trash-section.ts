/** Loads and dumps the trash as a section of the company document; `GET /sandbox/trash` returns the same section. */
import type { TrashSection } from "../../contract/library-section.ts";
import { readInstant } from "../kernel/instant.ts";
import { accountOf, holdNamed, personId, showFile } from "./section-parts.ts";
import type { Company } from "./tables.ts";
import { emptyTrash } from "./trash.ts";

/** Replaces the content of the trash. */
export const loadTrash = (company: Company, section: TrashSection): void => {
  const ids = section.map((item, at) => {
    const id = company.newId();
    company.trash.put({
      id,
      libraryCode: item.library,
      path: item.path,
      name: item.name,
      fileId: item.file && holdNamed(company, item.file, `trash.${at}.file`),
      deletedById: personId(company, item.deletedBy, `trash.${at}.deletedBy`),
      deletedAt: readInstant(item.deletedAt, `trash.${at}.deletedAt`),
    });
    return id;
  });
  emptyTrash(company, new Set(ids));
};

/** Oldest first. */
export const dumpTrash = (company: Company): TrashSection =>
  company.trash.all().map(({ libraryCode, path, name, fileId, deletedById, deletedAt }) => ({
    library: libraryCode,
    path,
    name,
    file: fileId === null ? null : showFile(company, fileId, name),
    deletedBy: accountOf(company, deletedById),
    deletedAt,
  }));
