/**
 * Loads and dumps controlled and destroyed documents of a library. Loaded versions must ascend, and no serial may occur twice.
 * They are accepted even if the rules of the library would choose others.
 */
import { randomUUID } from "node:crypto";
import type {
  SectionControlledDocument,
  SectionDestroyedDocument,
  SectionVersion,
} from "../../contract/sections/library.ts";
import { isoInstant } from "../../lib/clock.ts";
import { serviceCaller } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { readInstant } from "../kernel/instant.ts";
import { eachWithin } from "../kernel/refusal.ts";
import { findNamed, nameById } from "../organisation/lookup.ts";
import { holdNamedFile } from "../uploads/files.ts";
import { documentsIn, pathOf, requireFreeName } from "./folder-tree.ts";
import { chooseSerial, freeSerial } from "./serials.ts";
import { newDocument } from "./stored-documents.ts";
import {
  type Company,
  type DestroyedRow,
  type DestroyedVersion,
  type DocumentControl,
  type Ending,
  type FolderRow,
  type LibraryRow,
  rulesOf,
} from "./tables.ts";
import { putVersion, readFacts } from "./version-record.ts";
import { chooseVersion } from "./versions.ts";
import type { Place } from "./visibility.ts";

export const loadControlled = (company: Company, place: Place, section: SectionControlledDocument): void => {
  const { id, name, docSerial, versions, docVerRule = rulesOf(place.library).docVerRule } = section;
  const { library, folder } = place;
  requireFreeName(company.storedDocuments, folder, name, "name");
  const document = newDocument(company, place, name, id);
  const serial = docSerial ? freeSerial(company, library, docSerial) : chooseSerial(company, library);
  let control: DocumentControl = { serial, docVerRule, voided: loadVoiding(section), versions: [] };
  eachWithin("versions", versions, (one) => {
    const version = chooseVersion(docVerRule, true, control.versions, one.docVersion);
    const file = holdNamedFile(company, serviceCaller, one.file, "file");
    control = putVersion(company, document, control, { version, ...file, ...loadVersion(company, one) });
  });
};

export const dumpControlled = (company: Company, folder: FolderRow): SectionControlledDocument[] =>
  documentsIn(company, folder).flatMap(({ uuid: id, name, control }) => {
    if (!control) return [];
    const { serial: docSerial, docVerRule, voided } = control;
    const versions = control.versions.map(({ fileId, ...row }) => {
      const { fileName, ...version } = dumpVersion(company, row);
      return { file: { id: requireRow(company.files, fileId).uuid, fileName }, ...version };
    });
    return [{ id, path: pathOf(company, folder), name, docSerial, docVerRule, versions, voided }];
  });

export const loadDestroyed = (company: Company, library: LibraryRow, section: SectionDestroyedDocument): void => {
  const { id: uuid = randomUUID(), path, name, docSerial, docVerRule } = section;
  company.destroyedDocuments.put({
    id: company.newId(),
    uuid,
    libraryId: library.id,
    path,
    name,
    serial: freeSerial(company, library, docSerial),
    docVerRule,
    versions: eachWithin("versions", section.versions, (one) => {
      return { version: one.docVersion, fileName: one.fileName, ...loadVersion(company, one) };
    }),
    voided: loadVoiding(section),
    destroyed: loadEnding(section.destroyed, "destroyed"),
  });
};

export const dumpDestroyed = (company: Company, row: DestroyedRow): SectionDestroyedDocument => {
  const { uuid: id, path, name, serial: docSerial, docVerRule, voided, destroyed } = row;
  const versions = row.versions.map((version) => dumpVersion(company, version));
  return { id, path, name, docSerial, docVerRule, versions, voided, destroyed };
};

const loadVersion = (company: Company, section: Omit<SectionVersion, "file">) => ({
  isCADFile: section.isCADFile,
  editorId: section.uploadBy ? findNamed(company, section.uploadBy, "uploadBy").id : null,
  at: readInstant(section.at ?? isoInstant(company.clock.nowMs()), "at"),
  ...readFacts(company, section),
});

const dumpVersion = (company: Company, row: DestroyedVersion) => {
  const { version: docVersion, editorId, publishDeptId, applyDeptId, ...same } = row;
  const departmentCode = (id: number | null) => (id === null ? undefined : company.departments.get(id)?.code) ?? null;
  return {
    docVersion,
    uploadBy: nameById(company, editorId),
    publishDept: departmentCode(publishDeptId),
    applyDept: departmentCode(applyDeptId),
    ...same,
  };
};

const loadVoiding = ({ voided }: Pick<SectionControlledDocument, "voided">): Ending | null =>
  voided ? loadEnding(voided, "voided") : null;

const loadEnding = ({ reason, at }: Ending, where: string): Ending => ({ reason, at: readInstant(at, `${where}.at`) });
