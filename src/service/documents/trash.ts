/**
 * The trash: items deleted from libraries of ordinary documents. It keeps their files until it is emptied in the sandbox,
 * because the published interface has no operation for that. The trash is also a section of the company document.
 */
import type { TrashSection } from "../../contract/library-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { readInstant } from "../kernel/instant.ts";
import { requireRow } from "../kernel/table.ts";
import { nameById } from "../organisation/lookup.ts";
import { releaseFile } from "../uploads/files.ts";
import { documentsIn, pathOf, subtreeOf } from "./folder-tree.ts";
import { holdNamed, personId, showFile } from "./section-parts.ts";
import type { Company, DocumentRow, FolderRow } from "./tables.ts";
import type { Place, Viewer } from "./visibility.ts";

/** Removes the document; the trash takes over its file. */
export const trashDocument = (company: Company, viewer: Viewer, place: Place, document: DocumentRow): void => {
  trashFile(company, viewer, place, document);
  company.storedDocuments.remove(document.id);
};

/** Moves only the document's file to the trash, because the document gets another file. */
export const trashFile = (
  company: Company,
  viewer: Viewer,
  { library, folder }: Place,
  { name, fileId }: DocumentRow,
): void => putInTrash(company, viewer, library.code, pathOf(company, folder), name, fileId);

/** Moves the folder and its contents to the trash, each folder and document as a separate item. */
export const trashFolder = (company: Company, viewer: Viewer, { library, folder }: Place): void => {
  const subtree = subtreeOf(company, folder);
  for (const inside of subtree) {
    const parent = inside.parentId === null ? inside : requireRow(company.folders, inside.parentId);
    putInTrash(company, viewer, library.code, pathOf(company, parent), inside.name, null);
    for (const document of documentsIn(company, inside)) {
      trashDocument(company, viewer, { library, folder: inside }, document);
    }
  }
  for (const { id } of subtree) company.folders.remove(id);
};

/** Empties the trash and discards its files. Rows with the ids in `kept` stay. */
export const emptyTrash = (company: Company, kept: ReadonlySet<number> = new Set()): void => {
  for (const { id, fileId } of company.trash.all()) {
    if (kept.has(id)) continue;
    if (fileId !== null) discardFile(company, fileId);
    company.trash.remove(id);
  }
};

/** Removes one reference to a file. If no reference is left, the file expires at once, without the usual retention. */
export const discardFile = (company: Company, fileId: number): void => {
  releaseFile(company, fileId);
  const file = requireRow(company.files, fileId);
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
    deletedBy: nameById(company, deletedById),
    deletedAt,
  }));
