/** Creates a document: its number, its values, the applicable steps of its route, and its first tasks. */
import { taskViewStatus } from "../../contract/records/forms.ts";
import { isoInstant } from "../../lib/clock.ts";
import { signingSteps } from "../forms/route.ts";
import type { FormRow } from "../forms/tables.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import { fillTemplate } from "./field-texts.ts";
import { nextFormSn } from "./form-sn.ts";
import { planRoute } from "./plan-route.ts";
import { advance } from "./progress.ts";
import { signersOf } from "./signers.ts";
import type { Company, DocumentRow } from "./tables.ts";

/**
 * What an applicant gives. The values are checked against the design, and the caller has added a reference to each file
 * (`holdFile`).
 */
export type Application = { readonly form: FormRow } & Pick<
  DocumentRow,
  "applicantId" | "departmentId" | "urgent" | "opinion" | "values" | "fileIds"
>;

/**
 * Starts a document. Refuses with `OPA-ROUTE-EMPTY`, before changing anything, when the route has no signing steps, or an
 * applicable step has no signer who can sign (R88).
 */
export const startDocument = (company: Company, application: Application): DocumentRow => {
  const { form, ...given } = application;
  const route = planRoute(form, given.values);
  const steps = signingSteps(route);
  if (steps.length === 0) refuse("OPA-ROUTE-EMPTY", "route");
  const empty = steps.find(({ step }) => signersOf(company, given, step).length === 0);
  if (empty) refuse("OPA-ROUTE-EMPTY", `route.${empty.step.name}`);

  const ownName = `${form.name} ${requireRow(company.employees, given.applicantId).data.name}`;
  const document = stored<DocumentRow>(company.documents, {
    ...given,
    id: company.newId(),
    formSn: nextFormSn(company, form.code),
    formId: form.id,
    subject: form.subject === null ? ownName : fillTemplate(form.subject, form.fields, given.values),
    route,
    status: taskViewStatus.inProgress,
    applicantDate: isoInstant(company.clock.nowMs()),
    endDate: null,
    voidReason: null,
  });
  advance(company, document);
  return document;
};
