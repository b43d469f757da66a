/** F8c, F8d and U2: the documents that a person applied for, and the documents that wait for this person's decision (R89). */
import { type AppliedItem, type PendingItem, type PendingTaskItem, taskKind } from "../../contract/form-records.ts";
import { findForm } from "../forms/form-rules.ts";
import type { Handlers } from "../kernel/feature.ts";
import { byText, type Comparator, pageOfRows } from "../kernel/paging.ts";
import { requireRow } from "../kernel/table.ts";
import { type Range, readRange, taipei } from "../kernel/time-zones.ts";
import { callingPerson, findEmployee } from "../organisation/lookup.ts";
import { isWithin, keywordFilter, readDays } from "./filters.ts";
import { type OwnTask, tasksFor } from "./own-tasks.ts";
import { isActive } from "./signers.ts";
import { type Company, type DocumentRow, isInProgress, tasksOf } from "./tables.ts";

/** The address where a person sees the document: a path from the site's root (R86). */
const documentUrl = ({ formSn }: DocumentRow): string => `/bpm/document/${encodeURIComponent(formSn)}`;

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
 * Applies `dateRangeType` of F8c, which chooses the date to compare: 0 application, 1 signature, 2 closing, 3 notification of a
 * signer (R79).
 */
const isDated = (company: Company, document: DocumentRow, type: number, range: Range): boolean => {
  if (type === 0) return isWithin(range, document.applicantDate);
  if (type === 2) return isWithin(range, document.endDate);
  const tasks = tasksOf(company, document);
  if (type === 3) return tasks.some(({ createdAt }) => isWithin(range, createdAt));
  const signed = tasks.filter(({ decision }) => decision === "approved" || decision === "rejected");
  return signed.some(({ decidedAt }) => isWithin(range, decidedAt));
};

const formFilter = (company: Company, formCode: string | null | undefined): ((document: DocumentRow) => boolean) => {
  if (!formCode) return () => true;
  const { id } = findForm(company, formCode, "formCode");
  return ({ formId }) => formId === id;
};

/** True when F9 would accept the document from its applicant, who must be active. */
const mayVoid = (company: Company, document: DocumentRow): boolean =>
  isInProgress(document) && isActive(company, document.applicantId);

const showApplied = (company: Company, document: DocumentRow): AppliedItem => ({
  formName: requireRow(company.forms, document.formId).name,
  subject: document.subject,
  formSn: document.formSn,
  applicantDate: document.applicantDate,
  endDate: document.endDate,
  taskViewStatus: document.status,
  allowedToRetrieve:
    mayVoid(company, document) && tasksOf(company, document).every(({ decision }) => decision === null),
  allowedToCancel: mayVoid(company, document),
  url: documentUrl(document),
});

const showPending = (company: Company, { document }: OwnTask): PendingItem => ({
  formName: requireRow(company.forms, document.formId).name,
  subject: document.subject,
  formSn: document.formSn,
  urgent: document.urgent,
  applicantDate: document.applicantDate,
  url: documentUrl(document),
});

const showTask = (company: Company, own: OwnTask): PendingTaskItem => ({
  ...showPending(company, own),
  nodeId: own.task.uuid,
  createdDate: own.task.createdAt,
  isBranch: own.task.place.length > 1,
  isAgent: own.asAgent,
  isHandover: own.task.kind === taskKind.handover,
});

export const searchRules: Handlers<"F8c" | "F8d" | "U2", Company> = {
  F8c: (company, { body, caller }) => {
    const applicant = findEmployee(company, body.user, "user");
    const range = readRange(body.dateRange, taipei(), "dateRange");
    const [isOfForm, hasKeyword] = [formFilter(company, body.formCode), keywordFilter(company, caller, body.keyword)];
    const found = company.documents
      .by("applicant", applicant.id)
      .filter((document) => hasStatus(document, body.taskStatus) && isOfForm(document))
      .filter((document) => isDated(company, document, body.dateRangeType ?? 0, range) && hasKeyword(document))
      .sort((a, b) => a.id - b.id);
    const { pageInfo, items } = pageOfRows(found, body.pageOptions, appliedOrders);
    return { pageInfo, items: items.map((document) => showApplied(company, document)) };
  },

  /** Tasks of a person who is not active are left out, because F10 and F11 would refuse them. */
  F8d: (company, { body, caller }) => {
    const person = findEmployee(company, body.user, "user");
    const range = readRange(body.dateRange, taipei(), "dateRange");
    const [isOfForm, hasKeyword] = [formFilter(company, body.formCode), keywordFilter(company, caller, body.keyword)];
    const kind = body.taskStatus ?? 0;
    const found = (isActive(company, person.id) ? tasksFor(company, person.id) : [])
      .filter(({ task, document }) => (kind === 0 || task.kind === kind) && isOfForm(document))
      .filter(({ document }) => isWithin(range, document.applicantDate) && hasKeyword(document));
    const { pageInfo, items } = pageOfRows(found, body.pageOptions, pendingOrders);
    return { pageInfo, items: items.map((own) => showTask(company, own)) };
  },

  /** A document appears once, even if several of its tasks wait. */
  U2: (company, { body, caller }) => {
    const range = readDays(body.applicant_Date_From, body.applicant_Date_To);
    const hasKeyword = keywordFilter(company, caller, body.keyword);
    const listed = new Map(tasksFor(company, callingPerson(company, caller).id).map((own) => [own.document.id, own]));
    const found = [...listed.values()].filter(
      ({ document }) => isWithin(range, document.applicantDate) && hasKeyword(document),
    );
    return { items: found.map((own) => showPending(company, own)) };
  },
};
