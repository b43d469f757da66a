/** Creates a document: its number, its values and its first tasks. */
import { taskViewStatus } from "../../contract/form-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { signingSteps } from "../forms/route.ts";
import type { FormRow } from "../forms/tables.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { fillTemplate } from "./field-texts.ts";
import { nextFormSn } from "./form-numbers.ts";
import { planRoute } from "./plan-route.ts";
import { advance } from "./progress.ts";
import { askingFor, signersOf } from "./signers.ts";
import type { Company, DocumentRow } from "./tables.ts";

export type Application = {
  readonly form: FormRow;
  readonly applicantId: number;
  readonly departmentId: number;
  readonly urgent: boolean;
  readonly opinion: string | null;
  /** Field code → value, already checked against the design. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Files to which the caller has already added a reference (`holdFile`). */
  readonly fileIds: readonly number[];
};

/**
 * Starts a document. Refuses with `OPA-ROUTE-EMPTY`, before changing anything, when the route has no signing steps, or an
 * applicable step has no signer who can sign (R88).
 */
export const startDocument = (company: Company, application: Application): DocumentRow => {
  const { form, values, applicantId } = application;
  const asking = askingFor(company, application);
  const route = planRoute(form, values);
  const steps = signingSteps(route);
  if (steps.length === 0) refuse("OPA-ROUTE-EMPTY", "route");
  const empty = steps.find(({ step }) => signersOf(asking, step).length === 0);
  if (empty) refuse("OPA-ROUTE-EMPTY", `route.${empty.step.name}`);

  const ownName = `${form.name} ${requireRow(company.employees, applicantId).data.name}`;
  const subject = form.subject === null ? ownName : fillTemplate(form.subject, form.fields, values);
  const document: DocumentRow = {
    id: company.newId(),
    formSn: nextFormSn(company, form.code),
    formId: form.id,
    applicantId,
    departmentId: application.departmentId,
    subject,
    urgent: application.urgent,
    opinion: application.opinion,
    values,
    fileIds: application.fileIds,
    route,
    status: taskViewStatus.inProgress,
    applicantDate: isoInstant(company.clock.nowMs()),
    endDate: null,
    voidReason: null,
  };
  company.documents.put(document);
  advance(company, document);
  return document;
};
