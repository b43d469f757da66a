/**
 * The records of the organisation group, with the exact field names of the specification. Read schemas accept missing and null
 * values wherever the specification does not exclude them (R11), and drop unknown fields.
 */
import { z } from "zod";
import { dateTime, line, lines } from "./texts.ts";

export { dateTime };

const text = z.string().nullish();
const int32 = z.int32();

/** A property that must be present. The schema permits null, although the service refuses it for most such properties (R9). */
export const required = <S extends z.ZodType>(schema: S) => schema.nullable();

/** A property that may be absent or null. */
export const optional = <S extends z.ZodType>(schema: S) => schema.nullish();

/** A registry, because a description makes another schema, which inherits the entry. */
const neverMissing = z.registry<{ readonly isNeeded: true }>();

/**
 * A property that the published schema lets a request leave out, although no request without it could be carried out. The
 * descriptions require it; the service refuses its absence with a code of its own.
 */
export const needed = <S extends z.ZodType>(schema: S) => {
  const made = schema.nullish();
  neverMissing.add<z.ZodType>(made, { isNeeded: true });
  return made;
};
export const isNeeded = (schema: z.ZodType): boolean => neverMissing.get(schema)?.isNeeded ?? false;

/** A registry, as above. */
const dates = z.registry<{ readonly isDateTime: true }>();

/** A date-time in an answer. It is any text, because sites write various formats. */
export const dateTimeText = z.string().register(dates, { isDateTime: true });
export const isDateTimeText = (schema: z.ZodType): boolean => dates.get(schema)?.isDateTime ?? false;

/** How a person is identified (`UserDataType` in the specification). */
export const userType = { account: 0, employeeNumber: 1 } as const;

export const UserDataType = z
  .union([z.literal(userType.account), z.literal(userType.employeeNumber)])
  .describe("0 account, 1 employee number.");

export const UserRef = z.object({
  userType: UserDataType.describe("How `userCode` names the person: 0 by account, 1 by employee number."),
  userCode: line.describe("Account or employee number, as `userType` says."),
  corpCode: optional(line).describe("Code of the home company of a person from another company; else left out."),
});
export type UserRef = z.infer<typeof UserRef>;

/** The name that the specification has for a UserRef that is a whole body. */
export const UserRefFlat = UserRef.describe("The person, as the whole body.");
/** A person in a company document: the account; for a person of another company, the account and that company's code. */
export const PersonName = z.union([line, z.strictObject({ account: line, corpCode: line })]);
export type PersonName = z.infer<typeof PersonName>;

export const Dept = z.object({
  parentCode: text.describe("Code of the parent department; null at the top of the tree."),
  code: z.string().describe("Identifies the department within the company."),
  deptLevelCode: text.describe("Code of the department's level."),
  name: text.describe("Display name; siblings may share it."),
  description: text.describe("Remark for administrators, or null."),
  active: z.boolean().nullish().describe("False since the department was disabled (D4, D8)."),
  seq: int32.nullish().describe("Position among the departments under the same parent, from 0."),
});
export type Dept = z.infer<typeof Dept>;

export const DeptLevel = z.object({
  seq: int32.nullish().describe("Position from 0; a smaller number is a higher level."),
  code: z.string().describe("Identifies the level within the company."),
  name: text.describe("Display name of the level."),
  active: z.boolean().nullish().describe("False since the level was disabled (V5)."),
});
export type DeptLevel = z.infer<typeof DeptLevel>;

/** Sites send and accept one of these words, never a number (R55). */
export const Gender = z.enum(["Male", "Female", "Other"]);

/** A gender in an answer. It is any text, because sites write other words too. */
export const genderText = z.string();

/** The texts of an employee besides account and name, with the schema of texts of one line and of several lines. */
const personalTexts = <S extends z.ZodString>(one: S, several: S) => ({
  loginValidation: optional(z.array(one)).describe("Permitted sign-in methods, each `<domain>/<id>`."),
  employeeNumber: optional(one).describe("HR's number, unique in the company; null if there is none."),
  englishName: optional(one).describe("Name in Latin letters, or null."),
  idCardNumber: optional(one).describe("National ID number, or null."),
  phoneNumber: optional(one).describe("Telephone number as people write it, or null."),
  businessCard: optional(several).describe("Title printed on the business card, or null."),
  email: optional(one).describe("Main mailbox, or null."),
  emailEx: optional(one).describe("Second mailbox, or null."),
});

