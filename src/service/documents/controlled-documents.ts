/**
 * The life cycle of a controlled document. Every version stays in the document's history, with its author and time. The table
 * contains the state after each operation, or the refusal.
 *
 * ```
 *             new version (L20)    void (L21)           destroy (L22)
 * in force    in force             voided               destroyed
 * voided      OPA-DOC-VOIDED       OPA-DOC-VOIDED       destroyed
 * destroyed   OPA-DOC-DESTROYED    OPA-DOC-DESTROYED    OPA-DOC-DESTROYED
 * ```
 *
 * A voided document keeps its name and file, but only editors see it. A destroyed document is removed from its folder: its name
 * becomes free, its files are released, and only its history remains.
 */
import type { DocPropertyUpdate } from "../../contract/controlled-documents.ts";
import { isoInstant } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import type { StrictBody } from "../kernel/strict-body.ts";
import { stored } from "../kernel/table.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import { findNamedFile, holdFile, releaseFile } from "../uploads/files.ts";
import { named, pathOf, requireFreeName } from "./folder-tree.ts";
import { type NamedDocument, newDocument } from "./stored-documents.ts";
import type { Company, DocumentControl, DocumentRow, VersionRow, VersionRules } from "./tables.ts";
import { chooseRule, chooseSerial, chooseVersion } from "./versions.ts";
import type { Place, Viewer } from "./visibility.ts";

export type ControlledDocument = DocumentRow & { readonly control: DocumentControl };

/** Finds a document in force. `status` is the refusal status for an unknown one. */
export const findInForce = (company: Company, place: Place, docName: string, where: string, status?: number) => {
  const document = findLiving(company, place, docName, where, status);
  return document.control.voided ? refuse("OPA-DOC-VOIDED", where) : document;
};

/** Adds a document (L19), or a version to the document `before`. */
export const addControlled = (
  company: Company,
  place: Place,
  { document, uploadBy, isCADFile, docProperty }: StrictBody<"L19">,
  { caller }: Viewer,
  before?: ControlledDocument,
): void => {
  const { id: fileId, fileName } = findNamedFile(company, caller, document, "document");
  holdFile(company, fileId);
  const editorId = uploadBy ? findEmployee(company, uploadBy, "uploadBy").id : null;
  refusingWithin("docProperty", () => {
    const name = textOf(docProperty.name) ?? before?.name ?? fileName;
    requireFreeName(company.storedDocuments, place.folder, name, "name", before);
    const { versions = [], serial: own } = before?.control ?? {};
    const rules = rulesOf(place);
    const docVerRule = before?.control.docVerRule ?? chooseRule(rules, docProperty.docVerRule ?? undefined);
    const version = chooseVersion(docVerRule, rules.allowCustomVer, versions, textOf(docProperty.docVersion));
    const serial = chooseSerial(company, place.library, textOf(docProperty.docSerial), own);
    const at = isoInstant(company.clock.nowMs());
    const facts = readFacts(company, docProperty, versions.at(-1));
    putVersion(
      company,
      before ? { ...before, name } : newDocument(company, place, name),
      { serial, docVerRule, voided: null, versions },
      { version, fileId, fileName, isCADFile, editorId, at, ...facts },
    );
  });
};

/** Adds a version to a document (L20). Name and serial are never cleared. */
export const updateControlled = (company: Company, place: Place, body: StrictBody<"L20">, viewer: Viewer): void => {
  const document = findInForce(company, place, body.originalDocName, "originalDocName");
  addControlled(company, place, body, viewer, document);
};

/** Voids a document (L21). */
export const voidControlled = (company: Company, place: Place, { docName, reason }: StrictBody<"L21">): void => {
  const document = findInForce(company, place, docName, "docName");
  const voided = { reason, at: isoInstant(company.clock.nowMs()) };
  company.storedDocuments.put({ ...document, control: { ...document.control, voided } });
};

/** Destroys a document (L22). */
export const destroyControlled = (company: Company, place: Place, { docName, reason }: StrictBody<"L22">): void => {
  const { id, uuid, libraryId, name, control } = findLiving(company, place, docName, "docName");
  for (const { fileId } of control.versions) releaseFile(company, fileId, 0);
  company.storedDocuments.remove(id);
  company.destroyedDocuments.put({
    id: company.newId(),
    uuid,
    libraryId,
    path: pathOf(company, place.folder),
    name,
    ...control,
    versions: control.versions.map(({ fileId: _, ...kept }) => kept),
    destroyed: { reason, at: isoInstant(company.clock.nowMs()) },
  });
};

export const rulesOf = ({ library }: Place): VersionRules => {
  if (!library.rules) throw new Error("a library of ordinary documents has no version rules");
  return library.rules;
};

/** Finds a document that is in force or voided. */
const findLiving = (
  company: Company,
  place: Place,
  docName: string,
  where: string,
  status?: number,
): ControlledDocument => {
  const { library, folder } = place;
  const document = named(company.storedDocuments, folder, docName);
  if (document?.control) return { ...document, control: document.control };
  const path = fold(pathOf(company, folder));
  const wasHere = company.destroyedDocuments
    .by("library", library.id)
    .some((row) => fold(row.path) === path && fold(row.name) === fold(docName));
  return wasHere ? refuse("OPA-DOC-DESTROYED", where) : refuse("OPA-DOC-UNKNOWN", where, status);
};

/** Stores a document with one more version, whose file is held. */
export const putVersion = (
  company: Company,
  document: NamedDocument,
  control: DocumentControl,
  version: VersionRow,
): ControlledDocument => {
  const { fileId, editorId, at } = version;
  const versions = [...control.versions, version];
  const row = { ...document, fileId, editorId, modifiedAt: at, control: { ...control, versions } };
  return stored<ControlledDocument>(company.storedDocuments, row);
};

type GivenFacts = Pick<DocPropertyUpdate, "publishDept" | "applyDept" | "startTime" | "endTime" | "summary" | "memo">;
type Facts = Pick<VersionRow, "publishDeptId" | "applyDeptId" | "startTime" | "endTime" | "summary" | "memo">;

/**
 * Reads what a request or a company document states about a version. A property that is absent keeps its value in `before`, the
 * previous version; null or a blank text clears it.
 */
export const readFacts = (company: Company, given: GivenFacts, before?: Facts): Facts => {
  const read = <T>(name: keyof GivenFacts, kept: T | null | undefined, convert: (text: string) => T): T | null => {
    const text = given[name];
    if (text === undefined) return kept ?? null;
    return text?.trim() ? convert(text) : null;
  };
  const instant = (name: "startTime" | "endTime") => read(name, before?.[name], (text) => readInstant(text, name));
  const department = (name: "publishDept" | "applyDept") =>
    read(name, before?.[`${name}Id`], (code) => findDepartment(company, code, name).id);
  const [startTime, endTime] = [instant("startTime"), instant("endTime")];
  if (startTime !== null && endTime !== null && startTime >= endTime) refuse("OPA-DOC-PERIOD", "endTime");
  return {
    publishDeptId: department("publishDept"),
    applyDeptId: department("applyDept"),
    startTime,
    endTime,
    summary: read("summary", before?.summary, String),
    memo: read("memo", before?.memo, String),
  };
};

/** Returns undefined for a text that is absent or blank. */
const textOf = (text: DocPropertyUpdate["name"]): string | undefined => (text?.trim() ? text : undefined);
