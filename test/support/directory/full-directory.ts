/**
 * A directory in which everything is stated: every kind, every field, and references by code. The position in an array is the
 * order: of all levels, of titles within a rank, of functions within a category, of departments among siblings. The memory
 * target stores its state in this form, and random directories are generated in it.
 */
import type {
  Department,
  Employee,
  JobFunction,
  JobTitle,
  Level,
  Post,
} from "../../../src/model/directory/directory.ts";
import { type FieldsBy, fieldsBy } from "../../../src/model/directory/known-fields.ts";

type Full<T> = { -readonly [Field in keyof T]-?: Exclude<T[Field], undefined> };

type FullLevel = Omit<Full<Level>, "order">;
type FullTitle = Omit<Full<JobTitle>, "order">;
type FullFunction = Omit<Full<JobFunction>, "order">;
export type FullDepartment = Omit<Full<Department>, "order" | "id">;
export type FullPost = Omit<Full<Post>, "functions"> & { functions: string[] };
/** Fields of a person that the service does not have. */
type SourceOnly = "onLeave" | "leaveFrom" | "leaveUntil";
export type FullEmployee = Omit<Full<Employee>, "posts" | "loginValidation" | "id" | SourceOnly> & {
  loginValidation: string[];
  posts: FullPost[];
};

export type FullDirectory = {
  levels: FullLevel[];
  titles: FullTitle[];
  /** Names in order. A category without functions can be in this list, but the service does not return it to clients. */
  categories: string[];
  functions: FullFunction[];
  departments: FullDepartment[];
  employees: FullEmployee[];
};

/** Codes, accounts and numbers are equal when their canonical forms are equal. */
export const canonical = (code: string): string =>
  // Most codes are plain ASCII, which no normalization changes.
  /^[!-~]*$/.test(code) ? code.toLowerCase() : code.normalize("NFKC").trim().toLowerCase();

export const sameCode = (left: string | null, right: string | null): boolean =>
  left === null || right === null ? left === right : canonical(left) === canonical(right);

const noData = Object.fromEntries(fieldsBy("employee", "E12").map((field) => [field, null])) as {
  -readonly [Field in FieldsBy<"employee", "E12">]: null;
};

/** A person with only account and name. */
export const plainEmployee = (account: string, name: string): FullEmployee => ({
  ...noData,
  account,
  name,
  loginValidation: ["UOF"],
  resignationDate: null,
  active: true,
  locked: false,
  posts: [],
});

/** Departments above `department`, nearest first; ends at the top, at an unknown department or before a repetition. */
export const ancestorsOf = (directory: FullDirectory, department: FullDepartment): FullDepartment[] => {
  const found: FullDepartment[] = [];
  let code = department.parent;
  while (code !== null) {
    const here: string = code;
    const above = directory.departments.find((other) => sameCode(other.code, here));
    if (above === undefined || found.includes(above)) break;
    found.push(above);
    code = above.parent;
  }
  return found;
};
