/**
 * The trash: what was deleted from libraries of ordinary documents. It keeps the files until it is emptied, which is up to
 * the sandbox, because the interface has no operation for it.
 */
import { isoInstant } from "../../lib/clock.ts";
import type { Company } from "../company.ts";
import { releaseFile } from "../uploads/files.ts";
import { refer } from "../views.ts";
import { documentsIn, pathOf, subtreeOf } from "./folder-tree.ts";
import type { Place, Viewer } from "./sight.ts";
import type { DocumentRow, FolderRow } from "./tables.ts";

/** The document is gone; its file is held by the trash instead. */
export const trashDocument = (company: Company, viewer: Viewer, place: Place, document: DocumentRow): void => {
  trashFile(company, viewer, place, document);
  company.storedDocuments.remove(document.id);
};

/** Only the file: the document gets another one. */
export const trashFile = (
  company: Company,
  viewer: Viewer,
  { library, folder }: Place,
  { name, fileId }: DocumentRow,
): void => putInTrash(company, viewer, library.code, pathOf(company, folder), name, fileId);

/** The folder with everything in it, each folder and each document for itself. */
export const trashFolder = (company: Company, viewer: Viewer, { library, folder }: Place): void => {
  const subtree = subtreeOf(company, folder);
  for (const inside of subtree) {
    const parent = inside.parentId === null ? inside : refer(company.folders, inside.parentId);
    putInTrash(company, viewer, library.code, pathOf(company, parent), inside.name, null);
    for (const document of documentsIn(company, inside)) {
      trashDocument(company, viewer, { library, folder: inside }, document);
    }
  }
  for (const { id } of subtree) company.folders.remove(id);
};

/** Lets go of the files for good; rows with the ids of `kept` stay. */
export const emptyTrash = (company: Company, kept: ReadonlySet<number> = new Set()): void => {
  for (const { id, fileId } of company.trash.all()) {
    if (kept.has(id)) continue;
    if (fileId !== null) discardFile(company, fileId);
    company.trash.remove(id);
  }
};

/** One reference less; a file that nothing else refers to is not kept for a while, but gone at once. */
export const discardFile = (company: Company, fileId: number): void => {
  releaseFile(company, fileId);
  const file = refer(company.files, fileId);
  if (file.references === 0) company.files.put({ ...file, expiresAt: isoInstant(company.clock.nowMs()) });
};

const putInTrash = (
  company: Company,
  { person }: Viewer,
  libraryCode: string,
  path: string,
  name: FolderRow["name"],
  fileId: number | null,
): void =>
  company.trash.put({
    id: company.newId(),
    libraryCode,
    path,
    name,
    fileId,
    deletedById: person?.id ?? null,
    deletedAt: isoInstant(company.clock.nowMs()),
  });
