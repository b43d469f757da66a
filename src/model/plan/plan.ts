/** The plan: everything to be done, in order, and everything held. It is plain data; the same inputs give the same bytes. */
import type { CodeEvidence, EvidenceField } from "../directory/identity.ts";
import type { Action, Kind } from "../directory/kind.ts";
import type { PartialReading } from "../directory/known-details.ts";
import type { ListedKind } from "../directory/objects.ts";
import type { Siblings } from "../directory/siblings.ts";
import type { RejectedRow } from "../directory/snapshot.ts";
import type { Due } from "./due.ts";
import type { HeldReason } from "./held-reason.ts";
import type { Operation } from "./operation.ts";
import type { Proposal } from "./proposal.ts";
import type { Finding } from "./quality.ts";

export type { Action, Kind } from "../directory/kind.ts";

/** A value as a report shows it: text, number, yes/no or list; null means "no value". */
export type FieldValue = string | number | boolean | null | readonly string[];

/**
 * One field of one object, before and after. `before` is absent on a create. Posts have one entry per department: `field`
 * is `post:` followed by the department's code; a value is `["main" | "part-time", title, ...functions]`, or null for no post.
 */
export type FieldChange = {
  readonly field: string;
  readonly before?: FieldValue;
  readonly after: FieldValue;
};

/**
 * The steps of a run, in order (ARCHITECTURE "Order"). Each is a barrier: it starts when the previous one has ended.
 * 1 levels · 2 departments are created · 3 department data, moves, order · 4 functions and titles · 5 people · 6 posts gained ·
 * 7 managers · 8 posts removed (and exchanged, with the managers who come by it) · 9 supervisors · 10 people disabled · 11 departments, titles, functions, levels disabled
 */
export type Step = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

/** Why a change is planned. */
export type Reason =
  | "missing-in-target"
  | "differs"
  | "listed-rename"
  | "same-id"
  | "swap"
  | "parent-differs"
  | "order-differs"
  | "source-says-inactive"
  | "source-says-active"
  | "last-day-passed"
  | "before-hire-date"
  | "hire-date-reached"
  | "rescinded"
  | "on-leave"
  | "leave-ended"
  | "missing-in-source"
  | "back-in-source"
  | "lost-in-run"
  | "undo";

/** A value to remember once the change has been applied, because the service cannot return it (R60, R61). */
export type LedgerEntry = { readonly subject: string; readonly field: string; readonly value: string | null };

/** What is to be done to which object, whether it is planned or held. */
export type Wanted = {
  /** Stable across plans with the same intention, and unique within a plan: `kind/key/action`. */
  readonly id: string;
  readonly kind: Kind;
  /** Code, account or category name at the time the change starts. */
  readonly key: string;
  /** Display name. */
  readonly label: string;
  /** Code of the department under which a report shows the change. */
  readonly department?: string;
  readonly action: Action;
  readonly fields: readonly FieldChange[];
};

/** One intended change to one object, with the operations that carry it out, in order. */
export type Change = Wanted & {
  readonly reason: Reason;
  readonly step: Step;
  /** Changes with the same number may run in parallel; a wave starts when the previous one has ended. 1-based, without gaps. */
  readonly wave: number;
  readonly operations: readonly Operation[];
  /** Ids of the changes whose failure blocks this one. They are all in earlier waves. */
  readonly needs: readonly string[];
  readonly remember?: readonly LedgerEntry[];
  /** What is known of the chosen supervisors that the change replaces or removes, for an undo; whoever may not have been chosen is left out. */
  readonly replaces?: readonly LedgerEntry[];
  /** The same person approves after it as before: chosen before, and as the manager now, or the other way round. Caps do not count it. */
  readonly sameApprover?: true;
  /** Ledger entries to write before the change is tried: they mark values as unreliable until they have been read back. */
  readonly doubts?: readonly LedgerEntry[];
  /** The id of the change in the same run that this change repeats or corrects after reading back. */
  readonly repairs?: string;
};

/** An object of the service that may be the same as a new record of the source. */
export type Candidate = {
  /** Account or code in the service. */
  readonly key: string;
  readonly label: string;
  readonly active: boolean;
  readonly weight: number;
  /** The matching rules that agree, by their fields. */
  readonly evidence: readonly (readonly (EvidenceField | CodeEvidence)[])[];
  /** The fields in which the two records differ: `before` is the service's value, `after` the source's; null means not stated. */
  readonly fields: readonly FieldChange[];
};

/** How much of each side was matched, and by which evidence, on the first run against a target that is not empty. */
export type AdoptionReport = readonly {
  readonly kind: Kind;
  readonly matched: Readonly<Partial<Record<"code" | "number" | "account" | "id" | "decision", number>>>;
  /** Newcomers and new objects that are held until a person decides whether they already exist. */
  readonly proposed: number;
  readonly onlySource: number;
  readonly onlyTarget: number;
}[];

/** A wanted change that is held back; always shown. */
export type HeldChange = Wanted & {
  readonly reason: HeldReason;
  /** The objects that the reason refers to: codes, accounts, employee numbers. */
  readonly about: readonly string[];
  /** Possible matches in the service, the likeliest first; a person decides (`musterd adopt`). */
  readonly candidates?: readonly Candidate[];
};

