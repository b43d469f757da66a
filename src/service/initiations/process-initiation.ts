/**
 * Processes one initiation: the result is a document or a failure. It is one `write` to the company, so the document and the
 * result are stored together or not at all.
 */
import { initiationProcess, initiationResult } from "../../contract/form-records.ts";
import { checkFields } from "../forms/field-values.ts";
import { refuse } from "../kernel/refusal.ts";
import type { startDocument } from "../signing/start-document.ts";
import { holdFile, releaseFile } from "../uploads/files.ts";
import type { Company, InitiationRow } from "./tables.ts";

/** The initiation, if it is still to be processed; undefined if it is done or does not exist. */
const queued = (company: Company, id: number): InitiationRow | undefined => {
  const row = company.initiations.get(id);
  return row?.process === initiationProcess.done ? undefined : row;
};

/**
 * Creates the document, or stores a failure when field values are invalid. Throws a `Refusal` when the form, the applicant or
 * the department has been deleted, or the route has no signer.
 */
export const processInitiation = (
  company: Company,
  id: number,
  retryCount: number,
  start: typeof startDocument,
): void => {
  const row = queued(company, id);
  if (!row) return;
  const form = company.forms.get(row.formId) ?? refuse("OPA-FORM-UNKNOWN");
  if (!company.employees.get(row.applicantId)) refuse("OPA-USER-UNKNOWN");
  if (!company.departments.get(row.departmentId)) refuse("OPA-DEPT-UNKNOWN");
  const { values, fileIds, problems } = checkFields(company, form.fields, row.fields);
  if (problems.length > 0) {
    failInitiation(company, id, retryCount, `OPA-FIELDS-INVALID: ${problems.join("; ")}`);
    return;
  }
  const inValues = fileIds.filter((fileId) => !row.fileIds.includes(fileId));
  for (const fileId of inValues) holdFile(company, fileId);
  const { applicantId, departmentId, urgent, opinion } = row;
  const held = [...row.fileIds, ...inValues];
  const { formSn } = start(company, { form, applicantId, departmentId, urgent, opinion, values, fileIds: held });
  settle(company, { ...row, retryCount, result: initiationResult.success, formSn });
};

/** Stores the reason why there is no document, and releases the files. */
export const failInitiation = (company: Company, id: number, retryCount: number, resultMessage: string): void => {
  const row = queued(company, id);
  if (!row) return;
  for (const fileId of row.fileIds) releaseFile(company, fileId);
  settle(company, { ...row, retryCount, result: initiationResult.failure, resultMessage });
};

const settle = ({ initiations }: Company, row: InitiationRow): void =>
  initiations.put({
    ...row,
    process: initiationProcess.done,
    fields: [],
    fileIds: [],
    callback: row.callBackUrl === null ? "none" : "owed",
  });
