/**
 * Operations: the writes of a plan in the model's terms, each named after the contract operation that performs it. `site/`
 * turns them into requests. The synchronisation can do nothing else. These operations are left out on purpose: D6, E10, V6, T6,
 * J3 and J9, which delete; E6, which locks accounts (R62); D8, which can disable people (R29); E15, which only helps an E14 that
 * does not change the main post (site/perform/posts.ts).
 */
import type { Employee, Post, RecordOf } from "../directory/directory.ts";
import type { Carrier } from "../directory/field-spec.ts";
import type { RecordKind } from "../directory/fields.ts";
import type { FieldsBy } from "../directory/known-fields.ts";

/** Every field of a record that an operation carries. */
type Stated<K extends RecordKind, Id extends Carrier> = Required<
  Pick<RecordOf<K>, FieldsBy<K, Id> & keyof RecordOf<K>>
>;

/** The employee fields that E11 and E12 carry. */
export type EmployeeData = Pick<Employee, FieldsBy<"employee", "E11">>;

/** The numbers of whoever the operation means, before and after the run. An account with another number has been given away since. */
type Holder = { readonly numbers?: readonly string[] };

export type Operation =
  /** Create a level in the last position. */
  | ({ readonly id: "V2"; readonly code: string } & Stated<"level", "V2">)
  /** Change the code or name of a level. */
  | ({ readonly id: "V3"; readonly code: string; readonly newCode: string } & Stated<"level", "V3">)
  /** Move a level to position `seq`, in the service's numbering. */
  | { readonly id: "V4"; readonly code: string; readonly seq: number }
  | ({ readonly id: "V5"; readonly code: string } & Stated<"level", "V5">)
  /** Create a department as the last child of `parent` (null: top). */
  | ({ readonly id: "D2"; readonly code: string; readonly description?: string | null } & Omit<
      Stated<"department", "D2">,
      "description"
    >)
  /** Change code, name, level or description; an absent field keeps the value that is there at the time of writing (R10). */
  | {
      readonly id: "D3";
      readonly code: string;
      readonly newCode: string;
      readonly set: Partial<Stated<"department", "D3">>;
    }
  | ({ readonly id: "D4"; readonly code: string } & Stated<"department", "D4">)
  /** Move a department under `parent` (null: top) to position `seq` among its siblings. */
  | { readonly id: "D7"; readonly code: string; readonly parent: string | null; readonly seq: number }
  | { readonly id: "D11"; readonly code: string }
  /** Set the manager, whose the numbers are; `before` is the account of the present manager, absent if there is none. */
  | ({ readonly id: "D12"; readonly code: string; readonly manager: string; readonly before?: string } & Holder)
  | { readonly id: "J1"; readonly category: string; readonly newCategory: string }
  /** Move a category to position `seq`. */
  | { readonly id: "J2"; readonly category: string; readonly seq: number }
  /** Create a function in the last position of its category; a new category is created with it. */
  | ({ readonly id: "J5"; readonly code: string } & Stated<"function", "J5">)
  | ({ readonly id: "J6"; readonly code: string; readonly newCode: string } & Stated<"function", "J6">)
  /** Move a function to position `seq` of `category`. */
  | { readonly id: "J7"; readonly code: string; readonly category: string; readonly seq: number }
  | ({ readonly id: "J8"; readonly code: string } & Stated<"function", "J8">)
  /** Create a title in the last position of its rank. */
  | ({ readonly id: "T2"; readonly code: string } & Stated<"title", "T2">)
  | ({ readonly id: "T3"; readonly code: string; readonly newCode: string } & Stated<"title", "T3">)
  /** Move a title to position `seq` of `rank` (≥ 1). */
  | { readonly id: "T4"; readonly code: string; readonly rank: number; readonly seq: number }
  | ({ readonly id: "T5"; readonly code: string } & Stated<"title", "T5">)
  /** Enable or disable a person; `formerly`: the account before this plan, which a leaver has where the rename has failed. */
  | ({ readonly id: "E7"; readonly account: string; readonly formerly?: string } & Holder & Stated<"employee", "E7">)
  /** Account expiry, an ISO instant; null clears it (R9). */
  | ({ readonly id: "E8"; readonly account: string } & Holder & Stated<"employee", "E8">)
  /** Resignation date, a calendar date; null clears it (R9). */
  | ({ readonly id: "E9"; readonly account: string } & Holder & Stated<"employee", "E9">)
  /**
   * Change a person's data, including the account; an absent field keeps the value that is there at the time of writing (R10).
   */
  | ({ readonly id: "E11"; readonly account: string; readonly newAccount: string; readonly set: EmployeeData } & Holder)
  /** Create a person with all posts; `posts` is empty or contains exactly one main post. */
  | ({
      readonly id: "E12";
      readonly account: string;
      readonly data: EmployeeData;
      /** Login methods of the new person when `data` has none (R54). */
      readonly defaultLogin: readonly string[];
      /** musterd has disabled this account, or written its last day: where nobody shows it, it may be there, disabled (R51). */
      readonly known?: true;
      readonly posts: readonly Post[];
    } & Partial<Omit<Stated<"employee", "E12">, keyof EmployeeData | "posts">>)
  /** Approving supervisor of one post: an account, with the numbers of whom it means, or null for the department manager. */
  | ({
      readonly id: "E13";
      readonly account: string;
      readonly department: string;
      readonly supervisorNumbers?: Holder["numbers"];
    } & Holder &
      Stated<"post", "E13">)
  /** Replace all posts. `before` are the posts when the plan was made; if they have changed since, nothing is written. */
  | ({
      readonly id: "E14";
      readonly account: string;
      readonly before: readonly Post[];
      readonly posts: readonly Post[];
    } & Holder);

export const disableSomebody = (operations: readonly Operation[]): boolean =>
  operations.some((one) => one.id === "E7" && !one.active);
