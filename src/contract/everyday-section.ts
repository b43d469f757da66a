/**
 * Punch records, surveys and notices as the service is loaded with them. Not part of the published interface; field names
 * follow it where it has one.
 */
import { z } from "zod";
import { longestMessage, longestTitle, longestTopic, punchType } from "./everyday.ts";
import { dateTime } from "./records.ts";
import { OrgItem } from "./shared-records.ts";

const filled = z.string().regex(/\S/);

const PunchType = z.union([
  z.literal(punchType.in),
  z.literal(punchType.out),
  z.literal(punchType.outOfOfficeIn),
  z.literal(punchType.outOfOfficeOut),
]);
export type PunchType = z.infer<typeof PunchType>;

/** In any order. A `punchDate` without an offset is at +08:00. */
export const PunchesSection = z.array(
  z.strictObject({
    account: filled,
    punchDate: dateTime,
    punchType: PunchType,
    location: z.string().nullish(),
    remark: z.string().nullish(),
  }),
);
export type PunchesSection = z.infer<typeof PunchesSection>;

/** Kinds of questions. The first two are answered by options. */
export const questionType = { single: "single", multiple: "multiple", text: "text", number: "number" } as const;
export type QuestionType = (typeof questionType)[keyof typeof questionType];

/** Questions are numbered from 1 in the order given; one that is not fit to be asked may stand in a draft only (R95). */
export const SectionQuestion = z.strictObject({
  id: z.uuid().optional(),
  text: z.string(),
  typeId: z.enum(Object.values(questionType) as [QuestionType, ...QuestionType[]]),
  isRequired: z.boolean().default(false),
  /** `next`: number of the question that follows whoever chooses this; left out: the one after. */
  options: z.array(z.strictObject({ name: z.string(), next: z.int().nullish() })).default([]),
});
export type SectionQuestion = z.infer<typeof SectionQuestion>;

export const SectionSurvey = z.strictObject({
  code: filled,
  topic: filled.max(longestTopic),
  /** Code of the category. */
  category: filled,
  /** False: a draft, which may lack times. */
  published: z.boolean().default(true),
  /** Without an offset they are at +08:00; the end is not part of the period. */
  startTime: dateTime.nullish(),
  endTime: dateTime.nullish(),
  /** Who is asked. */
  targets: z.array(OrgItem).default([]),
  questions: z.array(SectionQuestion).default([]),
});
export type SectionSurvey = z.infer<typeof SectionSurvey>;

export const SurveysSection = z.strictObject({
  /** In order. Keys are designated for categories by these codes. */
  categories: z.array(z.strictObject({ code: filled, name: filled })),
  surveys: z.array(SectionSurvey),
});
export type SurveysSection = z.infer<typeof SurveysSection>;

/** What lies in the inboxes, each person's oldest first. */
export const NoticesSection = z.array(
  z.strictObject({
    id: z.uuid().optional(),
    account: filled,
    title: filled.max(longestTitle),
    message: filled.max(longestMessage),
    at: dateTime,
    read: z.boolean().default(false),
  }),
);
export type NoticesSection = z.infer<typeof NoticesSection>;
