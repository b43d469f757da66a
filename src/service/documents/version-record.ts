/** The record of one version of a controlled document, from an operation (L19, L20) or from a company document. */
import type { DocPropertyUpdate } from "../../contract/operations/controlled-documents.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { findDepartment } from "../organisation/lookup.ts";
import type { NamedDocument } from "./stored-documents.ts";
import type { Company, DocumentControl, VersionRow } from "./tables.ts";

/** Stores a document with one more version, whose file is held. Returns what controls it from now on. */
export const putVersion = (
  company: Company,
  document: NamedDocument,
  before: DocumentControl,
  version: VersionRow,
): DocumentControl => {
  const { fileId, editorId, at: modifiedAt } = version;
  const control = { ...before, versions: [...before.versions, version] };
  company.storedDocuments.put({ ...document, fileId, editorId, modifiedAt, control });
  return control;
};

/**
 * Reads what a request or a company document states about a version. A property that is absent keeps its value in `before`, the
 * previous version; null or a blank text clears it.
 */
export const readFacts = (company: Company, given: DocPropertyUpdate, before: Partial<VersionRow> = {}) => {
  type Name = keyof DocPropertyUpdate;
  const read = <T>(name: Name, convert: (text: string, where: string) => T, kept: T | null = null) => {
    const text = given[name];
    if (text === undefined) return kept;
    return text?.trim() ? convert(text, name) : null;
  };
  const departmentId = (code: string, where: string) => findDepartment(company, code, where).id;
  const startTime = read("startTime", readInstant, before.startTime);
  const endTime = read("endTime", readInstant, before.endTime);
  if (startTime !== null && endTime !== null && startTime >= endTime) refuse("OPA-DOC-PERIOD", "endTime");
  return {
    publishDeptId: read("publishDept", departmentId, before.publishDeptId),
    applyDeptId: read("applyDept", departmentId, before.applyDeptId),
    startTime,
    endTime,
    summary: read("summary", String, before.summary),
    memo: read("memo", String, before.memo),
  };
};
