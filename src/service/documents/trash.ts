/**
 * The trash: items deleted from libraries of ordinary documents. It keeps their files until it is emptied in the sandbox,
 * because the published interface has no operation for that. The trash is also a section of the company document.
 */
import type { TrashSection } from "../../contract/library-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { readInstant } from "../kernel/instant.ts";
import { nameById } from "../organisation/lookup.ts";
import { releaseFile } from "../uploads/files.ts";
import { documentsIn, parentOf, pathOf, subtreeOf } from "./folder-tree.ts";
import { requireNotRoot } from "./folders.ts";
import { holdNamed, loadEach, personId, showFile } from "./section-parts.ts";
import type { Company, DocumentRow, TrashRow } from "./tables.ts";
import type { Place, Viewer } from "./visibility.ts";

/** Removes the document; the trash takes over its file. */
export const trashDocument = (company: Company, viewer: Viewer, place: Place, document: DocumentRow): void => {
  putInTrash(company, viewer, place, document);
  company.storedDocuments.remove(document.id);
};

/** Moves the folder and its contents to the trash, each folder and document as a separate item. */
export const trashFolder = (company: Company, { library, folder }: Place, _body: unknown, viewer: Viewer): void => {
  requireNotRoot(folder);
  for (const inside of subtreeOf(company, folder)) {
    const above = { library, folder: parentOf(company, inside) };
    putInTrash(company, viewer, above, { name: inside.name, fileId: null });
    for (const document of documentsIn(company, inside)) {
      trashDocument(company, viewer, { library, folder: inside }, document);
    }
  }
  for (const { id } of subtreeOf(company, folder)) company.folders.remove(id);
};

/** Adds an item of the folder to the trash. A document that is replaced leaves only its file there. */
export const putInTrash = (
  company: Company,
  { person }: Viewer,
  { library, folder }: Place,
  { name, fileId }: Pick<TrashRow, "name" | "fileId">,
): void =>
  company.trash.put({
    id: company.newId(),
    libraryCode: library.code,
    path: pathOf(company, folder),
    name,
    fileId,
    deletedById: person?.id ?? null,
    deletedAt: isoInstant(company.clock.nowMs()),
  });

/** Removes all items, or these. Files without other references expire at once, without the usual retention. */
export const emptyTrash = (company: Company, items: readonly TrashRow[] = company.trash.all()): void => {
  for (const { id, fileId } of items) {
    if (fileId !== null) releaseFile(company, fileId, 0);
    company.trash.remove(id);
  }
};

/** Replaces the content of the trash. The earlier items are removed last, because they may hold the same files. */
export const loadTrash = (company: Company, section: TrashSection): void => {
  const before = company.trash.all();
  loadEach("trash", section, ({ library, path, name, file, deletedBy, deletedAt }) =>
    company.trash.put({
      id: company.newId(),
      libraryCode: library,
      path,
      name,
      fileId: file && holdNamed(company, file),
      deletedById: personId(company, deletedBy, "deletedBy"),
      deletedAt: readInstant(deletedAt, "deletedAt"),
    }),
  );
  emptyTrash(company, before);
};

/** Oldest first. */
export const dumpTrash = (company: Company): TrashSection =>
  company.trash.all().map(({ id: _, libraryCode, fileId, deletedById, ...same }) => ({
    library: libraryCode,
    ...same,
    file: fileId === null ? null : showFile(company, fileId, same.name),
    deletedBy: nameById(company, deletedById),
  }));
