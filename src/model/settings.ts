/** Settings of planning: policies and limits, as data. Their schema and defaults are in `config.ts`. */
import type { IdentitySettings } from "./identity.ts";
import type { Action, Approval, Kind } from "./plan.ts";

/** manage: follow the source · fill-if-empty: write only where the target has no value · ignore: never touch. */
export type FieldPolicy = "manage" | "fill-if-empty" | "ignore";

/** At most `count` objects and at most `percent` of the current objects; a side that is absent does not limit. */
export type Cap = { readonly count?: number; readonly percent?: number };

export type PlanSettings = {
  /** `kind.field` → policy; a field not named is managed. */
  readonly fields: Readonly<Record<string, FieldPolicy>>;
  /** Accounts never changed, disabled or renamed; `*` matches any run of characters. */
  readonly protectedAccounts: readonly string[];
  /** Login methods of a new person when the source gives none (R54). */
  readonly newEmployeeLogin: readonly string[];
  /** Must a department manager hold a post in the department (R40)? */
  readonly managerMustBeMember: boolean;
  /** What the site does with the fields that E11 leaves out (R10); see `target.omittedFields`. */
  readonly omittedFields: "unknown" | "kept";
  readonly identity: IdentitySettings;
  readonly caps: Readonly<Partial<Record<Kind, Readonly<Partial<Record<Action, Cap>>>>>>;
  /** Names of breaches (`breachName`) and rules of the quality gate that a person accepts for this one plan. */
  readonly accepted: readonly string[];
  /** Of an earlier plan that began to be applied and is not done; the guard does not count what it covers. */
  readonly approval?: Approval;
};
