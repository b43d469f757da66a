/**
 * Loads and dumps the section `documents` of a company document, with all tasks. Deleted people and objects are null in this
 * section.
 */
import type { DocumentsSection, SectionDocument } from "../../contract/documents-section.ts";
import { findForm } from "../forms/form-rules.ts";
import { placeKey, signingSteps } from "../forms/route.ts";
import { nobody, showRoute, toPersonId, toStoredRoute } from "../forms/stored-route.ts";
import { serviceCaller } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findDepartment, nameById } from "../organisation/lookup.ts";
import { findFile, holdFile, releaseFile } from "../uploads/files.ts";
import { type Company, type DocumentRow, isInProgress, type TaskRow, tasksOf } from "./tables.ts";

/** Replaces all documents with those of the section. The service must already have the files that they name. */
export const loadDocuments = (company: Company, { documents }: DocumentsSection): void => {
  for (const { id, fileIds } of company.documents.all()) {
    for (const fileId of fileIds) releaseFile(company, fileId);
    company.documents.remove(id);
  }
  company.tasks.clear();
  for (const [at, document] of documents.entries()) loadDocument(company, document, `documents.documents.${at}`);
};

export const dumpDocuments = (company: Company): DocumentsSection => ({
  documents: company.documents.all().map((document) => dumpDocument(company, document)),
});

/** A document with all its tasks. */
export const dumpDocument = (company: Company, document: DocumentRow): SectionDocument => {
  const { formSn, subject, urgent, opinion, values, status, applicantDate, endDate, voidReason } = document;
  return {
    formSn,
    formCode: requireRow(company.forms, document.formId).code,
    applicant: nameById(company, document.applicantId),
    department: company.departments.get(document.departmentId)?.code ?? null,
    subject,
    urgent,
    opinion,
    values: { ...values },
    files: document.fileIds.map((id) => requireRow(company.files, id).uuid),
    route: showRoute(company, document.route),
    status,
    applicantDate,
    endDate,
    voidReason,
    tasks: tasksOf(company, document).map((task) => dumpTask(company, task)),
  };
};

const dumpTask = (company: Company, task: TaskRow): SectionDocument["tasks"][number] => {
  const { uuid, place, kind, decision, note, opinion, createdAt, decidedAt, fromTaskId } = task;
  return {
    nodeId: uuid,
    place: [...place],
    kind,
    signer: nameById(company, task.signerId),
    decidedBy: nameById(company, task.decidedById),
    decision,
    note,
    opinion,
    createdAt,
    decidedAt,
    from: fromTaskId === null ? null : requireRow(company.tasks, fromTaskId).uuid,
  };
};

const loadDocument = (company: Company, document: SectionDocument, where: string): void => {
  if (company.documents.by("formSn", fold(document.formSn)).length > 0) refuse("OPA-ID-TAKEN", `${where}.formSn`);
  const { formSn, subject, urgent, opinion, values, status, department, endDate, voidReason } = document;
  const fileIds = document.files.map((id, at) => findFile(company, serviceCaller, { id }, `${where}.files.${at}`).id);
  for (const id of fileIds) holdFile(company, id);
  const row: DocumentRow = {
    id: company.newId(),
    formSn,
    formId: findForm(company, document.formCode, `${where}.formCode`).id,
    applicantId: toPersonId(company, document.applicant, `${where}.applicant`),
    departmentId: department === null ? nobody : findDepartment(company, department, `${where}.department`).id,
    subject,
    urgent,
    opinion,
    values,
    fileIds,
    route: toStoredRoute(company, document.route, `${where}.route`),
    status,
    applicantDate: readInstant(document.applicantDate, `${where}.applicantDate`),
    endDate: endDate === null ? null : readInstant(endDate, `${where}.endDate`),
    voidReason,
  };
  const isPending = document.tasks.some(({ decision }) => decision === null);
  if (isPending !== isInProgress(row)) refuse("OPA-REQUEST-INVALID", `${where}.status`);
  if ((endDate === null) !== isInProgress(row)) refuse("OPA-REQUEST-INVALID", `${where}.endDate`);
  company.documents.put(row);
  for (const [at, task] of document.tasks.entries()) loadTask(company, row, task, `${where}.tasks.${at}`);
};

type Task = SectionDocument["tasks"][number];

const loadTask = (company: Company, document: DocumentRow, task: Task, where: string): void => {
  const { place, kind, decision, note, opinion, decidedAt, decidedBy } = task;
  const uuid = task.nodeId.toLowerCase();
  if (company.tasks.by("uuid", uuid).length > 0) refuse("OPA-ID-TAKEN", `${where}.nodeId`);
  const isPlace = signingSteps(document.route).some((one) => placeKey(one.place) === placeKey(place));
  if (!isPlace) refuse("OPA-REQUEST-INVALID", `${where}.place`);
  if ((decision === null) !== (decidedAt === null)) refuse("OPA-REQUEST-INVALID", `${where}.decidedAt`);
  const from = task.from === null ? undefined : company.tasks.by("uuid", task.from.toLowerCase())[0];
  if (task.from !== null && from?.documentId !== document.id) refuse("OPA-REQUEST-INVALID", `${where}.from`);
  company.tasks.put({
    id: company.newId(),
    uuid,
    documentId: document.id,
    place,
    kind,
    signerId: toPersonId(company, task.signer, `${where}.signer`),
    decidedById: decidedBy === null ? null : toPersonId(company, decidedBy, `${where}.decidedBy`),
    decision,
    note,
    opinion,
    createdAt: readInstant(task.createdAt, `${where}.createdAt`),
    decidedAt: decidedAt === null ? null : readInstant(decidedAt, `${where}.decidedAt`),
    fromTaskId: from?.id ?? null,
  });
};
