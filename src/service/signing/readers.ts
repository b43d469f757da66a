/** Who may read a document and its files (R79, R98). F8b, U3 and U4 tell nobody else whether a document exists. */
import { type Caller, isDesignated, requireDesignated } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import { callingPerson } from "../organisation/lookup.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { documentWith, formCodeIn } from "./form-sn.ts";
import { isAsked } from "./own-tasks.ts";
import { type Company, type DocumentRow, tasksOf } from "./tables.ts";

/**
 * Finds the document for F8b. A key learns nothing about forms for which it is not designated: any number that does not belong
 * to one of its forms is refused with `OPA-NOT-DESIGNATED`, whether or not such a document exists.
 */
export const findDesignated = (company: Company, caller: Caller, formSn: string): DocumentRow => {
  const document = documentWith(company, formSn);
  if (document && mayRead(company, caller, document)) return document;
  requireDesignated(caller, "forms", formCodeIn(formSn), "formSn");
  return refuse("OPA-FORM-SN-UNKNOWN", "formSn", 404);
};

/** U3 and U4 know a document only if the person is its applicant, or a past or present signer, including agents. */
export const findOwn = (company: Company, formSn: string, person: EmployeeRow, status?: number): DocumentRow => {
  const document = documentWith(company, formSn);
  return document && takesPart(company, document, person) ? document : refuse("OPA-FORM-SN-UNKNOWN", "formSn", status);
};

const takesPart = (company: Company, document: DocumentRow, person: EmployeeRow): boolean =>
  document.applicantId === person.id ||
  tasksOf(company, document).some(
    (task) =>
      task.signerId === person.id ||
      task.decidedById === person.id ||
      (task.decision === null && isAsked(company, task, person.id)),
  );

/** True when the caller reads the document with F8b or U3. */
export const mayRead = (company: Company, caller: Caller, document: DocumentRow): boolean =>
  caller.kind === "key"
    ? caller.permissions.has("P-FormDoc") &&
      isDesignated(caller, "forms", requireRow(company.forms, document.formId).code)
    : caller.permissions.has("P-FormRead") && takesPart(company, document, callingPerson(company, caller));

/** A document gives its files to those who may read it. */
export const givesFile = (company: Company, caller: Caller, fileId: number): boolean =>
  company.documents.by("file", fileId).some((document) => mayRead(company, caller, document));
