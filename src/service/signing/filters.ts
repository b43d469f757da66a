/** Filters that the searches for documents share: keywords and date ranges (R89). */
import { z } from "zod";
import { dateTime } from "../../contract/records.ts";
import { type Caller, isDesignated } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { type Range, taipei } from "../kernel/time-zones.ts";
import { textsOf, valueOf } from "./field-texts.ts";
import type { Company, DocumentRow } from "./tables.ts";

/**
 * Returns a filter for documents with the keyword in their number, subject, fields or attachment names. For a key that may not
 * read a document (F8b), only number and subject count, so that a search reveals nothing else (R89). Texts are compared the way
 * codes are compared (R14).
 */
export const keywordFilter = (
  company: Company,
  caller: Caller,
  keyword: string | null | undefined,
): ((document: DocumentRow) => boolean) => {
  const wanted = fold(keyword ?? "");
  if (wanted === "") return () => true;
  return (document) => searchedTexts(company, caller, document).some((text) => fold(text).includes(wanted));
};

const searchedTexts = (company: Company, caller: Caller, document: DocumentRow): readonly string[] => {
  const { code, fields } = requireRow(company.forms, document.formId);
  const mayRead =
    caller.kind === "user" || (caller.permissions.has("P-FormDoc") && isDesignated(caller, "forms", code));
  const shown = [document.formSn, document.subject];
  if (!mayRead) return shown;
  return [
    ...shown,
    ...fields.flatMap((field) => textsOf(field, valueOf(document.values, field.code))),
    ...document.fileIds.map((id) => requireRow(company.files, id).fileName),
  ];
};

export const isWithin = ({ since, until }: Range, instant: string | null): boolean => {
  if (since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return true;
  if (instant === null) return false;
  const epochMs = Date.parse(instant);
  return since <= epochMs && epochMs <= until;
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Reads the two ends of a date range; both are included. Each end is a date, which means the whole day at +08:00, or a
 * date-time. Refuses other texts, and a range that ends before it begins.
 */
export const readDays = (from: string | null | undefined, to: string | null | undefined): Range => {
  const since = readDay(from, "applicant_Date_From", 0) ?? Number.NEGATIVE_INFINITY;
  const until = readDay(to, "applicant_Date_To", dayMs - 1) ?? Number.POSITIVE_INFINITY;
  if (since > until) refuse("OPA-DATE-RANGE", "applicant_Date_To");
  return { since, until };
};

const readDay = (text: string | null | undefined, where: string, intoDayMs: number): number | undefined => {
  const given = text?.trim() ?? "";
  if (given === "") return undefined;
  if (z.iso.date().safeParse(given).success) return taipei().instantOf(`${given}T00:00:00`) + intoDayMs;
  if (dateTime.safeParse(given).success) return taipei().instantOf(given);
  return refuse("OPA-REQUEST-INVALID", where);
};
