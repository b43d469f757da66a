/**
 * The sections `punches`, `surveys` and `notices` of the company document. Not part of the published interface; they use the
 * interface's field names where they exist.
 */
import { z } from "zod";
import { longestTitle, longestTopic, punchType } from "../operations/everyday.ts";
import { dateTime, PersonName } from "../records/organisation.ts";
import { OrgItem } from "../records/shared.ts";
import { filled, longestText, stemCode, Uuid } from "../records/texts.ts";

const PunchType = z.union([
  z.literal(punchType.in),
  z.literal(punchType.out),
  z.literal(punchType.outOfOfficeIn),
  z.literal(punchType.outOfOfficeOut),
]);
export type PunchType = z.infer<typeof PunchType>;

/** Punches in any order. A `punchDate` without an offset is at +08:00. */
export const PunchesSection = z.array(
  z.strictObject({
    account: PersonName,
    punchDate: dateTime,
    punchType: PunchType,
    location: z.string().nullish(),
    remark: z.string().nullish(),
  }),
);
export type PunchesSection = z.infer<typeof PunchesSection>;

/** Kinds of questions. `single` and `multiple` offer options. */
export const questionType = { single: "single", multiple: "multiple", text: "text", number: "number" } as const;
export type QuestionType = (typeof questionType)[keyof typeof questionType];

/** Questions are numbered from 1 in the given order; only a draft may contain an invalid question (R95). */
export const SectionQuestion = z.strictObject({
  id: Uuid.optional(),
  text: z.string(),
  typeId: z.enum(Object.values(questionType) as [QuestionType, ...QuestionType[]]),
  isRequired: z.boolean().default(false),
  /** `next` is the number of the question that follows when this option is chosen; absent: the next question in order. */
  options: z.array(z.strictObject({ name: z.string(), next: z.int().nullish() })).default([]),
});
export type SectionQuestion = z.infer<typeof SectionQuestion>;

export const SectionSurvey = z.strictObject({
  code: stemCode,
  topic: filled.max(longestTopic),
  /** Code of the category. */
  category: filled,
  /** False: the survey is a draft, which may have no `startTime` and `endTime`. */
  published: z.boolean().default(true),
  /** `startTime` and `endTime` are at +08:00 if they have no offset; `endTime` itself is not part of the period. */
  startTime: dateTime.nullish(),
  endTime: dateTime.nullish(),
  /** The people to be asked. */
  targets: z.array(OrgItem).default([]),
  questions: z.array(SectionQuestion).default([]),
});
export type SectionSurvey = z.infer<typeof SectionSurvey>;

export const SurveysSection = z.strictObject({
  /** Categories in display order. A key's `surveyCategories` lists these codes. */
  categories: z.array(z.strictObject({ code: filled, name: filled })),
  surveys: z.array(SectionSurvey),
});
export type SurveysSection = z.infer<typeof SurveysSection>;

/** The notices in people's inboxes, each person's oldest notice first. */
export const NoticesSection = z.array(
  z.strictObject({
    id: Uuid.optional(),
    account: PersonName,
    title: filled.max(longestTitle),
    message: filled.max(longestText),
    at: dateTime,
    read: z.boolean().default(false),
  }),
);
export type NoticesSection = z.infer<typeof NoticesSection>;
