/** F8c, F8d and U2: the documents that a person applied for, and the documents that wait for this person's decision (R89). */
import { type AppliedItem, type PendingItem, type PendingTaskItem, taskKind } from "../../contract/records/forms.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { readRange } from "../kernel/instant.ts";
import { byText, type Comparator, pageOfRows } from "../kernel/paging.ts";
import { callingPerson, findEmployee } from "../organisation/lookup.ts";
import { documentFilter, readDays } from "./filters.ts";
import { type OwnTask, tasksFor } from "./own-tasks.ts";
import { isActive } from "./signers.ts";
import { type Company, type DocumentRow, isInProgress, tasksOf } from "./tables.ts";

/**
 * The sort orders of F8c, in the order of the values of `by`: application date, closing date (open documents last), number,
 * subject.
 */
const appliedOrders: readonly Comparator<DocumentRow>[] = [
  byText((row) => row.applicantDate),
  byText((row) => row.endDate ?? "~"),
  byText((row) => row.formSn),
  byText((row) => row.subject),
];

/** The sort orders of F8d, in the order of the values of `by`: date of the task, application date, number, subject. */
const pendingOrders: readonly Comparator<OwnTask>[] = [
  byText(({ task }) => task.createdAt),
  byText(({ document }) => document.applicantDate),
  byText(({ document }) => document.formSn),
  byText(({ document }) => document.subject),
];

/** Applies `taskStatus` of F8c: 0 means all documents and 2 all closed documents; any other value is the wanted status (R79). */
const hasStatus = (document: DocumentRow, wanted: number): boolean => {
  if (wanted === 0) return true;
  return wanted === 2 ? !isInProgress(document) : document.status === wanted;
};

/**
 * The dates that `dateRangeType` of F8c selects: 0 application, 1 signature, 2 closing, 3 notification of a signer (R79).
 */
const datesOf = (company: Company, document: DocumentRow, type: number): readonly (string | null)[] => {
  if (type === 0) return [document.applicantDate];
  if (type === 2) return [document.endDate];
  const tasks = tasksOf(company, document);
  if (type === 3) return tasks.map(({ createdAt }) => createdAt);
  return tasks.filter(({ decision: is }) => is === "approved" || is === "rejected").map(({ decidedAt }) => decidedAt);
};

/** True when F9 would accept the document from its applicant, who must be active. */
const mayVoid = (company: Company, document: DocumentRow): boolean =>
  isInProgress(document) && isActive(company, document.applicantId);

/** `url` is the page where a person sees the document: a path from the site's root (R86). */
const showBoth = (company: Company, { formId, subject, formSn, applicantDate }: DocumentRow) => ({
  formName: requireRow(company.forms, formId).name,
  subject,
  formSn,
  applicantDate,
  url: `/bpm/document/${encodeURIComponent(formSn)}`,
});

const showApplied = (company: Company, document: DocumentRow): AppliedItem => ({
  ...showBoth(company, document),
  endDate: document.endDate,
  taskViewStatus: document.status,
  allowedToRetrieve:
    mayVoid(company, document) && tasksOf(company, document).every(({ decision }) => decision === null),
  allowedToCancel: mayVoid(company, document),
});

const showPending = (company: Company, document: DocumentRow): PendingItem => ({
  ...showBoth(company, document),
  urgent: document.urgent,
});

const showTask = (company: Company, { task, document, asAgent }: OwnTask): PendingTaskItem => ({
  ...showPending(company, document),
  nodeId: task.uuid,
  createdDate: task.createdAt,
  isBranch: task.place.length > 1,
  isAgent: asAgent,
  isHandover: task.kind === taskKind.handover,
});

export const searchRules: Handlers<"F8c" | "F8d" | "U2", Company> = {
  F8c: (company, { body, caller }) => {
    const applicant = findEmployee(company, body.user, "user");
    const dates = (document: DocumentRow) => datesOf(company, document, body.dateRangeType ?? 0);
    const isWanted = documentFilter(company, caller, body, readRange(body.dateRange), dates);
    const found = company.documents
      .by("applicant", applicant.id)
      .filter((document) => hasStatus(document, body.taskStatus) && isWanted(document))
      .sort((a, b) => a.id - b.id);
    const { pageInfo, items } = pageOfRows(found, body.pageOptions, appliedOrders);
    return { pageInfo, items: items.map((document) => showApplied(company, document)) };
  },

  F8d: (company, { body, caller }) => {
    const person = findEmployee(company, body.user, "user");
    const isWanted = documentFilter(company, caller, body, readRange(body.dateRange));
    const kind = body.taskStatus ?? 0;
    const found = tasksFor(company, person.id).filter(
      ({ task, document }) => (kind === 0 || task.kind === kind) && isWanted(document),
    );
    const { pageInfo, items } = pageOfRows(found, body.pageOptions, pendingOrders);
    return { pageInfo, items: items.map((own) => showTask(company, own)) };
  },

  /** A document appears once, even if several of its tasks wait. */
  U2: (company, { body, caller }) => {
    const range = readDays(body.applicant_Date_From, body.applicant_Date_To);
    const waiting = tasksFor(company, callingPerson(company, caller).id).map(({ document }) => document);
    const found = [...new Set(waiting)].filter(documentFilter(company, caller, body, range));
    return { items: found.map((document) => showPending(company, document)) };
  },
};
