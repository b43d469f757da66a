/** Dumps the libraries as a section of the company document, in display order; `load-libraries.ts` loads it. */
import type {
  LibrariesSection,
  SectionControlledDocument,
  SectionDestroyedDocument,
  SectionDocument,
  SectionFolder,
  SectionLibrary,
} from "../../contract/library-section.ts";
import { fold } from "../kernel/identity.ts";
import { nameById } from "../organisation/lookup.ts";
import { showItems } from "../organisation/org-items.ts";
import { documentsIn, pathOf, readersOf, rootOf, settingsOf, subtreeOf } from "./folder-tree.ts";
import { showFile } from "./section-parts.ts";
import type { Company, DestroyedRow, DestroyedVersion, FolderRow, LibraryRow } from "./tables.ts";

export const dumpLibraries = (company: Company): LibrariesSection =>
  company.libraries
    .all()
    .toSorted((a, b) => (fold(a.code) < fold(b.code) ? -1 : 1))
    .map((library) => dumpLibrary(company, library));

const dumpLibrary = (company: Company, library: LibraryRow): SectionLibrary => {
  const { uuid, code, name, isFromAI, editors, rules } = library;
  const root = rootOf(company, library);
  const folders = subtreeOf(company, root);
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
    destroyedDocuments: company.destroyedDocuments
      .by("library", library.id)
      .toSorted((a, b) => a.id - b.id)
      .map((row) => dumpDestroyed(company, row)),
  };
};

/** Leaves out the readers and settings that the folder inherits from its parent. */
const dumpFolder = (company: Company, folder: FolderRow): SectionFolder => ({
  id: folder.uuid,
  path: pathOf(company, folder),
  ...(folder.readers ? { readers: showItems(company, folder.readers) } : {}),
  ...(folder.settings ? { settings: folder.settings } : {}),
});

const dumpDocuments = (company: Company, folder: FolderRow): SectionDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid, name, fileId, editorId, modifiedAt, control }) => {
    if (control) return [];
    const file = showFile(company, fileId, name);
    const editor = nameById(company, editorId);
    return [{ id: uuid, path: pathOf(company, folder), file, editor, modifiedDate: modifiedAt }];
  });

const dumpControlled = (company: Company, folder: FolderRow): SectionControlledDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid, name, control }) => {
    if (!control) return [];
    const { serial, docVerRule, versions, voided } = control;
    return [
      {
        id: uuid,
        path: pathOf(company, folder),
        name,
        docSerial: serial,
        docVerRule,
        versions: versions.map((version) => ({
          file: showFile(company, version.fileId, version.fileName),
          ...dumpVersion(company, version),
        })),
        voided,
      },
    ];
  });

const dumpDestroyed = (company: Company, row: DestroyedRow): SectionDestroyedDocument => {
  const { uuid, path, name, serial, docVerRule, versions, voided, destroyed } = row;
  return {
    id: uuid,
    path,
    name,
    docSerial: serial,
    docVerRule,
    versions: versions.map((version) => ({ fileName: version.fileName, ...dumpVersion(company, version) })),
    voided,
    destroyed,
  };
};

const dumpVersion = (company: Company, row: DestroyedVersion) => {
  const { version, isCADFile, editorId, at, publishDeptId, applyDeptId, startTime, endTime, summary, memo } = row;
  const departmentCode = (id: number | null) => (id === null ? undefined : company.departments.get(id)?.code) ?? null;
  return {
    docVersion: version,
    isCADFile,
    uploadBy: nameById(company, editorId),
    at,
    publishDept: departmentCode(publishDeptId),
    applyDept: departmentCode(applyDeptId),
    startTime,
    endTime,
    summary,
    memo,
  };
};
