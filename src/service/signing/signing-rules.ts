/** F8b, F9–F11, U3 and U4: reading, voiding, approving and rejecting a document. */
import { randomUUID } from "node:crypto";
import { signStatus } from "../../contract/operations/personal.ts";
import { taskKind, taskViewStatus } from "../../contract/records/forms.ts";
import type { UserRef } from "../../contract/records/organisation.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { callingPerson, findEmployee } from "../organisation/lookup.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { approve, reject } from "./decide.ts";
import { documentWith } from "./form-sn.ts";
import { findOwnTask, isAsked } from "./own-tasks.ts";
import { endDocument, openInquiries } from "./progress.ts";
import { findDesignated, findOwn } from "./readers.ts";
import { showDetail, showFields } from "./show-document.ts";
import { type Company, type DocumentRow, isInProgress, type TaskRow, tasksOf } from "./tables.ts";

/** The oldest task of the document that the person can approve or, with `isRejection`, reject (R88). */
const findReady = (company: Company, document: DocumentRow, person: EmployeeRow, isRejection: boolean): TaskRow => {
  const asked = tasksOf(company, document).filter(
    (task) => task.decision === null && isAsked(company, task, person.id),
  );
  const ready = asked.filter((task) => openInquiries(company, task).length === 0);
  if (asked.length === 0) refuse("OPA-TASK-NONE", "formSn");
  if (ready.length === 0) refuse("OPA-TASK-WAITING", "formSn");
  return ready.find(({ kind }) => !isRejection || kind !== taskKind.inquiry) ?? refuse("OPA-TASK-INQUIRY", "status");
};

/** The person in a request, who must be able to sign in. */
const findActive = (company: Company, ref: UserRef): EmployeeRow => {
  const person = findEmployee(company, ref, "user");
  return person.data.active ? person : refuse("OPA-USER-INACTIVE", "user");
};

type Ids = "F8b" | "F9" | "F10" | "F11" | "U3" | "U4";

export const signingRules: Handlers<Ids, Company> = {
  F8b: (company, { params, caller }) => {
    const document = findDesignated(company, caller, params.formSn);
    return {
      formSn: document.formSn,
      formName: requireRow(company.forms, document.formId).name,
      subject: document.subject,
      urgent: document.urgent,
      taskViewStatus: document.status,
      applicantDate: document.applicantDate,
      fields: showFields(company, document),
    };
  },

  F9: (company, { body }) => {
    const person = findActive(company, body.user);
    const document = documentWith(company, body.formNo) ?? refuse("OPA-FORM-SN-UNKNOWN", "formNo");
    if (document.applicantId !== person.id) refuse("OPA-NOT-APPLICANT", "user");
    if (!isInProgress(document)) refuse("OPA-FORM-SN-CLOSED", "formNo");
    endDocument(company, document, taskViewStatus.voided, body.reason);
  },

  F10: (company, { body }) => {
    const person = findActive(company, body.user);
    approve(company, findOwnTask(company, body.nodeId, person), person.id, null);
  },

  F11: (company, { body }) => {
    const person = findActive(company, body.user);
    reject(company, findOwnTask(company, body.nodeId, person), person.id, body.opinion);
  },

  U3: (company, { params, caller }) => {
    const document = findOwn(company, params.formSn, callingPerson(company, caller), 404);
    return {
      form_Sn: document.formSn,
      form_Name: requireRow(company.forms, document.formId).name,
      subject: document.subject,
      urgent: document.urgent,
      task_View_Status: String(document.status),
      applicant_Date: document.applicantDate,
      ...showDetail(company, document),
    };
  },

  U4: (company, { body, caller }) => {
    const person = callingPerson(company, caller);
    const isRejection = body.status === signStatus.reject;
    const reason = body.reason?.trim() ? body.reason : null;
    if (isRejection && reason === null) refuse("OPA-REASON-MISSING", "reason");
    const task = findReady(company, findOwn(company, body.formSn, person), person, isRejection);
    if (isRejection) reject(company, task, person.id, reason ?? "");
    else approve(company, task, person.id, reason);
    return { errorCode: "", traceId: randomUUID() };
  },
};
