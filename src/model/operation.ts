/**
 * Operations: the writes of a plan in the model's words, each named by the contract operation that carries it out.
 * `site/` turns them into requests. The list is closed: what is not here (D6, D8, E6, E10, E15, V6, T6, J3, J9) the
 * synchronisation cannot do.
 */
import type { Employee, Post, RecordOf } from "./directory.ts";
import type { Carrier } from "./field-spec.ts";
import type { RecordKind } from "./fields.ts";
import type { FieldsBy } from "./known-fields.ts";

/** What an operation states of a record: every field that it carries. */
type Stated<K extends RecordKind, Id extends Carrier> = Required<
  Pick<RecordOf<K>, FieldsBy<K, Id> & keyof RecordOf<K>>
>;

/** The employee fields that E11 and E12 carry. */
export type EmployeeData = Pick<Employee, FieldsBy<"employee", "E11">>;

export type Operation =
  /** Create a level; it is placed last. */
  | ({ readonly id: "V2"; readonly code: string } & Stated<"level", "V2">)
  /** Change code or name of a level. */
  | ({ readonly id: "V3"; readonly code: string; readonly newCode: string } & Stated<"level", "V3">)
  /** Give a level the position `seq`, counted as the service counts. */
  | { readonly id: "V4"; readonly code: string; readonly seq: number }
  | ({ readonly id: "V5"; readonly code: string } & Stated<"level", "V5">)
  /** Create a department as the last child of `parent` (null: top). */
  | ({ readonly id: "D2"; readonly code: string; readonly description?: string | null } & Omit<
      Stated<"department", "D2">,
      "description"
    >)
  /** Change code, name, level or description; an absent field keeps the value found at the time of writing (R10). */
  | {
      readonly id: "D3";
      readonly code: string;
      readonly newCode: string;
      readonly set: Partial<Stated<"department", "D3">>;
    }
  | ({ readonly id: "D4"; readonly code: string } & Stated<"department", "D4">)
  /** Put a department under `parent` (null: top) at position `seq` among its siblings. */
  | { readonly id: "D7"; readonly code: string; readonly parent: string | null; readonly seq: number }
  | { readonly id: "D11"; readonly code: string }
  | { readonly id: "D12"; readonly code: string; readonly manager: string }
  | { readonly id: "J1"; readonly category: string; readonly newCategory: string }
  /** Give a category the position `seq`. */
  | { readonly id: "J2"; readonly category: string; readonly seq: number }
  /** Create a function as the last of its category; the category comes into being with it. */
  | ({ readonly id: "J5"; readonly code: string } & Stated<"function", "J5">)
  | ({ readonly id: "J6"; readonly code: string; readonly newCode: string } & Stated<"function", "J6">)
  /** Put a function into `category` at position `seq`. */
  | { readonly id: "J7"; readonly code: string; readonly category: string; readonly seq: number }
  | ({ readonly id: "J8"; readonly code: string } & Stated<"function", "J8">)
  /** Create a title as the last of its rank. */
  | ({ readonly id: "T2"; readonly code: string } & Stated<"title", "T2">)
  | ({ readonly id: "T3"; readonly code: string; readonly newCode: string } & Stated<"title", "T3">)
  /** Put a title into `rank` (≥ 1) at position `seq` of that rank. */
  | { readonly id: "T4"; readonly code: string; readonly rank: number; readonly seq: number }
  | ({ readonly id: "T5"; readonly code: string } & Stated<"title", "T5">)
  | ({ readonly id: "E7"; readonly account: string } & Stated<"employee", "E7">)
  /** Account expiry, an ISO instant; null clears it (R9). */
  | ({ readonly id: "E8"; readonly account: string } & Stated<"employee", "E8">)
  /** Resignation date, a calendar date; null clears it (R9). */
  | ({ readonly id: "E9"; readonly account: string } & Stated<"employee", "E9">)
  /** Change data of a person, the account included; an absent field keeps the value found when writing (R10). */
  | { readonly id: "E11"; readonly account: string; readonly newAccount: string; readonly set: EmployeeData }
  /** Create a person with all posts; `posts` is empty or has exactly one main post. */
  | ({
      readonly id: "E12";
      readonly account: string;
      readonly data: EmployeeData;
      /** Login methods of somebody who is new, where `data` has none (R54). */
      readonly defaultLogin: readonly string[];
      readonly posts: readonly Post[];
    } & Partial<Omit<Stated<"employee", "E12">, keyof EmployeeData | "posts">>)
  /** Approving supervisor of one post: an account, or null for the department manager. */
  | ({ readonly id: "E13"; readonly account: string; readonly department: string } & Stated<"post", "E13">)
  /** Replace all posts. `before` is what the plan saw: a person whose posts have changed since is left alone. */
  | { readonly id: "E14"; readonly account: string; readonly before: readonly Post[]; readonly posts: readonly Post[] };
