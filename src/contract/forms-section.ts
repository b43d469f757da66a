/**
 * Workflow forms as the service is loaded with them: categories, designs, who may apply, the route of signers. Not part
 * of the published interface; field names follow it where it has one.
 */
import { z } from "zod";
import { dateTime } from "./records.ts";
import { OrgItem } from "./shared-records.ts";

/** Kinds of fields, and what a value of each is (R78). */
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
  /** The id or name of one option; `{ option, fillText }` where the option takes a text. */
  select: "select",
  /** A list of what `select` takes. */
  checkbox: "checkbox",
  /** UserRef. */
  user: "user",
  /** Department code. */
  department: "department",
  /** A list of FileRef. */
  file: "file",
  /** A list of rows, each an object by the codes of the nested fields. */
  grid: "grid",
  /** An object by the codes of the nested fields. */
  group: "group",
} as const;
export type FieldType = (typeof fieldType)[keyof typeof fieldType];

/** A code can stand in a path, and in braces in a subject. */
const code = z.string().regex(/^[^\s\p{Cc}/\\{}]+$/u);
const name = z.string().regex(/\S/);

const SectionOption = z.strictObject({
  id: z.uuid().optional(),
  name,
  fillText: z.string().nullish(),
  enableFillText: z.boolean().default(false),
  isOther: z.boolean().default(false),
});

export const SectionField = z.strictObject({
  id: z.uuid().optional(),
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
 * A step or branch with a condition is left out where it does not hold. The field is one of the form's own (not nested) with
 * one value; the value a number for a number, else a text (of a select the name of an option). `atLeast` and `below` are for
 * numbers and dates.
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
  /** Several signers of one step: the first who signs decides, or each of them signs (countersigning). */
  mode: z.enum(["any", "all"]).default("any"),
};

/**
 * Who signs. `manager`: of the applicant's department, `levelsUp` departments above it; a signer who is the applicant is
 * replaced by the manager above. `supervisor`: chosen for the applicant's post, else as `manager`. `jobFunction`: all who
 * have it, in the applicant's department and above (the nearest that has any), or in the company. `branches`: routes side by
 * side; the step ends when all of them have. Null in the place of an account or a code: deleted since.
 */
export const RouteStep = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("manager"), ...stepCommon, levelsUp: z.int().min(0).max(20).default(0) }),
  z.strictObject({ kind: z.literal("supervisor"), ...stepCommon }),
  z.strictObject({ kind: z.literal("person"), ...stepCommon, accounts: z.array(z.string().nullable()).min(1) }),
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
  id: z.uuid().optional(),
  code,
  name,
  category: z.string(),
  allowApplyForm: z.boolean().default(true),
  /** Who may apply; left out: everybody. */
  applicants: z.array(OrgItem).optional(),
  /** With field codes in braces; left out: the form's name and the applicant's. */
  subject: z.string().optional(),
  fields: z.array(SectionField),
  route: z.array(RouteStep),
});
export type SectionForm = z.infer<typeof SectionForm>;

/** A connection to another system that a person keeps (F3, F4). */
const SectionConnection = z.strictObject({
  connId: z.uuid().optional(),
  code,
  name,
  /** 0 web service, 1 database (R84). */
  connectionType: z.union([z.literal(0), z.literal(1)]),
  /** Account of the one who keeps it and may see it. */
  editor: z.string(),
  modifiedDate: dateTime.optional(),
  hasUsed: z.boolean().default(false),
});

export const FormsSection = z.strictObject({
  /** In order. */
  categories: z.array(z.strictObject({ id: z.uuid().optional(), category: name })),
  forms: z.array(SectionForm),
  connections: z.array(SectionConnection).default([]),
});
export type FormsSection = z.infer<typeof FormsSection>;
