/** Documents in a folder: lists them, looks for names, adds documents from uploaded files, and moves documents to the trash. */
import { randomUUID } from "node:crypto";
import { folderRole } from "../../contract/operations/personal.ts";
import { type DocumentListItem, duplicateAction, itemType, type OrgItem } from "../../contract/records/shared.ts";
import { isoInstant } from "../../lib/clock.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Request } from "../kernel/http/feature.ts";
import { fold } from "../kernel/identity.ts";
import { byText, type Comparator, pageOfRows } from "../kernel/paging.ts";
import { refuse } from "../kernel/refusal.ts";
import { nameById } from "../organisation/lookup.ts";
import { employeeItem } from "../organisation/org-items.ts";
import { holdNamedFile } from "../uploads/files.ts";
import { documentsIn, named, pathOf } from "./folder-tree.ts";
import { freeName } from "./names.ts";
import type { Company, DocumentRow } from "./tables.ts";
import { putInTrash, trashDocument } from "./trash.ts";
import { type Place, roleIn } from "./visibility.ts";

/** The account of the system user, which stands for callers with a key. */
const systemAccount = "system";

/** Lists the documents of the folder that the viewer may see (L8, U5). */
export const showDocuments = (company: Company, place: Place, { pageOptions }: Request<"L8">["body"]) => {
  const { pageInfo, items } = pageOfRows(visibleDocuments(company, place), pageOptions, comparators(company));
  return { pageInfo, items: items.map((row) => showDocument(company, place, row)) };
};

/** True when a document that the viewer may see has one of these names (R69); false for an empty list. */
export const isAnyNameTaken = (company: Company, place: Place, { documentNames }: Request<"L9">["body"]): boolean => {
  const wanted = new Set(documentNames.map(fold));
  return visibleDocuments(company, place).some(({ name }) => wanted.has(fold(name)));
};

/**
 * Adds all of the documents or none. If a name is taken, `duplicateAction` decides: either the existing document gets the new
 * file and its old file goes to the trash, or the new document's name gets a number. Refuses a request with the same file twice,
 * and one in which two documents would get the same name.
 */
export const addDocuments = (
  company: Company,
  place: Place,
  { documents, duplicateAction: action }: Request<"L10">["body"],
): void => {
  if (documents.length === 0) refuse("OPA-DOCS-EMPTY", "documents");
  const { caller } = place.viewer;
  const files = new Set<number>();
  const written = new Set<string>();
  const tried = new Map<string, number>();
  for (const [at, ref] of documents.entries()) {
    const where = `documents.${at}`;
    const { fileId, fileName } = holdNamedFile(company, caller, ref, where);
    if (files.has(fileId)) refuse("OPA-FILE-REPEATED", `${where}.id`);
    const find = (one: string) => named(company.storedDocuments, place.folder, one);
    const isTaken = (one: string) => find(one) !== undefined;
    const name = action === duplicateAction.rename ? freeName(fileName, isTaken, tried) : fileName;
    if (written.has(fold(name))) refuse("OPA-NAME-TAKEN", `${where}.fileName`);
    const replaced = find(name);
    if (replaced) putInTrash(company, place, replaced);
    company.storedDocuments.put({
      ...(replaced ?? newDocument(company, place, name)),
      name,
      fileId,
      editorId: caller.kind === "user" ? caller.employeeId : null,
      modifiedAt: isoInstant(company.clock.nowMs()),
      control: null,
    });
    files.add(fileId);
    written.add(fold(name));
  }
};

export const removeDocument = (company: Company, place: Place, { fileName }: Request<"L11">["body"]): void => {
  const document = named(company.storedDocuments, place.folder, fileName);
  trashDocument(company, place, document ?? refuse("OPA-DOC-UNKNOWN", "fileName"));
};

/** What a document has from its creation on. */
export type NamedDocument = Pick<DocumentRow, "id" | "uuid" | "libraryId" | "folderId" | "name">;

export const newDocument = (
  company: Company,
  { library, folder }: Place,
  name: string,
  uuid: string = randomUUID(),
): NamedDocument => ({ id: company.newId(), uuid, libraryId: library.id, folderId: folder.id, name });

/** Readers do not see voided documents; editors do. */
const visibleDocuments = (company: Company, place: Place): readonly DocumentRow[] => {
  const isEditor = roleIn(company, place) === folderRole.editor;
  return documentsIn(company, place.folder).filter(({ control }) => isEditor || !control?.voided);
};

/** The sort orders that `by` selects in L8 and U5 (R77): name, date of change, size. */
const comparators = ({ files }: Company): readonly Comparator<DocumentRow>[] => [
  byText(({ name }) => fold(name)),
  byText(({ modifiedAt }) => modifiedAt),
  (a, b) => requireRow(files, a.fileId).length - requireRow(files, b.fileId).length,
];

const showDocument = (company: Company, place: Place, row: DocumentRow): DocumentListItem => {
  const { uuid, length } = requireRow(company.files, row.fileId);
  return {
    folder: pathOf(company, place.folder),
    document: { id: row.uuid, fileId: uuid, fileName: row.name, length },
    editor: showEditor(company, row.editorId),
    modifiedDate: row.modifiedAt,
    allowDelete: row.control === null && roleIn(company, place) === folderRole.editor,
  };
};

/** The last author: the system user for a caller with a key; an item without account for a deleted person. */
const showEditor = (company: Company, editorId: number | null): OrgItem => {
  const editor = editorId === null ? systemAccount : nameById(company, editorId);
  return editor === null ? { itemType: itemType.employee } : employeeItem(editor);
};
