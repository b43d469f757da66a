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

/** A date-time in an answer. It is any text, because sites write various formats. */
export const dateTimeText = z.string();

/** How a person is identified (`UserDataType` in the specification). */
export const userType = { account: 0, employeeNumber: 1 } as const;

export const UserRef = z.object({
  userType: z.union([z.literal(0), z.literal(1)]),
  userCode: line,
  corpCode: optional(line),
});
export type UserRef = z.infer<typeof UserRef>;

export const Dept = z.object({
  parentCode: text,
  code: z.string(),
  deptLevelCode: text,
  name: text,
  description: text,
  active: z.boolean().nullish(),
  seq: int32.nullish(),
});
export type Dept = z.infer<typeof Dept>;

export const DeptLevel = z.object({
  seq: int32.nullish(),
  code: z.string(),
  name: text,
  active: z.boolean().nullish(),
});
export type DeptLevel = z.infer<typeof DeptLevel>;

/** Sites send and accept one of these words, never a number (R55). */
const Gender = z.enum(["Male", "Female", "Other"]);

/** The texts among the employee fields that E11 and E12 write. */
export const personalTexts = {
  loginValidation: optional(z.array(line)),
  employeeNumber: optional(line),
  englishName: optional(line),
  idCardNumber: optional(line),
  phoneNumber: optional(line),
  businessCard: optional(lines),
  email: optional(line),
  emailEx: optional(line),
};

/** The employee fields that E11 and E12 write. */
export const personalData = {
  account: required(line),
  name: required(line),
  ...personalTexts,
  gender: optional(Gender),
  birthDate: optional(dateTime),
  hireDate: optional(dateTime),
};

/** The employee fields in answers to E1. Their types are less strict, because sites write various texts and formats. */
export const Employee = z.object({
  account: z.string(),
  name: text,
  loginValidation: optional(z.array(z.string())),
  employeeNumber: text,
  gender: text,
  englishName: text,
  idCardNumber: text,
  birthDate: dateTimeText.nullish(),
  phoneNumber: text,
  businessCard: text,
  hireDate: dateTimeText.nullish(),
  email: text,
  emailEx: text,
  expiredTime: dateTimeText.nullish(),
  active: z.boolean().nullish(),
  locked: z.boolean().nullish(),
});
export type Employee = z.infer<typeof Employee>;

/** An employee without an account, whose other values are all null. Code that makes an employee overwrites some of them. */
export const noEmployeeData = Object.fromEntries(Object.keys(Employee.shape).map((name) => [name, null])) as Readonly<
  Record<Exclude<keyof Employee, "account">, null>
>;

export const EmplDeptRead = z.object({
  code: z.string(),
  name: text,
  isMainDept: z.boolean().nullish(),
  superVisorAccount: text,
  superVisorEmplNumber: text,
  jobTitle: z.object({ code: text, name: text }).nullish(),
  jobFuncs: z.array(z.object({ code: text, name: text })).nullish(),
});
export type EmplDeptRead = z.infer<typeof EmplDeptRead>;

export const EmplDeptWrite = z.object({
  code: line,
  isMainDept: z.boolean(),
  jobTitleCode: optional(line),
  jobFuncs: optional(z.array(line)),
});
export type EmplDeptWrite = z.infer<typeof EmplDeptWrite>;

export const JobFuncCategory = z.object({ name: z.string(), seq: int32.nullish() });
export type JobFuncCategory = z.infer<typeof JobFuncCategory>;

export const JobFunc = z.object({
  categoryName: text,
  code: z.string(),
  jobFunc: text,
  active: z.boolean().nullish(),
  seq: int32.nullish(),
});
export type JobFunc = z.infer<typeof JobFunc>;

export const JobTitle = z.object({
  seq: int32.nullish(),
  rank: int32.nullish(),
  code: z.string(),
  title: text,
  active: z.boolean().nullish(),
});
export type JobTitle = z.infer<typeof JobTitle>;

/** Body of an answer with status 400, which reports an error (R5). */
export const ErrorBody = z.object({
  errorCode: z.string(),
  errorExpando: z.array(z.object({ error: z.string(), expandoObject: z.unknown() })).optional(),
  traceId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