/** Something that people should know and that changes nothing in the service. */
export type Notice = {
  readonly code:
    | "unmanaged"
    | "employee-without-post"
    | "department-without-manager"
    | "approvers-in-circle"
    | "inactive-approver"
    | "inactive-not-created"
    | "not-yet-created"
    | "active-before-hire-date"
    | "hire-date-moved"
    | "hire-date-cleared"
    | "rescinded-hire"
    | "rescinded-in-charge"
    | "locked"
    | "account-ends"
    | "title-rank-to-review"
    | "decision-without-object"
    | "target-older-than-memory"
    | "not-shown"
    | "several-in-service"
    | "account-domain"
    | "not-in-list"
    | "changed-by-others"
    | "only-disabled";
  readonly kind: Kind;
  readonly key: string;
  readonly label: string;
};

/** A guard limit that the plan exceeds. An unsafe plan is shown and not applied. */
export type Breach = {
  readonly code: "cap-exceeded" | "source-empty" | "target-empty" | "clock-differs" | "column-moved";
  readonly kind: Kind;
  readonly action?: Action;
  /** `count` is the number of objects found, `limit` the number permitted; of clocks, the hours between them. */
  readonly count: number;
  readonly limit: number;
  /** Number of current objects, of which the percentage is taken. */
  readonly base: number;
};

/** A person or department to which a plan is restricted; with `below`, the departments below it belong to it too. */
export type PlanSubject = {
  readonly kind: "employee" | "department";
  /** Account or code: the one in the service now, if it is there. */
  readonly key: string;
  readonly label: string;
  readonly below?: true;
  /** What the person who asked for the plan has called it. */
  readonly named: string;
};

/** Number of objects per kind on one side. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;

/** A department on one side of a plan. */
export type DepartmentState = {
  readonly name: string;
  /** Code of the parent; null at the top. */
  readonly parent: string | null;
  /** Number of active people whose main post is in the department; absent unless everybody's posts have been read. */
  readonly people?: number;
  /** `people` of the department and of everything below it; absent with it. */
  readonly total?: number;
};

/** What the plan does to the organisation as a whole. Nothing that is held is counted as done. */
export type Organisation = {
  /**
   * The departments that differ before and after, those that people leave or enter, and all departments above them. `before` is absent for a new department, and
   * `after` for one that is closed. `code` is the code after the plan.
   */
  readonly departments: readonly {
    readonly code: string;
    readonly formerCode?: string;
    readonly before?: DepartmentState;
    readonly after?: DepartmentState;
  }[];
  /**
   * Number of people by the department of their main post before and after, where the two differ. `from` is null for people who
   * join or return, and `to` for people who leave. Empty if somebody is changed whose posts have not been read.
   */
  readonly flows: readonly { readonly from: string | null; readonly to: string | null; readonly people: number }[];
};

/** What a run does: changes in their order, what is held, and what people should know. Reports and saved plans contain it. */
export type Plan = {
  readonly version: 1;
  /** The id of the run that the plan undoes. */
  readonly undoes?: string;
  /** The calendar date, in the time zone of the people policy, for which the plan was made. */
  readonly today: string;
  /** Present when the plan is restricted: to these subjects; `leftOut` changes to others, `leftOutEntries` of them, are not in it. */
  readonly only?: {
    readonly subjects: readonly PlanSubject[];
    readonly leftOut: number;
    readonly leftOutEntries: number;
  };
  readonly changes: readonly Change[];
  readonly held: readonly HeldChange[];
  readonly notices: readonly Notice[];
  /** What comes due in the 14 days after `today`, by date; absent when nothing does. */
  readonly due?: readonly Due[];
  /** What HR seems to have done; absent when there is nothing. */
  readonly proposals?: readonly Proposal[];
  /** Present when the store remembers nothing about the target, and the target is not empty. */
  readonly adoption?: AdoptionReport;
  readonly rejected: readonly RejectedRow[];
  /** Findings of the quality gate that did not refuse the source; absent when there are none. */
  readonly findings?: readonly Finding[];
  readonly breaches: readonly Breach[];
  /** What a person accepted when the plan was made (`--accept`); absent if nothing. */
  readonly accepted?: readonly string[];
  /** Present when an earlier approval, given at `givenAt`, reduced the guard's counts: it covers `covered` changes, everything about `coveredEntries` entries. */
  readonly approval?: { readonly givenAt: string; readonly covered: number; readonly coveredEntries: number };
  /** Present when only a part of managers and posts was read, and the rest is as the last good run knew it. */
  readonly reading?: PartialReading;
  /** Present when nothing was planned anew, because nothing had changed since an earlier run (ISO 8601, UTC) had nothing to do. */
  readonly unchanged?: string;
  readonly sourceCounts: Counts;
  readonly targetCounts: Counts;
  /** For `musterd undo`: the groups whose sequence the plan changes, with the codes that are valid after its renames. */
  readonly siblings?: readonly Siblings[];
  /** Code or account → name, for every object that a change, a held change or `organisation` mentions. */
  readonly names: Readonly<Record<ListedKind, Readonly<Record<string, string>>>>;
  readonly organisation: Organisation;
  /** SHA-256 (64 hex digits) over the changes; plans with the same changes have the same fingerprint. */
  readonly fingerprint: string;
};
