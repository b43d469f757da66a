/** Planning settings: policies and limits as data. Their schema and defaults are in `config/plan-settings.ts`. */

import type { IdentitySettings } from "../directory/identity.ts";
import type { Approval } from "./approval.ts";
import type { Action, Kind } from "./plan.ts";

/** manage: follow the source · fill-if-empty: write only where the target has no value · ignore: never write. */
export type FieldPolicy = "manage" | "fill-if-empty" | "ignore";

/** At most `count` objects and at most `percent` of the current objects; an absent part sets no limit. */
export type Cap = { readonly count?: number; readonly percent?: number };

/** When people become active and are disabled (`policy.people`); plan/people/wanted-status.ts has the rules. */
export type PeoplePolicy = {
  /** IANA name of the zone in which a day begins and ends. */
  readonly timeZone: string;
  /** True when a joiner stays disabled until the hire date. */
  readonly waitForHireDate: boolean;
  /** Days before the hire date on which a joiner is created, disabled. */
  readonly createDaysBefore: number;
  /** Days after the last working day on which an active person stays active. */
  readonly graceDays: number;
  /** Readings without a person after which the person is disabled; absent: people who are missing are left alone. */
  readonly missing?: number | undefined;
};

export const defaultPeoplePolicy = {
  timeZone: "Asia/Taipei",
  waitForHireDate: true,
  createDaysBefore: 14,
  graceDays: 0,
} as const satisfies PeoplePolicy;

export type PlanSettings = {
  /** `kind.field` → policy; unlisted fields are managed. */
  readonly fields: Readonly<Partial<Record<string, FieldPolicy>>>;
  /** Accounts that are never changed, disabled or renamed; `*` matches any characters. */
  readonly protectedAccounts: readonly string[];
  /** Login methods of a new person when the source gives none (R54). */
  readonly newEmployeeLogin: readonly string[];
  /** True when a department manager must hold a post in the department (R40). */
  readonly managerMustBeMember: boolean;
  /** What the site does with fields that E11 leaves out (R10); see `target.omittedFields`. */
  readonly omittedFields: "unknown" | "kept";
  readonly people: PeoplePolicy;
  readonly identity: IdentitySettings;
  readonly caps: Readonly<Partial<Record<Kind, Readonly<Partial<Record<Action, Cap>>>>>>;
  /** Breaches (by `breachName`) and quality rules that a person has accepted for this plan only. */
  readonly accepted: readonly string[];
  /** The approval of an earlier plan that is partly applied; the guard does not count the changes it covers. */
  readonly approval?: Approval;
};
