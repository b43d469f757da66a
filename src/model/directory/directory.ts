/**
 * The directory: the organisation as one side (HR or the service) states it. Both sides use the same record types. An absent
 * property states nothing: on the desired side (HR), the field is not managed for that record; on the current side (the
 * service), it could not be read. `null` states that there is no value. Kinds whose list is absent are not managed. The fields
 * are listed in `fields.ts`.
 */
import type { FieldSpec, FieldType } from "./field-spec.ts";
import type { Fields, RecordKind } from "./fields.ts";

export type Directory = {
  readonly levels?: readonly Level[];
  readonly titles?: readonly JobTitle[];
  readonly categories?: readonly FunctionCategory[];
  readonly functions?: readonly JobFunction[];
  readonly departments?: readonly Department[];
  readonly employees?: readonly Employee[];
};

export type Gender = "Male" | "Female" | "Other";

/** A calendar date `YYYY-MM-DD`, understood at +08:00 (R13). */
export type CalendarDate = string;

/** A department level, for example 處 or 課. Identity: `code`. */
export type Level = RecordOf<"level">;

/** A job title (職稱). Identity: `code`. */
export type JobTitle = RecordOf<"title">;

/** A category of job functions (職務類別). Identity: `name`. Creating the first function of a category creates the category (R44). */
export type FunctionCategory = RecordOf<"category">;

/** A job function (職務). Identity: `code`. */
export type JobFunction = RecordOf<"function">;

/** A department. Identity: `code`. */
export type Department = RecordOf<"department">;

/** A person. Identity within one directory: `account`. plan/match/correlate.ts matches people across the two sides. */
export type Employee = RecordOf<"employee">;

/** A person's position in one department. A person has exactly one `main` post; all others are part-time (兼任). */
export type Post = RecordOf<"post">;

/** A record always has its `key` and `always` fields, and any other field only if its side states it. */
export type RecordOf<K extends RecordKind> = {
  readonly [F in keyof Fields[K] as Fields[K][F] extends Always ? F : never]: ValueOf<Fields[K][F]>;
} & {
  readonly [F in keyof Fields[K] as Fields[K][F] extends Always ? never : F]?: ValueOf<Fields[K][F]>;
};

type Always = { readonly key: true } | { readonly always: true };

/** A list needs no null: an empty one states that there is no value. */
type ValueOf<Spec> =
  Spec extends Pick<FieldSpec, "type">
    ?
        | Values[Spec["type"]]
        | (Spec extends { readonly clearable: true; readonly type: Exclude<FieldType, "codes"> } ? null : never)
    : never;

type Values = {
  readonly code: string;
  readonly name: string;
  readonly text: string;
  readonly date: CalendarDate;
  readonly instant: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly gender: Gender;
  readonly codes: readonly string[];
  readonly person: string;
  readonly department: string;
  readonly posts: readonly Post[];
};
