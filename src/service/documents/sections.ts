/**
 * Loads and dumps libraries and the trash as sections of the company document. A loaded section must satisfy the conditions of
 * the operations: valid unique names, known codes, existing folders.
 */
import { randomUUID } from "node:crypto";
import type {
  LibrariesSection,
  SectionDocument,
  SectionFolder,
  SectionLibrary,
  TrashSection,
} from "../../contract/sections/library.ts";
import { isoInstant } from "../../lib/clock.ts";
import { serviceCaller } from "../kernel/callers/caller.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { eachWithin, refuse } from "../kernel/refusal.ts";
import { findNamed, nameById } from "../organisation/lookup.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { holdNamedFile, releaseFile } from "../uploads/files.ts";
import { dumpControlled, dumpDestroyed, loadControlled, loadDestroyed } from "./controlled-section.ts";
import {
  descend,
  documentsIn,
  inherited,
  librariesByCode,
  pathOf,
  requireFreeName,
  rootOf,
  subtreeOf,
} from "./folder-tree.ts";
import { createBelow } from "./folders.ts";
import { namesOn } from "./names.ts";
import { newDocument } from "./stored-documents.ts";
import type { Company, FolderRow, LibraryRow } from "./tables.ts";
import { emptyTrash } from "./trash.ts";
import type { Place, Viewer } from "./visibility.ts";

/** In whose name a section is loaded. */
const loader: Viewer = { caller: serviceCaller, libraries: "both" };

/** Replaces all libraries; the trash is kept. */
export const loadLibraries = (company: Company, section: LibrariesSection): void => {
  for (const { fileId, control } of company.storedDocuments.all()) {
    for (const version of control?.versions ?? [{ fileId }]) releaseFile(company, version.fileId);
  }
  for (const table of [company.libraries, company.folders, company.storedDocuments, company.destroyedDocuments])
    table.clear();
  const ids = section
    .flatMap((one) => [one, ...one.folders, ...one.documents, ...one.controlledDocuments, ...one.destroyedDocuments])
    .flatMap(({ id }) => id?.toLowerCase() ?? []);
  if (new Set(ids).size < ids.length) refuse("OPA-ID-TAKEN", "libraries");
  eachWithin("libraries", section, (library) => loadLibrary(company, library));
};

/** In order of code. */
export const dumpLibraries = (company: Company): LibrariesSection =>
  librariesByCode(company).map((library) => dumpLibrary(company, library));

