/**
 * Loads and dumps the section `documents` of a company document, with all tasks. Deleted people and objects are null in this
 * section.
 */
import type { DocumentsSection, SectionDocument, SectionTask } from "../../contract/sections/documents.ts";
import { findForm } from "../forms/lookup.ts";
import { stepAt } from "../forms/route.ts";
import { nobody, showRoute, toPersonId, toStoredRoute } from "../forms/stored-route.ts";
import { serviceCaller } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse, refuseInvalid } from "../kernel/refusal.ts";
import { findDepartment, nameById } from "../organisation/lookup.ts";
import { findFile, holdFile, releaseFile } from "../uploads/files.ts";
import { documentWith } from "./form-sn.ts";
import { type Company, type DocumentRow, isInProgress, type TaskRow, tasksOf } from "./tables.ts";

/** Replaces all documents with those of the section. The service must already have the files that they name. */
export const loadDocuments = (company: Company, { documents }: DocumentsSection): void => {
  for (const fileId of company.documents.all().flatMap(({ fileIds }) => fileIds)) releaseFile(company, fileId);
  for (const table of [company.documents, company.tasks]) table.clear();
  for (const [at, document] of documents.entries()) loadDocument(company, document, `documents.documents.${at}`);
};

export const dumpDocuments = (company: Company): DocumentsSection => ({
  documents: company.documents.all().map((document) => dumpDocument(company, document)),
});

/** A document with all its tasks. */
export const dumpDocument = (company: Company, document: DocumentRow): SectionDocument => {
  const { id: _, formId, applicantId, departmentId, fileIds, route, ...same } = document;
  return {
    ...same,
    formCode: requireRow(company.forms, formId).code,
    applicant: nameById(company, applicantId),
    department: company.departments.get(departmentId)?.code ?? null,
    files: fileIds.map((id) => requireRow(company.files, id).uuid),
    route: showRoute(company, route),
    tasks: tasksOf(company, document).map((task) => dumpTask(company, task)),
  };
};

const dumpTask = (company: Company, task: TaskRow): SectionTask => {
  const { id: _, uuid, documentId: __, place, signerId, decidedById, fromTaskId, ...same } = task;
  return {
    nodeId: uuid,
    place: [...place],
    signer: nameById(company, signerId),
    decidedBy: nameById(company, decidedById),
    ...same,
    from: fromTaskId === null ? null : requireRow(company.tasks, fromTaskId).uuid,
  };
};

const loadDocument = (company: Company, document: SectionDocument, where: string): void => {
  if (documentWith(company, document.formSn)) refuse("OPA-ID-TAKEN", `${where}.formSn`);
  const { formCode, applicant, department, files, tasks, ...same } = document;
  const { applicantDate, endDate } = same;
  const fileIds = files.map((id, at) => findFile(company, serviceCaller, { id }, `${where}.files.${at}`).id);
  for (const id of fileIds) holdFile(company, id);
  const row: DocumentRow = {
    id: company.newId(),
    ...same,
    formId: findForm(company, formCode, `${where}.formCode`).id,
    applicantId: toPersonId(company, applicant, `${where}.applicant`),
    departmentId: department === null ? nobody : findDepartment(company, department, `${where}.department`).id,
    fileIds,
    route: toStoredRoute(company, document.route, `${where}.route`),
    applicantDate: readInstant(applicantDate, `${where}.applicantDate`),
    endDate: endDate === null ? null : readInstant(endDate, `${where}.endDate`),
  };
  const isPending = tasks.some(({ decision }) => decision === null);
  if (isPending !== isInProgress(row))
    refuseInvalid(`${where}.status`, "must be in progress if and only if a task is pending");
  if ((endDate === null) !== isInProgress(row))
    refuseInvalid(`${where}.endDate`, "must be null if and only if the document is in progress");
  company.documents.put(row);
  for (const [at, task] of tasks.entries()) loadTask(company, row, task, `${where}.tasks.${at}`);
};

const loadTask = (company: Company, document: DocumentRow, task: SectionTask, where: string): void => {
  const { nodeId, signer, decidedBy, from: fromNodeId, ...same } = task;
  const { place, decision, createdAt, decidedAt } = same;
  const uuid = nodeId.toLowerCase();
  if (company.tasks.by("uuid", uuid).length > 0) refuse("OPA-ID-TAKEN", `${where}.nodeId`);
  if (!stepAt(document.route, place)) refuseInvalid(`${where}.place`, "must be a place of the route");
  if ((decision === null) !== (decidedAt === null))
    refuseInvalid(`${where}.decidedAt`, "must be null if and only if nothing was decided");
  const from = fromNodeId === null ? undefined : company.tasks.by("uuid", fromNodeId.toLowerCase())[0];
  if (fromNodeId !== null && from?.documentId !== document.id)
    refuseInvalid(`${where}.from`, "must be a task of this document");
  company.tasks.put({
    id: company.newId(),
    uuid,
    documentId: document.id,
    ...same,
    signerId: toPersonId(company, signer, `${where}.signer`),
    decidedById: decidedBy === null ? null : toPersonId(company, decidedBy, `${where}.decidedBy`),
    createdAt: readInstant(createdAt, `${where}.createdAt`),
    decidedAt: decidedAt === null ? null : readInstant(decidedAt, `${where}.decidedAt`),
    fromTaskId: from?.id ?? null,
  });
};
