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
import { randomUUID } from "node:crypto";
import type { DocPropertyUpdate } from "../../contract/controlled-documents.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { Caller } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import type { StrictBody } from "../kernel/strict-body.ts";
import { findDepartment, findEmployee } from "../organisation/lookup.ts";
import { requireValidName } from "../uploads/file-name.ts";
import { findNamedFile, holdFile } from "../uploads/files.ts";
import { pathOf } from "./folder-tree.ts";
import {
  type Company,
  type DestroyedVersion,
  type DocumentControl,
  type DocumentRow,
  keyIn,
  type VersionRow,
  type VersionRules,
} from "./tables.ts";
import { discardFile } from "./trash.ts";
import { chooseRule, chooseSerial, chooseVersion, requirePeriod, versionsOf } from "./versions.ts";
import type { Place } from "./visibility.ts";

export type ControlledDocument = DocumentRow & { readonly control: DocumentControl };

type Added = StrictBody<"L19">;
type Updated = StrictBody<"L20">;

/** Finds a document in force. `status` is the refusal status for an unknown one. */
export const findInForce = (company: Company, place: Place, docName: string, where: string, status?: number) => {
  const document = findLiving(company, place, docName, where, status);
  return document.control.voided ? refuse("OPA-DOC-VOIDED", where) : document;
};

/** Adds a document (L19). */
export const addControlled = (company: Company, caller: Caller, place: Place, body: Added): void => {
  const { library, folder } = place;
  const { docProperty } = body;
  const rules = rulesOf(place);
  const file = findNamedFile(company, caller, body.document, "document");
  const name = textOf(docProperty.name) ?? file.fileName;
  requireValidName(name, "docProperty.name");
  if (company.storedDocuments.by("place", keyIn(folder.id, name)).length > 0)
    refuse("OPA-NAME-TAKEN", "docProperty.name");
  const rule = chooseRule(rules, docProperty.docVerRule ?? undefined);
  const version = chooseVersion(rule, rules.allowCustomVer, [], textOf(docProperty.docVersion), "docProperty");
  const serial = chooseSerial(company, library, "docProperty", textOf(docProperty.docSerial));
  putVersion(
    company,
    { id: company.newId(), uuid: randomUUID(), libraryId: library.id, folderId: folder.id, name },
    { serial, docVerRule: rule, voided: null, versions: [] },
    makeVersion(company, version, file, body, undefined),
  );
};

/**
 * Adds a version to a document (L20). A property that is absent keeps its value, and null clears it; name and serial are never
 * cleared.
 */
export const updateControlled = (company: Company, caller: Caller, place: Place, body: Updated): void => {
  const { docProperty } = body;
  const document = findInForce(company, place, body.originalDocName, "originalDocName");
  const { control } = document;
  const name = textOf(docProperty.name) ?? document.name;
  requireValidName(name, "docProperty.name");
  const holder = company.storedDocuments.by("place", keyIn(place.folder.id, name))[0];
  if (holder && holder.id !== document.id) refuse("OPA-NAME-TAKEN", "docProperty.name");
  const { allowCustomVer } = rulesOf(place);
  const given = textOf(docProperty.docVersion);
  const version = chooseVersion(control.docVerRule, allowCustomVer, versionsOf(control), given, "docProperty");
  const serial = chooseSerial(company, place.library, "docProperty", textOf(docProperty.docSerial), control.serial);
  const file = findNamedFile(company, caller, body.document, "document");
  const made = makeVersion(company, version, file, body, control.versions.at(-1));
  putVersion(company, { ...document, name }, { ...control, serial }, made);
};

/** Voids a document (L21). */
export const voidControlled = (company: Company, place: Place, docName: string, reason: string): void => {
  const document = findInForce(company, place, docName, "docName");
  const voided = { reason, at: isoInstant(company.clock.nowMs()) };
  company.storedDocuments.put({ ...document, control: { ...document.control, voided } });
};

/** Destroys a document (L22). */
export const destroyControlled = (company: Company, place: Place, docName: string, reason: string): void => {
  const { id, uuid, libraryId, name, control } = findLiving(company, place, docName, "docName");
  for (const { fileId } of control.versions) discardFile(company, fileId);
  company.storedDocuments.remove(id);
  company.destroyedDocuments.put({
    id: company.newId(),
    uuid,
    libraryId,
    path: pathOf(company, place.folder),
    name,
    ...control,
    versions: control.versions.map(withoutFile),
    destroyed: { reason, at: isoInstant(company.clock.nowMs()) },
  });
};

const withoutFile = (version: VersionRow): DestroyedVersion => {
  const { fileId: _, ...kept } = version;
  return kept;
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
  const document = company.storedDocuments.by("place", keyIn(folder.id, docName))[0];
  if (document?.control) return { ...document, control: document.control };
  const path = fold(pathOf(company, folder));
  const wasHere = company.destroyedDocuments
    .by("library", library.id)
    .some((row) => fold(row.path) === path && fold(row.name) === fold(docName));
  return wasHere ? refuse("OPA-DOC-DESTROYED", where) : refuse("OPA-DOC-UNKNOWN", where, status);
};

type Named = Pick<DocumentRow, "id" | "uuid" | "libraryId" | "folderId" | "name">;

const putVersion = (company: Company, document: Named, control: DocumentControl, version: VersionRow): void => {
  const { fileId, editorId, at } = version;
  holdFile(company, fileId);
  const versions = [...control.versions, version];
  company.storedDocuments.put({ ...document, fileId, editorId, modifiedAt: at, control: { ...control, versions } });
};

/** `before` is the previous version; its values are kept for properties that the request leaves out. */
const makeVersion = (
  company: Company,
  version: string,
  { id: fileId, fileName }: ReturnType<typeof findNamedFile>,
  { isCADFile, uploadBy, docProperty }: Pick<Added, "isCADFile" | "uploadBy" | "docProperty">,
  before: VersionRow | undefined,
): VersionRow => {
  const instant = (name: "startTime" | "endTime") =>
    merged(docProperty[name], before?.[name], (text) => readInstant(text, `docProperty.${name}`));
  const startTime = instant("startTime");
  const endTime = instant("endTime");
  requirePeriod(startTime, endTime, "docProperty.endTime");
  const department = (name: "publishDept" | "applyDept") =>
    merged(docProperty[name], before?.[`${name}Id`], (code) => findDepartment(company, code, `docProperty.${name}`).id);
  return {
    version,
    fileId,
    fileName,
    isCADFile,
    editorId: uploadBy ? findEmployee(company, uploadBy, "uploadBy").id : null,
    at: isoInstant(company.clock.nowMs()),
    publishDeptId: department("publishDept"),
    applyDeptId: department("applyDept"),
    startTime,
    endTime,
    summary: merged(docProperty.summary, before?.summary, String),
    memo: merged(docProperty.memo, before?.memo, String),
  };
};

/** Returns undefined for a text that is absent or blank. */
const textOf = (text: DocPropertyUpdate["name"]): string | undefined => (text?.trim() ? text : undefined);

/** Reads the new value of a property. Keeps the previous value if the property is absent; returns null if it is null or blank. */
const merged = <T>(given: string | null | undefined, before: T | null | undefined, read: (text: string) => T) => {
  if (given === undefined) return before ?? null;
  return given?.trim() ? read(given) : null;
};
