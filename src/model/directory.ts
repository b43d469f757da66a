/**
 * The directory: the organisation as one side (HR or the service) states it. Both sides use the same record types. An absent
 * property makes no statement: on the desired side the field is not managed for that record, on the current side it could not
 * be read. `null` states that there is no value. An absent kind is not managed.
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

/**
 * A category of job functions (職務類別). Identity: `name`. Creating the first function of a category creates the category (R44).
 */
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

/** A department. Identity: `code`. A null `parent` means top level; `manager` is an account in the same directory. */
export type Department = {
  readonly code: string;
  /** The source's permanent id of the department, which survives a change of code; never written to the service. */
  readonly id?: string;
  readonly name?: string;
  readonly parent?: string | null;
  /** Code of the department's level. */
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

/** A person. Identity within one directory: `account`. Between the two sides: employee number, then account. */
export type Employee = {
  readonly account: string;
  /** The source's permanent id of the person (entryUUID, objectGUID); never written to the service. */
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
  /** Login methods, each `<domain>/<id>` or a domain alone; compared as a set. */
  readonly loginValidation?: readonly string[];
  /** Account expiry: an ISO 8601 instant in UTC, to the second; null means never. */
  readonly expiredTime?: string | null;
  /** Last working day. The service cannot return it (R61), so the current side never has it. */
  readonly resignationDate?: CalendarDate | null;
  readonly active?: boolean;
  /** Read but never managed (R62). */
  readonly locked?: boolean;
  readonly posts?: readonly Post[];
};

/** A person's position in one department. A person has exactly one `main` post; all others are part-time (兼任). */
export type Post = {
  readonly department: string;
  readonly main: boolean;
  /** Code of the job title, or null. */
  readonly title?: string | null;
  /** Codes of the job functions; compared as a set. */
  readonly functions?: readonly string[];
  /** Approving supervisor of this post: an account, or null when the department manager approves. */
  readonly supervisor?: string | null;
};
