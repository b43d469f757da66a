/** Rows of punches, surveys and notices. */
import type { NoticesSection, SectionQuestion, SectionSurvey } from "../../contract/sections/everyday.ts";
import type { Company as AccessCompany } from "../access/tables.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import type { OrderedRow, StoredItem } from "../organisation/tables.ts";

/**
 * One person's punches in one calendar month. Each array has one entry per punch, in order of time. A row per punch would take
 * ten times the memory, and a query would have to read all punches of a person.
 */
export type PunchMonthRow = Row & {
  readonly personId: number;
  /** Months since the year 0, in UTC (`monthOf`). */
  readonly month: number;
  /** Milliseconds since 1970, never descending. */
  readonly at: readonly number[];
  readonly type: readonly number[];
  /** For each punch, the index of its location in `texts`. */
  readonly location: readonly number[];
  /** For each punch, the index of its remark in `texts`. */
  readonly remark: readonly number[];
  /** Locations and remarks, without duplicates. */
  readonly texts: readonly (string | null)[];
};

export type SurveyCategoryRow = OrderedRow & { readonly code: string; readonly name: string };

export type Question = SectionQuestion & { readonly id: string };

/** `startTime` and `endTime` are ISO 8601 in UTC; a published survey has both. */
export type SurveyRow = Row &
  Readonly<Pick<SectionSurvey, "code" | "topic" | "published">> & {
    readonly categoryId: number;
    readonly startTime: string | null;
    readonly endTime: string | null;
    readonly targets: readonly StoredItem[];
    readonly questions: readonly Question[];
  };

/** One N1 message in the recipient's inbox. `at` is ISO 8601 in UTC. */
export type NoticeRow = Row &
  Readonly<Pick<NoticesSection[number], "title" | "message" | "at" | "read">> & {
    readonly uuid: string;
    readonly personId: number;
  };

export const createEverydayTables = (report: ReportChange) => ({
  punchMonths: createTable("punch-month", { person: (row: PunchMonthRow) => [row.personId] }, report),
  surveyCategories: createTable("survey-category", { code: (row: SurveyCategoryRow) => [fold(row.code)] }, report),
  surveys: createTable("survey", { code: (row: SurveyRow) => [fold(row.code)] }, report),
  notices: createTable("notice", { uuid: (row: NoticeRow) => [row.uuid], person: (row) => [row.personId] }, report),
});

export type Company = AccessCompany & ReturnType<typeof createEverydayTables>;
