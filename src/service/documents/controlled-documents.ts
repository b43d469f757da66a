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
import type { DocPropertyUpdate } from "../../contract/operations/controlled-documents.ts";
import type { StrictBody } from "../../contract/strict-body.ts";
import { isoInstant } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import { refuse, refusingWithin } from "../kernel/refusal.ts";
import { findEmployee } from "../organisation/lookup.ts";
import { holdNamedFile, releaseFile } from "../uploads/files.ts";
import { named, pathOf, requireFreeName } from "./folder-tree.ts";
import { chooseSerial } from "./serials.ts";
import { newDocument } from "./stored-documents.ts";
import { type Company, type DocumentControl, type DocumentRow, rulesOf } from "./tables.ts";
import { putVersion, readFacts } from "./version-record.ts";
import { chooseRule, chooseVersion } from "./versions.ts";
import type { Place } from "./visibility.ts";

type ControlledDocument = DocumentRow & { readonly control: DocumentControl };

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
  before?: ControlledDocument,
): void => {
  const { fileId, fileName } = holdNamedFile(company, place.viewer.caller, document, "document");
  const editorId = uploadBy ? findEmployee(company, uploadBy, "uploadBy").id : null;
  refusingWithin("docProperty", () => {
    const name = textOf(docProperty.name) ?? before?.name ?? fileName;
    requireFreeName(company.storedDocuments, place.folder, name, "name", before);
    const { versions = [], serial: own } = before?.control ?? {};
    const rules = rulesOf(place.library);
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
export const updateControlled = (company: Company, place: Place, body: StrictBody<"L20">): void =>
  addControlled(company, place, body, findInForce(company, place, body.originalDocName, "originalDocName"));

export const voidControlled = (company: Company, place: Place, { docName, reason }: StrictBody<"L21">): void => {
  const document = findInForce(company, place, docName, "docName");
  const voided = { reason, at: isoInstant(company.clock.nowMs()) };
  company.storedDocuments.put({ ...document, control: { ...document.control, voided } });
};

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

/** Finds a document that is in force or voided. */
const findLiving = (company: Company, place: Place, docName: string, where: string, status?: number) => {
  const { library, folder } = place;
  const document = named(company.storedDocuments, folder, docName);
  if (document?.control) return { ...document, control: document.control };
  const path = fold(pathOf(company, folder));
  const wasHere = company.destroyedDocuments
    .by("library", library.id)
    .some((row) => fold(row.path) === path && fold(row.name) === fold(docName));
  return wasHere ? refuse("OPA-DOC-DESTROYED", where) : refuse("OPA-DOC-UNKNOWN", where, status);
};

/** Returns undefined for a text that is absent or blank. */
const textOf = (text: DocPropertyUpdate["name"]): string | undefined => (text?.trim() ? text : undefined);
