/**
 * The directory: what one side (HR, or the service) says about the organisation. One set of record types serves both
 * sides. A property that is absent makes no statement: on the desired side the field is not managed for that record, on
 * the current side it could not be read. `null` is a statement: there is no value. A kind that is absent is not managed.
 */
export type Directory = {
  readonly levels?: readonly Level[];
  readonly titles?: readonly JobTitle[];
  readonly categories?: readonly FunctionCategory[];
  readonly functions?: readonly JobFunction[];
  readonly departments?: readonly Department[];
  readonly employees?: readonly Employee[];
};

/** A department level, for example 處 or 課. Identity: `code`. `order` is relative; smaller is higher. */
export type Level = {
  readonly code: string;
  readonly name?: string;
  readonly active?: boolean;
  readonly order?: number;
};

/** A job title (職稱). Identity: `code`. `rank` ≥ 1 is the signing rank; `order` is relative inside one rank. */
export type JobTitle = {
  readonly code: string;
  readonly title?: string;
  readonly rank?: number;
  readonly order?: number;
  readonly active?: boolean;
};

/** A category of job functions (職務類別). Identity: `name`. It comes into being with its first function (R44). */
export type FunctionCategory = {
  readonly name: string;
  readonly order?: number;
};

/** A job function (職務). Identity: `code`. `order` is relative inside its category. */
export type JobFunction = {
  readonly code: string;
  readonly name?: string;
  readonly category?: string;
  readonly order?: number;
  readonly active?: boolean;
};

/** A department. Identity: `code`. `parent` null is the top; `manager` is an account of the same directory. */
export type Department = {
  readonly code: string;
  /** What the source knows the department by for ever, whatever its code; never written to the service. */
  readonly id?: string;
  readonly name?: string;
  readonly parent?: string | null;
  /** Code of its level. */
  readonly level?: string;
  readonly description?: string | null;
  /** Relative order among siblings. */
  readonly order?: number;
  readonly active?: boolean;
  readonly manager?: string | null;
};

export type Gender = "Male" | "Female" | "Other";

/** A calendar date `YYYY-MM-DD`, understood at +08:00 (R13). */
export type CalendarDate = string;

/** A person. Identity inside one directory: `account`. Across the sides: employee number, then account. */
export type Employee = {
  readonly account: string;
  /** What the source knows the person by for ever (entryUUID, objectGUID); never written to the service. */
  readonly id?: string;
  readonly number?: string | null;
  readonly name?: string;
  readonly englishName?: string | null;
  readonly gender?: Gender | null;
  readonly idCardNumber?: string | null;
  readonly birthDate?: CalendarDate | null;
  readonly phoneNumber?: string | null;
  readonly businessCard?: string | null;
  readonly hireDate?: CalendarDate | null;
  readonly email?: string | null;
  readonly emailEx?: string | null;
  /** Login methods, each `<domain>/<id>` or a bare domain word; compared as a set. */
  readonly loginValidation?: readonly string[];
  /** Account expiry: an ISO 8601 instant in UTC, to the second; null is never. */
  readonly expiredTime?: string | null;
  /** Last working day. Cannot be read back (R61): the current side never has it. */
  readonly resignationDate?: CalendarDate | null;
  readonly active?: boolean;
  /** Read, never managed (R62). */
  readonly locked?: boolean;
  readonly posts?: readonly Post[];
};

/** What one person is in one department. A person has exactly one `main` post; the others are part-time (兼任). */
export type Post = {
  readonly department: string;
  readonly main: boolean;
  /** Code of the job title; null is none. */
  readonly title?: string | null;
  /** Codes of the job functions; compared as a set. */
  readonly functions?: readonly string[];
  /** Approving supervisor: an account when chosen for this post, null when the department manager approves. */
  readonly supervisor?: string | null;
};