/** The employee fields that E11 and E12 write. */
export const personalData = {
  account: required(line).describe("Login name from now on, unique in the company."),
  name: required(line).describe("Full name, usually in Chinese."),
  ...personalTexts(line, lines),
  gender: optional(Gender).describe("Null if unknown."),
  birthDate: optional(dateTime).describe("Day of birth as midnight at +08:00, or null."),
  hireDate: optional(dateTime).describe("First working day as midnight at +08:00, or null."),
};

/** The employee fields in answers to E1. Their types are less strict, because sites write various texts and formats. */
export const Employee = z.object({
  account: z.string().describe("Login name, unique in the company."),
  name: text.describe("Full name, usually in Chinese."),
  ...personalTexts(z.string(), z.string()),
  gender: genderText.nullish().describe("Null if unknown."),
  birthDate: dateTimeText.nullish().describe("Day of birth as midnight at +08:00, or null."),
  hireDate: dateTimeText.nullish().describe("First working day as midnight at +08:00, or null."),
  expiredTime: dateTimeText.nullish().describe("From this moment the person cannot sign in; null: never."),
  active: z.boolean().nullish().describe("False since the person was disabled (E7, D8)."),
  locked: z.boolean().nullish().describe("True: the person cannot sign in until E6 unlocks the account."),
});
export type Employee = z.infer<typeof Employee>;

/** An employee without an account, whose other values are all null. Code that makes an employee overwrites some of them. */
export const noEmployeeData = Object.fromEntries(Object.keys(Employee.shape).map((name) => [name, null])) as Readonly<
  Record<Exclude<keyof Employee, "account">, null>
>;

export const CodeAndName = z.object({
  code: text.describe("Identifies the object within the company; other operations refer to it."),
  name: text.describe("Display name."),
});

export const EmplDeptRead = z.object({
  code: z.string().describe("Code of the department."),
  name: text.describe("Name of the department."),
  isMainDept: z.boolean().nullish().describe("True in the person's main post, false in part-time posts."),
  superVisorAccount: text.describe(
    "Account of the chosen approving supervisor; null: the department's manager approves.",
  ),
  superVisorEmplNumber: text.describe("Employee number of that supervisor; null if there is none."),
  jobTitle: CodeAndName.nullish().describe("Title in this post, or null."),
  jobFuncs: z.array(CodeAndName).nullish().describe("Functions in this post; empty if there are none."),
});
export type EmplDeptRead = z.infer<typeof EmplDeptRead>;

export const EmplDeptWrite = z.object({
  code: line.describe("Code of the department."),
  isMainDept: z.boolean().describe("True for the main post; a person has exactly one."),
  jobTitleCode: optional(line).describe("Code of the title in this post; null or left out: none."),
  jobFuncs: optional(z.array(line)).describe("Codes of the functions in this post; null or left out: none."),
});
export type EmplDeptWrite = z.infer<typeof EmplDeptWrite>;

export const JobFuncCategory = z.object({
  name: z.string().describe("Identifies the category within the company."),
  seq: int32.nullish().describe("Position among the categories, from 0."),
});
export type JobFuncCategory = z.infer<typeof JobFuncCategory>;

export const JobFunc = z.object({
  categoryName: text.describe("Name of the category that holds the function."),
  code: z.string().describe("Identifies the function within the company."),
  jobFunc: text.describe("Display name of the function."),
  active: z.boolean().nullish().describe("False since the function was disabled (J8)."),
  seq: int32.nullish().describe("Position within the category, from 0."),
});
export type JobFunc = z.infer<typeof JobFunc>;

export const JobTitle = z.object({
  seq: int32.nullish().describe("Position within the rank, from 1."),
  rank: int32.nullish().describe("Rank of the title, from 1; titles are grouped by it."),
  code: z.string().describe("Identifies the title within the company."),
  title: text.describe("Display name of the title."),
  active: z.boolean().nullish().describe("False since the title was disabled (T5)."),
});
export type JobTitle = z.infer<typeof JobTitle>;

/** Body of an answer with status 400, which reports an error (R5). */
export const ErrorBody = z.object({
  errorCode: z.string().describe("Stable code of the refusal; programs decide by it."),
  errorExpando: z
    .array(
      z.object({
        error: z.string().describe("What is wrong, in a sentence for people."),
        expandoObject: z
          .unknown()
          .describe(
            "Where and why: `property` is the way to the value in the request, such as `user.userCode` or `depts.0.code`.",
          ),
      }),
    )
    .optional()
    .describe("Details, one entry per error."),
  traceId: z
    .string()
    .describe("Unique to this answer; the service logs it with the code, unless the key or token is unknown."),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
