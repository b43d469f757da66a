/**
 * The section `forms` of the company document: categories, designs, applicants and routes of workflow forms. Not part of the
 * published interface; it uses the interface's field names where they exist.
 */
import { z } from "zod";
import { dateTime, PersonName } from "../records/organisation.ts";
import { OrgItem } from "../records/shared.ts";
import { longestStem, filled as name, Uuid } from "../records/texts.ts";

/** The kinds of fields. The comment of each kind is the form of its values (R78). */
export const fieldType = {
  /** Text. */
  text: "text",
  /** Text of several lines. */
  textArea: "textArea",
  /** Number. */
  number: "number",
  /** `YYYY-MM-DD`. */
  date: "date",
  /** ISO 8601 date-time. */
  dateTime: "dateTime",
  /** The id or name of one option; `{ option, fillText }` if the user may add a text to the option. */
  select: "select",
  /** A list of values, each in the form of a `select` value. */
  checkbox: "checkbox",
  /** A UserRef. */
  user: "user",
  /** A department code. */
  department: "department",
  /** A list of FileRef. */
  file: "file",
  /** A list of rows, each an object whose keys are the codes of the nested fields. */
  grid: "grid",
  /** An object whose keys are the codes of the nested fields. */
  group: "group",
} as const;
export type FieldType = (typeof fieldType)[keyof typeof fieldType];

/** A code has no spaces, slashes or braces, because codes are used in paths, and in braces in a subject. */
const code = z.string().regex(/^[^\s\p{Cc}/\\{}]+$/u, "must not contain spaces, slashes or braces");

const SectionOption = z.strictObject({
  id: Uuid.optional(),
  name,
  fillText: z.string().nullish(),
  enableFillText: z.boolean().default(false),
  isOther: z.boolean().default(false),
});

export const SectionField = z.strictObject({
  id: Uuid.optional(),
  name,
  code,
  typeId: z.enum(Object.values(fieldType) as [FieldType, ...FieldType[]]),
  fieldHelper: z.string().nullish(),
  isRequired: z.boolean().default(false),
  notSupport: z.boolean().default(false),
  get fields() {
    return z.array(SectionField).optional();
  },
  isExternalSource: z.boolean().default(false),
  externalSourceName: z.string().nullish(),
  options: z.array(SectionOption).optional(),
});
export type SectionField = z.infer<typeof SectionField>;

/**
 * Condition of a step or branch, which is skipped when the condition is false. `field` must be a top-level field of the form with
 * a single value. `value` is a number for a number field, else a text (for a select, the option's name). `atLeast` and `below`
 * apply to numbers and dates.
 */
const Condition = z.strictObject({
  field: z.string(),
  is: z.enum(["equal", "notEqual", "atLeast", "below"]),
  value: z.union([z.string(), z.number()]),
});
export type RouteCondition = z.infer<typeof Condition>;

const stepCommon = {
  name,
  when: Condition.optional(),
  /** If a step has several signers: `any` one of them decides, or `all` must sign (countersigning). */
  mode: z.enum(["any", "all"]).default("any"),
};

/**
 * A step of a route, with its signers. `manager`: the manager of the department `levelsUp` levels above the applicant's; an
 * applicant who is this manager is replaced with the next manager above. `supervisor`: the supervisor chosen for the applicant's
 * post; if there is none, the same person as for `manager`. `jobFunction`: all holders of the function in the applicant's
 * department, or in the nearest one above that has a holder, or in the whole company. `branches`: parallel routes; the step ends
 * when all have ended. A null account or code means that the person or object has been deleted.
 */
export const RouteStep = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("manager"), ...stepCommon, levelsUp: z.int().min(0).max(20).default(0) }),
  z.strictObject({ kind: z.literal("supervisor"), ...stepCommon }),
  z.strictObject({ kind: z.literal("person"), ...stepCommon, accounts: z.array(PersonName.nullable()).min(1) }),
  z.strictObject({
    kind: z.literal("jobFunction"),
    ...stepCommon,
    jobFuncCode: z.string().nullable(),
    within: z.enum(["department", "company"]).default("department"),
  }),
  z.strictObject({
    kind: z.literal("branches"),
    name,
    when: Condition.optional(),
    get branches() {
      return z.array(z.strictObject({ name, when: Condition.optional(), steps: z.array(RouteStep).min(1) })).min(1);
    },
  }),
]);
export type RouteStep = z.infer<typeof RouteStep>;

export const SectionForm = z.strictObject({
  id: Uuid.optional(),
  code: code.max(longestStem),
  name,
  category: z.string(),
  allowApplyForm: z.boolean().default(true),
  /** The people who may apply; absent: all. */
  applicants: z.array(OrgItem).optional(),
  /** May contain field codes in braces; absent: the subject is the form's name and the applicant's name. */
  subject: z.string().optional(),
  fields: z.array(SectionField),
  route: z.array(RouteStep),
});
export type SectionForm = z.infer<typeof SectionForm>;

/** A connection to another system, which belongs to one person (F3, F4). */
export const SectionConnection = z.strictObject({
  connId: Uuid.optional(),
  code,
  name,
  /** 0 is a web service, 1 a database (R84). */
  connectionType: z.union([z.literal(0), z.literal(1)]),
  /** The owner, who alone may see it. */
  editor: PersonName,
  modifiedDate: dateTime.optional(),
  hasUsed: z.boolean().default(false),
});
export type SectionConnection = z.infer<typeof SectionConnection>;

export const FormsSection = z.strictObject({
  /** The categories in display order. */
  categories: z.array(z.strictObject({ id: Uuid.optional(), category: name })),
  forms: z.array(SectionForm),
  connections: z.array(SectionConnection).default([]),
});
export type FormsSection = z.infer<typeof FormsSection>;
