/** The numbers of documents, such as `LEAVE-20260131-0001`: the form's code, the day at +08:00, and a running number (R79). */
import { calendarDate } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import type { Company, DocumentRow } from "./tables.ts";

export const documentWith = ({ documents }: Company, formSn: string): DocumentRow | undefined =>
  documents.by("formSn", fold(formSn))[0];

/** Returns the next number of a form. No number is used twice: the numbers of loaded documents are skipped. */
export const nextFormSn = (company: Company, formCode: string): string => {
  const series = `${formCode.trim()}-${calendarDate(company.clock.nowMs()).replaceAll("-", "")}`;
  const row = company.series.by("series", fold(series))[0];
  let last = (row?.last ?? 0) + 1;
  const formSn = () => `${series}-${String(last).padStart(4, "0")}`;
  while (documentWith(company, formSn())) last += 1;
  company.series.put({ id: row?.id ?? company.newId(), series: fold(series), last });
  return formSn();
};

/** The form code in a document number; empty if the text does not have the format of such a number. */
export const formCodeIn = (formSn: string): string => /^(.+)-\d{8}-\d{4,}$/.exec(formSn.trim())?.[1] ?? "";
