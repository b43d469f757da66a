/**
 * The trash: items deleted from libraries of ordinary documents. It keeps their files until it is emptied in the sandbox,
 * because the published interface has no operation for that.
 */
import { isoInstant } from "../../lib/clock.ts";
import { releaseFile } from "../uploads/files.ts";
import { documentsIn, parentOf, pathOf, subtreeOf } from "./folder-tree.ts";
import type { Company, DocumentRow, TrashRow } from "./tables.ts";
import type { Place } from "./visibility.ts";

/** Removes the document; the trash takes over its file. */
export const trashDocument = (company: Company, place: Place, document: DocumentRow): void => {
  putInTrash(company, place, document);
  company.storedDocuments.remove(document.id);
};

/** Moves the folder and its contents to the trash, each folder and document as a separate item. */
export const trashFolder = (company: Company, place: Place): void => {
  const folders = [...subtreeOf(company, place.folder)];
  for (const folder of folders) {
    putInTrash(company, { ...place, folder: parentOf(company, folder) }, { name: folder.name, fileId: null });
    for (const document of documentsIn(company, folder)) trashDocument(company, { ...place, folder }, document);
  }
  for (const { id } of folders) company.folders.remove(id);
};

/** Adds an item of the folder to the trash. A document that is replaced leaves only its file there. */
export const putInTrash = (
  company: Company,
  { viewer: { caller }, library, folder }: Place,
  { name, fileId }: Pick<TrashRow, "name" | "fileId">,
): void =>
  company.trash.put({
    id: company.newId(),
    libraryCode: library.code,
    path: pathOf(company, folder),
    name,
    fileId,
    deletedById: caller.kind === "user" ? caller.employeeId : null,
    deletedAt: isoInstant(company.clock.nowMs()),
  });

/** Removes all items, or these. Files without other references expire at once, without the usual retention. */
export const emptyTrash = (company: Company, items: readonly TrashRow[] = company.trash.all()): void => {
  for (const { id, fileId } of items) {
    if (fileId !== null) releaseFile(company, fileId, 0);
    company.trash.remove(id);
  }
};
