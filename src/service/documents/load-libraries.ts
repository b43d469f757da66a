/**
 * Loads libraries from the company document. The same conditions apply as in the operations: valid unique names, known codes,
 * ascending versions. Serials and versions in the document are accepted even if the library's rules would choose others.
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
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findDepartment } from "../organisation/lookup.ts";
import { toStoredItems } from "../organisation/org-items.ts";
import { releaseFile } from "../uploads/files.ts";
import { descend, requireFreeName } from "./folder-tree.ts";
import { createBelow } from "./folders.ts";
import { isLabel, namesOn } from "./names.ts";
import { holdNamed, instantOr, instantOrNull, personId } from "./section-parts.ts";
import {
  type Company,
  type DestroyedVersion,
  type Ending,
  type FolderRow,
  type LibraryRow,
  type VersionRow,
} from "./tables.ts";
import { chooseSerial, chooseVersion, isSerialTaken, requirePeriod } from "./versions.ts";
import type { Place } from "./visibility.ts";

/** Replaces all libraries; the trash is kept. */
export const loadLibraries = (company: Company, section: LibrariesSection): void => {
  for (const { fileId, control } of company.storedDocuments.all()) {
    for (const version of control?.versions ?? [{ fileId }]) releaseFile(company, version.fileId);
  }
  for (const table of [company.libraries, company.folders, company.storedDocuments, company.destroyedDocuments])
    table.clear();
  const ids = section.flatMap(({ id, folders, documents, controlledDocuments, destroyedDocuments }) => [
    id,
    ...[...folders, ...documents, ...controlledDocuments, ...destroyedDocuments].map((one) => one.id),
  ]);
  const given = ids.filter((id) => id !== undefined).map((id) => id.toLowerCase());
  if (new Set(given).size < given.length) refuse("OPA-ID-TAKEN", "libraries");
  for (const [at, library] of section.entries()) loadLibrary(company, library, `libraries.${at}`);
};

const loadLibrary = (company: Company, section: SectionLibrary, where: string): void => {
  const { code, name, isFromAI, settings, versionRules } = section;
  if (company.libraries.by("code", fold(code)).length > 0) refuse("OPA-CODE-TAKEN", `${where}.code`);
  const uuid = section.id ?? randomUUID();
  const root: FolderRow = {
    id: company.newId(),
    uuid,
    parentId: null,
    name: "",
    readers: toStoredItems(company, section.readers, `${where}.readers`),
    settings,
  };
  const editors = toStoredItems(company, section.editors, `${where}.editors`);
  const rules = versionRules ?? null;
  const library = { id: company.newId(), uuid, code, name, isFromAI, editors, rules, rootId: root.id };
  company.folders.put(root);
  company.libraries.put(library);
  loadFolders(company, root, section.folders, `${where}.folders`);
  const placeOf = (path: string, place: string): Place => {
    const { folder, missing } = descend(company, root, namesOn(path, place));
    return missing.length > 0 ? refuse("OPA-FOLDER-UNKNOWN", place) : { library, folder };
  };
  if (rules && section.documents.length > 0) refuse("OPA-LIBRARY-CONTROLLED", `${where}.documents`);
  for (const [at, document] of section.documents.entries()) {
    const place = `${where}.documents.${at}`;
    loadDocument(company, placeOf(document.path, `${place}.path`), document, place);
  }
  const controlled = section.controlledDocuments.length + section.destroyedDocuments.length;
  if (!rules && controlled > 0) refuse("OPA-LIBRARY-ORDINARY", `${where}.controlledDocuments`);
  for (const [at, document] of section.destroyedDocuments.entries()) {
    loadDestroyed(company, library, document, `${where}.destroyedDocuments.${at}`);
  }
  for (const [at, document] of section.controlledDocuments.entries()) {
    const place = `${where}.controlledDocuments.${at}`;
    loadControlled(company, placeOf(document.path, `${place}.path`), document, place);
  }
};

const loadFolders = (company: Company, root: FolderRow, folders: readonly SectionFolder[], where: string): void => {
  const listed = new Set([root.id]);
  for (const [at, { id, path, readers, settings }] of folders.entries()) {
    const { folder: nearest, missing } = descend(company, root, namesOn(path, `${where}.${at}.path`));
    const folder = createBelow(company, nearest, missing);
    if (listed.has(folder.id)) refuse("OPA-NAME-TAKEN", `${where}.${at}.path`);
    listed.add(folder.id);
    company.folders.put({
      ...folder,
      uuid: id ?? folder.uuid,
      readers: readers ? toStoredItems(company, readers, `${where}.${at}.readers`) : null,
      settings: settings ?? null,
    });
  }
};

