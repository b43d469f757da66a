/**
 * The table of fields describes every field of every kind of record once: its type, its name in the service, how two values
 * are compared, whether it is personal, and which operations carry it; its names are in words/. The record types, the reading of
 * a source, the comparison, the requests, masking, reports and the configuration schema are derived from it. site/reads/translate.ts
 * and site/perform/translate-request.ts do not compile if the contract lacks a field.
 */
import type { Carrier, FieldSpec } from "./field-spec.ts";

const by = <const Ids extends readonly Carrier[]>(...ids: Ids) => ({ by: ids });

const code = { type: "code", same: "code" } as const;
/** The case of an address says nothing; some sites store it in lower case. */
const email = { ...code, form: "email" } as const;
const name = { type: "name", same: "text" } as const;
const text = { type: "text", same: "text" } as const;
const date = { type: "date", same: "value" } as const;
const instant = { type: "instant", same: "value" } as const;
const yesNo = { type: "boolean", same: "value" } as const;
const integer = { type: "integer", same: "value" } as const;
const gender = { type: "gender", same: "value" } as const;
const codes = { type: "codes", same: "set" } as const;
const active = { ...yesNo, about: "Whether it is in use, or the person works here." } as const;
const order = {
  ...integer,
  describes: true,
  service: "seq",
  about: "The position among its siblings; smaller comes first.",
} as const;
const person = { type: "person", same: "code", refersTo: "employee" } as const;
const department = { type: "department", same: "code" } as const;
const clearable = { clearable: true } as const;
const describing = { clearable: true, describes: true } as const;
const key = { key: true, by: [] } as const;
const sourceId = {
  ...code,
  ...by(),
  shown: false,
  about: "A permanent id of the source, such as objectGUID or entryUUID; it is never written.",
} as const;
const codeAbout = { about: "The code that identifies the object." };
const nameAbout = { about: "The name." };

const level = {
  code: { ...code, ...key, ...codeAbout },
  name: { ...name, ...by("V2", "V3"), ...nameAbout },
  active: { ...active, ...by("V2", "V5") },
  /** Only the sequence counts; a smaller number is a higher level. */
  order: { ...order, ...by("V4") },
} as const satisfies Record<string, FieldSpec>;

const title = {
  code: { ...code, ...key, ...codeAbout },
  title: { ...name, ...by("T2", "T3"), about: "Of a title: its name." },
  /** The signing rank, from 1. */
  rank: { ...integer, min: 1, ...by("T2", "T4"), about: "The signing rank of a title, from 1." },
  /** Only the sequence within one rank counts. */
  order: { ...order, ...by("T4") },
  active: { ...active, ...by("T2", "T5") },
} as const satisfies Record<string, FieldSpec>;

const category = {
  name: { ...name, ...key, ...nameAbout },
  order: { ...order, ...by("J2") },
} as const satisfies Record<string, FieldSpec>;

const jobFunction = {
  code: { ...code, ...key, ...codeAbout },
  name: { ...name, ...by("J5", "J6"), service: "jobFunc", ...nameAbout },
  category: {
    ...name,
    ...by("J5", "J7"),
    refersTo: "category",
    service: "categoryName",
    about: "The category of a function, by name.",
  },
  /** Only the sequence within the category counts. */
  order: { ...order, ...by("J7") },
  active: { ...active, ...by("J5", "J8") },
} as const satisfies Record<string, FieldSpec>;

const departments = {
  code: { ...department, ...key, ...codeAbout },
  /** The source's permanent id of the department, which survives a change of code; never written to the service. */
  id: sourceId,
  name: { ...name, ...by("D2", "D3"), ...nameAbout },
  /** Code of the parent department; null at the top. */
  parent: {
    ...department,
    ...clearable,
    ...by("D2", "D7"),
    refersTo: "department",
    service: "parentCode",
    nullHasMeaning: true,
    about: "The department above, by code.",
  },
  /** Code of the department's level. */
  level: {
    ...code,
    ...by("D2", "D3"),
    refersTo: "level",
    service: "deptLevelCode",
    about: "The level of a department, by code.",
  },
  description: {
    ...text,
    ...describing,
    ...by("D2", "D3"),
    about: "A text about the department.",
  },
  /** Only the sequence among siblings counts. */
  order: { ...order, ...by("D7") },
  active: { ...active, ...by("D2", "D4") },
  /** The account of a person in the same directory. */
  manager: {
    ...person,
    ...clearable,
    ...by("D12"),
    shown: false,
    about: "Who manages the department.",
  },
} as const satisfies Record<string, FieldSpec>;

