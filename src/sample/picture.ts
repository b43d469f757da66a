/**
 * A picture: the sample company at one moment. Two pictures exist. The earlier one becomes the company document for the service,
 * today's picture becomes the HR export.
 */
import type { Syllables } from "./names.ts";

export type Picture = {
  readonly levels: readonly SampleLevel[];
  readonly titles: readonly SampleTitle[];
  readonly functions: readonly SampleFunction[];
  /** Departments, parents before children, siblings in display order. */
  readonly departments: readonly SampleDepartment[];
  readonly people: readonly SamplePerson[];
};

export type SampleLevel = { readonly code: string; readonly name: string };

export type SampleTitle = {
  readonly code: string;
  readonly name: string;
  /** Rank 1 is the highest. */
  readonly rank: number;
  readonly active: boolean;
};

export type SampleFunction = { readonly code: string; readonly name: string; readonly category: string };

export type SampleDepartment = {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly level: string;
  readonly active: boolean;
  /** Employee number of the manager. */
  readonly manager: string | null;
};

export type SamplePost = {
  readonly department: string;
  readonly title: string;
  readonly functions: readonly string[];
  /** Employee number of the supervisor who was chosen to approve; null: the department manager approves. */
  readonly supervisor: string | null;
};

export type SamplePerson = {
  readonly number: string;
  readonly account: string;
  readonly surname: Syllables;
  readonly givenName: Syllables;
  readonly gender: "Male" | "Female";
  readonly idCardNumber: string;
  /** `YYYY-MM-DD`, like all dates in this type. */
  readonly birthDate: string;
  readonly phoneNumber: string;
  readonly email: string | null;
  readonly hireDate: string;
  readonly lastDay: string | null;
  readonly status: "employed" | "on-leave" | "left";
  /** The first post is the main one. */
  readonly posts: readonly [SamplePost, ...SamplePost[]];
};