/** Replaces the content of the trash. The earlier items are removed last, because they may hold the same files. */
export const loadTrash = (company: Company, section: TrashSection): void => {
  const before = company.trash.all();
  eachWithin("trash", section, ({ library, path, name, file, deletedBy, deletedAt }) =>
    company.trash.put({
      id: company.newId(),
      libraryCode: library,
      path,
      name,
      fileId: file && holdNamedFile(company, serviceCaller, file, "file").fileId,
      deletedById: deletedBy ? findNamed(company, deletedBy, "deletedBy").id : null,
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
    file: fileId === null ? null : { id: requireRow(company.files, fileId).uuid, fileName: same.name },
    deletedBy: nameById(company, deletedById),
  }));

const loadLibrary = (company: Company, section: SectionLibrary): void => {
  const { id: uuid = randomUUID(), code, name, isFromAI, settings, documents } = section;
  if (company.libraries.by("code", fold(code)).length > 0) refuse("OPA-CODE-TAKEN", "code");
  const readers = toStoredItems(company, section.readers, "readers");
  const root: FolderRow = { id: company.newId(), uuid, parentId: null, name: "", readers, settings };
  company.folders.put(root);
  const editors = toStoredItems(company, section.editors, "editors");
  const rules = section.versionRules ?? null;
  const row = { id: company.newId(), uuid, code, name, isFromAI, editors, rules, rootId: root.id };
  const library = stored<LibraryRow>(company.libraries, row);
  loadFolders(company, root, section.folders);
  const placeOf = ({ path }: { readonly path: string }): Place => {
    const { folder, missing } = descend(company, root, namesOn(path, "path"));
    return missing.length > 0 ? refuse("OPA-FOLDER-UNKNOWN", "path") : { viewer: loader, library, folder };
  };
  if (rules && documents.length > 0) refuse("OPA-LIBRARY-CONTROLLED", "documents");
  const controlled = section.controlledDocuments.length + section.destroyedDocuments.length;
  if (!rules && controlled > 0) refuse("OPA-LIBRARY-ORDINARY", "controlledDocuments");
  eachWithin("documents", documents, (one) => loadDocument(company, placeOf(one), one));
  eachWithin("destroyedDocuments", section.destroyedDocuments, (one) => loadDestroyed(company, library, one));
  eachWithin("controlledDocuments", section.controlledDocuments, (one) => loadControlled(company, placeOf(one), one));
};

const dumpLibrary = (company: Company, library: LibraryRow): SectionLibrary => {
  const { uuid, code, name, isFromAI, editors, rules } = library;
  const root = rootOf(company, library);
  const folders = [...subtreeOf(company, root)];
  const destroyed = company.destroyedDocuments.all().filter((row) => row.libraryId === library.id);
  return {
    id: uuid,
    code,
    name,
    isFromAI,
    editors: showItems(company, editors),
    readers: showItems(company, inherited(company, root, "readers")),
    settings: inherited(company, root, "settings"),
    versionRules: rules,
    folders: folders.slice(1).map((folder) => dumpFolder(company, folder)),
    documents: folders.flatMap((folder) => dumpDocuments(company, folder)),
    controlledDocuments: folders.flatMap((folder) => dumpControlled(company, folder)),
    destroyedDocuments: destroyed.map((row) => dumpDestroyed(company, row)),
  };
};

const loadFolders = (company: Company, root: FolderRow, folders: readonly SectionFolder[]): void => {
  const listed = new Set([root.id]);
  eachWithin("folders", folders, ({ id, path, readers, settings = null }) => {
    const { folder: nearest, missing } = descend(company, root, namesOn(path, "path"));
    const folder = createBelow(company, nearest, missing);
    if (listed.has(folder.id)) refuse("OPA-NAME-TAKEN", "path");
    listed.add(folder.id);
    const own = readers ? toStoredItems(company, readers, "readers") : null;
    company.folders.put({ ...folder, uuid: id ?? folder.uuid, readers: own, settings });
  });
};

/** Leaves out the readers and settings that the folder inherits from its parent. */
const dumpFolder = (company: Company, folder: FolderRow): SectionFolder => ({
  id: folder.uuid,
  path: pathOf(company, folder),
  ...(folder.readers ? { readers: showItems(company, folder.readers) } : {}),
  ...(folder.settings ? { settings: folder.settings } : {}),
});

const loadDocument = (company: Company, place: Place, { id, file, editor, modifiedDate }: SectionDocument): void => {
  const { fileId, fileName } = holdNamedFile(company, serviceCaller, file, "file");
  requireFreeName(company.storedDocuments, place.folder, fileName, "file.fileName");
  company.storedDocuments.put({
    ...newDocument(company, place, fileName, id),
    fileId,
    editorId: editor ? findNamed(company, editor, "editor").id : null,
    modifiedAt: readInstant(modifiedDate ?? isoInstant(company.clock.nowMs()), "modifiedDate"),
    control: null,
  });
};

const dumpDocuments = (company: Company, folder: FolderRow): SectionDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid: id, name, fileId, editorId, modifiedAt: modifiedDate, control }) => {
    if (control) return [];
    const file = { id: requireRow(company.files, fileId).uuid, fileName: name };
    return [{ id, path: pathOf(company, folder), file, editor: nameById(company, editorId), modifiedDate }];
  });
