/** Filters that the searches for documents share: keywords and date ranges (R89). */
import { findForm } from "../forms/lookup.ts";
import type { Caller } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { epochOf, type Range, readRange } from "../kernel/instant.ts";
import { textsOf, valueOf } from "./field-texts.ts";
import { mayRead } from "./readers.ts";
import type { Company, DocumentRow } from "./tables.ts";

/** What F8c, F8d and U2 search for. */
type Wanted = Readonly<{ formCode?: string | null | undefined; keyword?: string | null | undefined }>;

/**
 * Returns a filter for documents of the form, with one of the dates in the range, by default that of the application, and with
 * the keyword in their number, subject, fields or attachment names. For a key that may not read a document (F8b), only number
 * and subject count, so that a search reveals nothing else (R89). Texts are compared the way codes are compared (R14).
 */
export const documentFilter = (
  company: Company,
  caller: Caller,
  { formCode, keyword }: Wanted,
  { since, until }: Range,
  datesOf = ({ applicantDate }: DocumentRow): readonly (string | null)[] => [applicantDate],
): ((document: DocumentRow) => boolean) => {
  const form = formCode ? findForm(company, formCode, "formCode") : undefined;
  const wanted = fold(keyword ?? "");
  const isUnlimited = since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
  const isWithin = (date: string | null): boolean => since <= Date.parse(date ?? "") && Date.parse(date ?? "") <= until;
  return (document) =>
    (!form || document.formId === form.id) &&
    (isUnlimited || datesOf(document).some(isWithin)) &&
    (wanted === "" || searchedTexts(company, caller, document).some((text) => fold(text).includes(wanted)));
};

const searchedTexts = (company: Company, caller: Caller, document: DocumentRow): readonly string[] => {
  const shown = [document.formSn, document.subject];
  if (caller.kind === "key" && !mayRead(company, caller, document)) return shown;
  const { fields } = requireRow(company.forms, document.formId);
  return [
    ...shown,
    ...fields.flatMap((field) => textsOf(field, valueOf(document.values, field.code))),
    ...document.fileIds.map((id) => requireRow(company.files, id).fileName),
  ];
};

/**
 * Reads the two ends of a date range; both are included. Each end is a date, which means the whole day at +08:00, or a
 * date-time. Refuses a range that ends before it begins.
 */
export const readDays = (from: string | null | undefined, to: string | null | undefined): Range => {
  const since = readDay(from, "T00:00:00");
  const until = readDay(to, "T23:59:59.999");
  return readRange({ since, until }, epochOf, "applicant_Date_To");
};

const readDay = (text: string | null | undefined, time: string): string => {
  const given = text?.trim() ?? "";
  return /^\d{4}-\d\d-\d\d$/.test(given) ? given + time : given;
};