/** Fields of a person that E12 sets on creation and E11 replaces later. */
const data = { by: ["E12", "E11"], personal: false } as const;
const personalData = { by: ["E12", "E11"], personal: true } as const;
const status = { personal: false } as const;

/** Fields that only the source has: they decide about the status, and no operation carries them. */
const leave = { ...status, ...by(), shown: false } as const;

const employee = {
  account: {
    ...code,
    ...key,
    ...status,
    identifies: true,
    generated: true,
    about: "The login name.",
  },
  /** The source's permanent id of the person (entryUUID, objectGUID); never written to the service. */
  id: { ...sourceId, ...status },
  number: {
    ...code,
    ...clearable,
    ...data,
    identifies: true,
    service: "employeeNumber",
    about: "The employee number.",
  },
  name: { ...name, ...data, about: "The name." },
  englishName: { ...name, ...describing, ...data, about: "The English name." },
  gender: { ...gender, ...describing, ...data, about: "Male, Female or Other." },
  idCardNumber: {
    ...code,
    ...describing,
    ...personalData,
    unique: true,
    about: "The ID number.",
  },
  birthDate: { ...date, ...describing, ...personalData, about: "The birth date." },
  phoneNumber: {
    type: "code",
    same: "phone",
    ...describing,
    ...personalData,
    form: "phone",
    about: "The phone number.",
  },
  businessCard: { ...text, ...describing, ...data, about: "The business card." },
  hireDate: { ...date, ...clearable, ...data, about: "The day of hire." },
  email: { ...email, ...describing, ...data, unique: true, about: "The e-mail address." },
  emailEx: { ...email, ...describing, ...data, about: "A second e-mail address." },
  /** Login methods, each `<domain>/<id>` or a domain alone. */
  loginValidation: { ...codes, ...data, about: "The login methods." },
  /** Account expiry: an ISO 8601 instant in UTC, to the second; null means never. */
  expiredTime: {
    ...instant,
    ...clearable,
    ...status,
    ...by("E12", "E8"),
    nullHasMeaning: true,
    about: "When the account expires.",
  },
  /** Last working day. The service cannot return it (R61), so the current side never has it. */
  resignationDate: {
    ...date,
    ...clearable,
    ...status,
    ...by("E9"),
    shown: false,
    about: "The last working day.",
  },
  active: { ...active, ...status, ...by("E7") },
  /** A stated `onLeave` decides; the two dates decide where it states nothing (plan/people/wanted-status.ts). */
  onLeave: {
    ...leave,
    ...yesNo,
    about: "Whether the person is on leave now, and therefore disabled; it is never written.",
  },
  leaveFrom: {
    ...leave,
    ...date,
    ...clearable,
    about: "The first day of a leave; it is never written.",
  },
  leaveUntil: {
    ...leave,
    ...date,
    ...clearable,
    about: "The last day of a leave; it is never written.",
  },
  /** Read, but never compared or written (R62). */
  locked: { ...yesNo, ...status, ...by(), source: false, about: "Whether the account is locked." },
  posts: {
    type: "posts",
    same: "value",
    ...status,
    ...by("E12", "E14"),
    service: "depts",
    shown: false,
    source: false,
    about: "What the person is, department by department.",
  },
} as const satisfies Record<string, FieldSpec & { readonly personal: boolean }>;

const post = {
  department: {
    ...department,
    key: true,
    ...by("E14"),
    refersTo: "department",
    service: "code",
    about: "The department of the post; in `employees` of the main post.",
  },
  main: {
    ...yesNo,
    always: true,
    ...by("E14"),
    service: "isMainDept",
    about: "Whether it is the main post.",
  },
  /** Code of the job title, or null. */
  title: {
    ...code,
    ...clearable,
    ...by("E14"),
    refersTo: "title",
    service: "jobTitleCode",
    about: "Of a person or post: the code of the job title.",
  },
  /** Codes of the job functions. */
  functions: {
    ...codes,
    ...clearable,
    ...by("E14"),
    refersTo: "function",
    service: "jobFuncs",
    about: "Codes of the person's functions.",
  },
  /** Approving supervisor: an account when chosen for this post, null when the department manager approves. */
  supervisor: {
    ...person,
    ...clearable,
    ...by("E13"),
    nullHasMeaning: true,
    about: "The approving supervisor; without one the manager of the department approves.",
  },
} as const satisfies Record<string, FieldSpec>;

/** Kind of record → field → its description. */
export const fields = { level, title, category, function: jobFunction, department: departments, employee, post };

export type Fields = typeof fields;

/** The kinds that have records; `manager` and `supervisor` are fields of records. */
export type RecordKind = keyof Fields;
