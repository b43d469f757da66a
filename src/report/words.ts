/**
 * The vocabulary a report needs, as a type: a language is one table of this type, so a word that is missing, or a new
 * kind, reason or code of the model without words, is a compile error.
 */
import type {
  Department,
  Employee,
  FunctionCategory,
  Gender,
  JobFunction,
  JobTitle,
  Level,
  Post,
} from "../model/directory.ts";
import type { Action, AdoptionReport, Breach, HeldReason, Kind, Notice, Reason } from "../model/plan.ts";
import type { QualityRule } from "../model/quality.ts";
import type { Outcome, RefreshState, RunStatus, Trigger } from "../model/run.ts";

/** Every field name of the directory that the service has too. */
export type FieldName = Exclude<
  | keyof Level
  | keyof JobTitle
  | keyof FunctionCategory
  | keyof JobFunction
  | keyof Department
  | keyof Employee
  | keyof Post,
  "id"
>;

/** A noun for one and for any other number. */
export type Plural = { readonly one: string; readonly other: string };

/** What reports count. */
export type Counted = "change" | "held" | "notice" | "rejected" | "dropped" | "breach";

/** The numbers of a breach, ready to be put into a sentence. */
type BreachNumbers = { readonly count: string; readonly limit: string; readonly base: string };

/** Headings and set phrases. `{n}` and `{total}` stand for numbers. */
export type Phrase =
  | "title"
  | "source"
  | "target"
  | "madeAt"
  | "today"
  | "run"
  | "status"
  | "fingerprint"
  | "totals"
  | "kind"
  | "total"
  | "changes"
  | "held"
  | "notices"
  | "rejected"
  | "dropped"
  | "breaches"
  | "findings"
  | "result"
  | "refresh"
  | "nothingToDo"
  | "allHeld"
  | "gateHolds"
  | "notSafe"
  | "toApply"
  | "approve"
  | "approval"
  | "release"
  | "adoption"
  | "matched"
  | "toDecide"
  | "onlySource"
  | "onlyTarget"
  | "agreesIn"
  | "agreesInNothing"
  | "inactive"
  | "mostPeople"
  | "covered"
  | "moreInText"
  | "legend"
  | "noDepartment"
  | "list"
  | "colon"
  | "yes"
  | "no"
  | "search"
  | "searchHint"
  | "filters"
  | "filterKind"
  | "filterAction"
  | "filterStatus"
  | "clear"
  | "openAll"
  | "closeAll"
  | "showMore"
  | "noMatch"
  | "matches"
  | "noScript"
  | "columnAction"
  | "columnObject"
  | "columnField"
  | "columnBefore"
  | "columnAfter"
  | "columnPlace"
  | "columnColumn"
  | "columnReason"
  | "columnNote";

/** What a record of the source was found by. */
export type MatchedBy = keyof AdoptionReport[number]["matched"];

/** Code → what it means, and what to do about it; `detailed`: the hint of the single error says more. */
export type ErrorMeanings = Readonly<
  Record<string, { readonly what: string; readonly hint: string; readonly detailed?: true }>
>;

export type Words = {
  readonly kinds: Readonly<Record<Kind, Plural>>;
  readonly actions: Readonly<Record<Action, string>>;
  /** `employee.name` where a person's name has a word of its own. */
  readonly fields: Readonly<Record<FieldName | "employee.name", string>>;
  /** What a post is, as the values of a `post` change name it. */
  readonly posts: Readonly<Record<"main" | "part-time", string>>;
  readonly genders: Readonly<Record<Gender, string>>;
  /** What "no value" means, for the fields where it says something. */
  readonly nothing: Readonly<Record<"parent" | "supervisor" | "expiredTime" | "other", string>>;
  readonly reasons: Readonly<Record<Reason, string>>;
  /** Sentences that name the objects they speak of. */
  readonly heldReasons: Readonly<Record<HeldReason, (about: string) => string>>;
  /** What a match rests on. */
  readonly matchedBy: Readonly<Record<MatchedBy, string>>;
  readonly notices: Readonly<Record<Notice["code"], string>>;
  readonly breaches: Readonly<Record<Breach["code"], (numbers: BreachNumbers) => string>>;
  /** What the quality gate found; `field` is empty where it is about the kind as a whole. */
  readonly findings: Readonly<Record<QualityRule, (numbers: BreachNumbers & { readonly field: string }) => string>>;
  readonly severities: Readonly<Record<"warn" | "hold" | "refuse", string>>;
  readonly hints: Readonly<Record<Breach["code"], string>>;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  readonly triggers: Readonly<Record<Trigger, string>>;
  readonly results: Readonly<Record<Outcome["result"], string>>;
  readonly refreshStates: Readonly<Record<RefreshState, string>>;
  /** What the reasons of rejected rows mean; absent in English, in which they are written. */
  readonly rejections?: Readonly<Record<string, string>>;
  /** What the codes of errors mean; absent in English likewise. */
  readonly errors?: ErrorMeanings;
  readonly counted: Readonly<Record<Counted, Plural>>;
  readonly phrases: Readonly<Record<Phrase, string>>;
};
