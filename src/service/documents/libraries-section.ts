/**
 * Loads and dumps libraries as a section of the company document. A loaded section must satisfy the conditions of the operations:
 * valid unique names, known codes, ascending versions. Its serials and versions are accepted even if the rules of the library
 * would choose others.
 */
import { randomUUID } from "node:crypto";
import type {
  LibrariesSection,
  SectionControlledDocument,
  SectionDestroyedDocument,
  SectionDocument,
  SectionFolder,
  SectionLibrary,
  SectionVersion,
} from "../../contract/library-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow, stored } from "../kernel/table.ts";
import { nameById } from "../organisation/lookup.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { releaseFile } from "../uploads/files.ts";
import { putVersion, readFacts, rulesOf } from "./controlled-documents.ts";
import {
  descend,
  documentsIn,
  librariesByCode,
  pathOf,
  readersOf,
  requireFreeName,
  rootOf,
  settingsOf,
  subtreeOf,
} from "./folder-tree.ts";
import { createBelow } from "./folders.ts";
import { namesOn } from "./names.ts";
import { holdNamed, loadEach, personId, showFile } from "./section-parts.ts";
import { newDocument } from "./stored-documents.ts";
import type {
  Company,
  DestroyedRow,
  DestroyedVersion,
  DocumentControl,
  Ending,
  FolderRow,
  LibraryRow,
} from "./tables.ts";
import { chooseSerial, chooseVersion, freeSerial } from "./versions.ts";
import type { Place } from "./visibility.ts";

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
  loadEach("libraries", section, (library) => loadLibrary(company, library));
};

/** In order of code. */
export const dumpLibraries = (company: Company): LibrariesSection =>
  librariesByCode(company).map((library) => dumpLibrary(company, library));

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
    return missing.length > 0 ? refuse("OPA-FOLDER-UNKNOWN", "path") : { library, folder };
  };
  if (rules && documents.length > 0) refuse("OPA-LIBRARY-CONTROLLED", "documents");
  const controlled = section.controlledDocuments.length + section.destroyedDocuments.length;
  if (!rules && controlled > 0) refuse("OPA-LIBRARY-ORDINARY", "controlledDocuments");
  loadEach("documents", documents, (one) => loadDocument(company, placeOf(one), one));
  loadEach("destroyedDocuments", section.destroyedDocuments, (one) => loadDestroyed(company, library, one));
  loadEach("controlledDocuments", section.controlledDocuments, (one) => loadControlled(company, placeOf(one), one));
};

const dumpLibrary = (company: Company, library: LibraryRow): SectionLibrary => {
  const { uuid, code, name, isFromAI, editors, rules } = library;
  const root = rootOf(company, library);
  const folders = subtreeOf(company, root);
  const destroyed = company.destroyedDocuments.by("library", library.id).toSorted((a, b) => a.id - b.id);
  return {
    id: uuid,
    code,
    name,
    isFromAI,
    editors: showItems(company, editors),
    readers: showItems(company, readersOf(company, root)),
    settings: settingsOf(company, root),
    versionRules: rules,
    folders: folders.slice(1).map((folder) => dumpFolder(company, folder)),
    documents: folders.flatMap((folder) => dumpDocuments(company, folder)),
    controlledDocuments: folders.flatMap((folder) => dumpControlled(company, folder)),
    destroyedDocuments: destroyed.map((row) => dumpDestroyed(company, row)),
  };
};

const loadFolders = (company: Company, root: FolderRow, folders: readonly SectionFolder[]): void => {
  const listed = new Set([root.id]);
  loadEach("folders", folders, ({ id, path, readers, settings = null }) => {
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
  requireFreeName(company.storedDocuments, place.folder, file.fileName, "file.fileName");
  company.storedDocuments.put({
    ...newDocument(company, place, file.fileName, id),
    fileId: holdNamed(company, file),
    editorId: personId(company, editor, "editor"),
    modifiedAt: instantOf(company, modifiedDate, "modifiedDate"),
    control: null,
  });
};

const dumpDocuments = (company: Company, folder: FolderRow): SectionDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid, name, fileId, editorId, modifiedAt, control }) => {
    if (control) return [];
    const file = showFile(company, fileId, name);
    const editor = nameById(company, editorId);
    return [{ id: uuid, path: pathOf(company, folder), file, editor, modifiedDate: modifiedAt }];
  });

