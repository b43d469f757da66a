/** Creates a document: its number (R79), its values, the applicable steps of its route, and its first tasks. */
import { taskViewStatus } from "../../contract/form-records.ts";
import { calendarDate, isoInstant } from "../../lib/clock.ts";
import { signingSteps } from "../forms/route.ts";
import type { FormRow } from "../forms/tables.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow, stored } from "../kernel/table.ts";
import { fillTemplate } from "./field-texts.ts";
import { planRoute } from "./plan-route.ts";
import { advance } from "./progress.ts";
import { askingFor, signersOf } from "./signers.ts";
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
  const asking = askingFor(company, given);
  const route = planRoute(form, given.values);
  const steps = signingSteps(route);
  if (steps.length === 0) refuse("OPA-ROUTE-EMPTY", "route");
  const empty = steps.find(({ step }) => signersOf(asking, step).length === 0);
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

/**
 * Returns the next document number of a form, such as `LEAVE-20260131-0001`. No number is used twice: the numbers of loaded
 * documents are skipped.
 */
const nextFormSn = (company: Company, formCode: string): string => {
  const day = calendarDate(company.clock.nowMs()).replaceAll("-", "");
  const series = `${formCode.trim()}-${day}`;
  const row = company.series.by("series", fold(series))[0];
  let last = row?.last ?? 0;
  let formSn: string;
  do {
    last += 1;
    formSn = `${series}-${String(last).padStart(4, "0")}`;
  } while (company.documents.by("formSn", fold(formSn)).length > 0);
  company.series.put({ id: row?.id ?? company.newId(), series: fold(series), last });
  return formSn;
};

/** The form code in a document number; empty if the text does not have the format of such a number. */
export const formCodeIn = (formSn: string): string => /^(.+)-\d{8}-\d{4,}$/.exec(formSn.trim())?.[1] ?? "";
