/** Numbers of documents: form code, day of the application at +08:00, and a running number per form and day (R79). */
import { calendarDate } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import type { Company } from "./tables.ts";

/**
 * Returns the next document number of a form, such as `LEAVE-20260131-0001`. No number is used twice: the numbers of loaded
 * documents are skipped.
 */
export const nextFormSn = (company: Company, formCode: string): string => {
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