const loadDocument = (company: Company, place: Place, section: SectionDocument, where: string): void => {
  const { fileName: name } = section.file;
  requireFreeName(company, place.folder, name, `${where}.file.fileName`);
  const fileId = holdNamed(company, section.file, `${where}.file`);
  company.storedDocuments.put({
    id: company.newId(),
    uuid: section.id ?? randomUUID(),
    libraryId: place.library.id,
    folderId: place.folder.id,
    name,
    fileId,
    editorId: personId(company, section.editor, `${where}.editor`),
    modifiedAt: instantOr(company, section.modifiedDate, `${where}.modifiedDate`),
    control: null,
  });
};

const loadControlled = (company: Company, place: Place, section: SectionControlledDocument, where: string): void => {
  const { library, folder } = place;
  const { name, docSerial, voided } = section;
  requireFreeName(company, folder, name, `${where}.name`);
  const docVerRule = section.docVerRule ?? library.rules?.docVerRule ?? 0;
  const versions: VersionRow[] = [];
  for (const [at, version] of section.versions.entries()) {
    const used = versions.map((one) => one.version);
    versions.push({
      version: chooseVersion(docVerRule, true, used, version.docVersion, `${where}.versions.${at}`),
      fileId: holdNamed(company, version.file, `${where}.versions.${at}.file`),
      fileName: version.file.fileName,
      ...versionFacts(company, version, `${where}.versions.${at}`),
    });
  }
  const newest = versions.at(-1) as VersionRow;
  company.storedDocuments.put({
    id: company.newId(),
    uuid: section.id ?? randomUUID(),
    libraryId: library.id,
    folderId: folder.id,
    name,
    fileId: newest.fileId,
    editorId: newest.editorId,
    modifiedAt: newest.at,
    control: {
      serial: docSerial
        ? freeSerial(company, library, docSerial, where)
        : chooseSerial(company, requireRow(company.libraries, library.id), where),
      docVerRule,
      voided: voided ? endingOf(voided, `${where}.voided`) : null,
      versions,
    },
  });
};

const loadDestroyed = (
  company: Company,
  library: LibraryRow,
  section: SectionDestroyedDocument,
  where: string,
): void => {
  const { id: uuid = randomUUID(), docSerial, voided, destroyed, ...same } = section;
  const versions = section.versions.map((version, at): DestroyedVersion => {
    const { docVersion, fileName } = version;
    return { version: docVersion, fileName, ...versionFacts(company, version, `${where}.versions.${at}`) };
  });
  company.destroyedDocuments.put({
    id: company.newId(),
    uuid,
    libraryId: library.id,
    ...same,
    serial: freeSerial(company, library, docSerial, where),
    versions,
    voided: voided ? endingOf(voided, `${where}.voided`) : null,
    destroyed: endingOf(destroyed, `${where}.destroyed`),
  });
};

const versionFacts = (company: Company, section: Omit<SectionVersion, "file">, where: string) => {
  const { isCADFile, publishDept, applyDept, summary, memo } = section;
  const startTime = instantOrNull(section.startTime, `${where}.startTime`);
  const endTime = instantOrNull(section.endTime, `${where}.endTime`);
  requirePeriod(startTime, endTime, `${where}.endTime`);
  const departmentId = (code: string | null | undefined, name: string) =>
    code ? findDepartment(company, code, `${where}.${name}`).id : null;
  return {
    isCADFile,
    editorId: personId(company, section.uploadBy, `${where}.uploadBy`),
    at: instantOr(company, section.at, `${where}.at`),
    publishDeptId: departmentId(publishDept, "publishDept"),
    applyDeptId: departmentId(applyDept, "applyDept"),
    startTime,
    endTime,
    summary: summary ?? null,
    memo: memo ?? null,
  };
};

const endingOf = ({ reason, at }: Ending, where: string): Ending => ({ reason, at: readInstant(at, `${where}.at`) });

const freeSerial = (company: Company, library: LibraryRow, serial: string, where: string): string => {
  if (!isLabel(serial)) refuse("OPA-SERIAL-INVALID", `${where}.docSerial`);
  return isSerialTaken(company, library, serial) ? refuse("OPA-SERIAL-TAKEN", `${where}.docSerial`) : serial;
};
