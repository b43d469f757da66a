/**
 * Operations: the writes of a plan in the model's words, each named by the contract operation that carries it out.
 * `site/` turns them into requests. The list is closed: what is not here (D6, D8, E6, E10, E15, V6, T6, J3, J9) the
 * synchronisation cannot do.
 */
import type { Employee, Post } from "./directory.ts";

/** The employee fields that E11 and E12 carry. */
export type EmployeeData = Pick<
  Employee,
  | "name"
  | "number"
  | "englishName"
  | "gender"
  | "idCardNumber"
  | "birthDate"
  | "phoneNumber"
  | "businessCard"
  | "hireDate"
  | "email"
  | "emailEx"
  | "loginValidation"
>;

export type Operation =
  /** Create a level; it is placed last. */
  | { readonly id: "V2"; readonly code: string; readonly name: string; readonly active: boolean }
  /** Change code or name of a level. */
  | { readonly id: "V3"; readonly code: string; readonly newCode: string; readonly name: string }
  /** Give a level the position `seq`, counted as the service counts. */
  | { readonly id: "V4"; readonly code: string; readonly seq: number }
  | { readonly id: "V5"; readonly code: string; readonly active: boolean }
  /** Create a department as the last child of `parent` (null: top). */
  | {
      readonly id: "D2";
      readonly code: string;
      readonly parent: string | null;
      readonly level: string;
      readonly name: string;
      readonly active: boolean;
      readonly description?: string | null;
    }
  /** Change code, name, level or description; an absent field keeps the value found at the time of writing (R10). */
  | {
      readonly id: "D3";
      readonly code: string;
      readonly newCode: string;
      readonly set: { readonly name?: string; readonly level?: string; readonly description?: string | null };
    }
  | { readonly id: "D4"; readonly code: string; readonly active: boolean }
  /** Put a department under `parent` (null: top) at position `seq` among its siblings. */
  | { readonly id: "D7"; readonly code: string; readonly parent: string | null; readonly seq: number }
  | { readonly id: "D11"; readonly code: string }
  | { readonly id: "D12"; readonly code: string; readonly manager: string }
  | { readonly id: "J1"; readonly category: string; readonly newCategory: string }
  /** Give a category the position `seq`. */
  | { readonly id: "J2"; readonly category: string; readonly seq: number }
  /** Create a function as the last of its category; the category comes into being with it. */
  | {
      readonly id: "J5";
      readonly code: string;
      readonly category: string;
      readonly name: string;
      readonly active: boolean;
    }
  | { readonly id: "J6"; readonly code: string; readonly newCode: string; readonly name: string }
  /** Put a function into `category` at position `seq`. */
  | { readonly id: "J7"; readonly code: string; readonly category: string; readonly seq: number }
  | { readonly id: "J8"; readonly code: string; readonly active: boolean }
  /** Create a title as the last of its rank. */
  | {
      readonly id: "T2";
      readonly code: string;
      readonly title: string;
      readonly rank: number;
      readonly active: boolean;
    }
  | { readonly id: "T3"; readonly code: string; readonly newCode: string; readonly title: string }
  /** Put a title into `rank` (≥ 1) at position `seq` of that rank. */
  | { readonly id: "T4"; readonly code: string; readonly rank: number; readonly seq: number }
  | { readonly id: "T5"; readonly code: string; readonly active: boolean }
  | { readonly id: "E7"; readonly account: string; readonly active: boolean }
  /** Account expiry, an ISO instant; null clears it (R9). */
  | { readonly id: "E8"; readonly account: string; readonly expiredTime: string | null }
  /** Resignation date, a calendar date; null clears it (R9). */
  | { readonly id: "E9"; readonly account: string; readonly resignationDate: string | null }
  /** Change data of a person, the account included; an absent field keeps the value found when writing (R10). */
  | { readonly id: "E11"; readonly account: string; readonly newAccount: string; readonly set: EmployeeData }
  /** Create a person with all posts; `posts` is empty or has exactly one main post. */
  | {
      readonly id: "E12";
      readonly account: string;
      readonly data: EmployeeData;
      /** Login methods of somebody who is new, where `data` has none (R54). */
      readonly defaultLogin: readonly string[];
      readonly expiredTime?: string | null;
      readonly posts: readonly Post[];
    }
  /** Approving supervisor of one post: an account, or null for the department manager. */
  | { readonly id: "E13"; readonly account: string; readonly department: string; readonly supervisor: string | null }
  /** Replace all posts. `before` is what the plan saw: a person whose posts have changed since is left alone. */
  | { readonly id: "E14"; readonly account: string; readonly before: readonly Post[]; readonly posts: readonly Post[] };