const loadControlled = (company: Company, place: Place, section: SectionControlledDocument): void => {
  const { id, name, docSerial, versions, docVerRule = rulesOf(place).docVerRule } = section;
  requireFreeName(company.storedDocuments, place.folder, name, "name");
  // The row as it is now: each automatic serial changes it.
  const library = requireRow(company.libraries, place.library.id);
  const serial = docSerial ? freeSerial(company, library, docSerial) : chooseSerial(company, library);
  const document = newDocument(company, place, name, id);
  let control: DocumentControl = {
    serial,
    docVerRule,
    voided: section.voided ? loadEnding(section.voided, "voided") : null,
    versions: [],
  };
  loadEach("versions", versions, (version) => {
    const chosen = chooseVersion(docVerRule, true, control.versions, version.docVersion);
    const file = { fileId: holdNamed(company, version.file), fileName: version.file.fileName };
    const row = { version: chosen, ...file, ...loadVersion(company, version) };
    control = putVersion(company, document, control, row).control;
  });
};

const dumpControlled = (company: Company, folder: FolderRow): SectionControlledDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid, name, control }) => {
    if (!control) return [];
    const { serial: docSerial, docVerRule, voided } = control;
    const versions = control.versions.map(({ fileId, fileName, ...version }) => ({
      file: showFile(company, fileId, fileName),
      ...dumpVersion(company, version),
    }));
    return [{ id: uuid, path: pathOf(company, folder), name, docSerial, docVerRule, versions, voided }];
  });

const loadDestroyed = (company: Company, library: LibraryRow, section: SectionDestroyedDocument): void => {
  const { id: uuid = randomUUID(), path, name, docSerial, docVerRule } = section;
  company.destroyedDocuments.put({
    id: company.newId(),
    uuid,
    libraryId: library.id,
    path,
    name,
    serial: freeSerial(company, library, docSerial),
    docVerRule,
    versions: loadEach("versions", section.versions, (version) => {
      return { version: version.docVersion, fileName: version.fileName, ...loadVersion(company, version) };
    }),
    voided: section.voided ? loadEnding(section.voided, "voided") : null,
    destroyed: loadEnding(section.destroyed, "destroyed"),
  });
};

const dumpDestroyed = (company: Company, row: DestroyedRow): SectionDestroyedDocument => {
  const { uuid: id, path, name, serial: docSerial, docVerRule, voided, destroyed } = row;
  const versions = row.versions.map(({ fileName, ...version }) => ({ fileName, ...dumpVersion(company, version) }));
  return { id, path, name, docSerial, docVerRule, versions, voided, destroyed };
};

const loadVersion = (company: Company, section: Omit<SectionVersion, "file">) => ({
  isCADFile: section.isCADFile,
  editorId: personId(company, section.uploadBy, "uploadBy"),
  at: instantOf(company, section.at, "at"),
  ...readFacts(company, section),
});

const dumpVersion = (company: Company, row: Omit<DestroyedVersion, "fileName">) => {
  const { version, editorId, publishDeptId, applyDeptId, ...same } = row;
  const departmentCode = (id: number | null) => (id === null ? undefined : company.departments.get(id)?.code) ?? null;
  return {
    docVersion: version,
    uploadBy: nameById(company, editorId),
    publishDept: departmentCode(publishDeptId),
    applyDept: departmentCode(applyDeptId),
    ...same,
  };
};

const loadEnding = ({ reason, at }: Ending, where: string): Ending => ({ reason, at: readInstant(at, `${where}.at`) });

/** If there is no date-time, returns the present time. */
const instantOf = (company: Company, dateTime: string | undefined, where: string): string =>
  dateTime ? readInstant(dateTime, where) : isoInstant(company.clock.nowMs());
