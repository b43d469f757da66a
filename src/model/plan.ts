/**
 * The plan: everything that would be done, in order, and everything that is wanted but not permitted now. A plan is a
 * value; the same inputs give the same bytes.
 */
import type { EvidenceField } from "./identity.ts";
import type { Action, Kind } from "./kind.ts";
import type { Operation } from "./operation.ts";
import type { Finding } from "./quality.ts";
import type { RejectedRow } from "./snapshot.ts";

export type { Action, Kind } from "./kind.ts";

/** A value as a report shows it: text, number, yes/no, list; null is "no value". */
export type FieldValue = string | number | boolean | null | readonly string[];

/**
 * One field of one object, before and after. `before` is absent on a create. Posts have one entry per department: `field`
 * is `post:` and the department's code, the values are `["main" | "part-time", title, ...functions]` or null.
 */
export type FieldChange = {
  readonly field: string;
  readonly before?: FieldValue;
  readonly after: FieldValue;
};

/**
 * The steps of a run, in order (ARCHITECTURE "Order"). Each is a barrier: it starts when the one before has ended.
 * 1 levels · 2 departments exist · 3 departments data, moves, order · 4 functions and titles · 5 people · 6 posts gained
 * · 7 managers · 8 posts removed · 9 supervisors · 10 people disabled · 11 departments, titles, functions, levels disabled
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
  | "lost-in-run";

/** A value to remember once the change has been applied, because the service cannot be asked for it (R60, R61). */
export type LedgerEntry = { readonly subject: string; readonly field: string; readonly value: string | null };

/** One intention about one object, and the operations that realise it, in order. */
export type Change = {
  /** Stable inside a plan and across plans of the same intention: `kind/key/action`. */
  readonly id: string;
  readonly kind: Kind;
  /** Code, account or category name, as it is when the change starts. */
  readonly key: string;
  /** Name for people to read. */
  readonly label: string;
  /** Code of the department under which a report shows the change. */
  readonly department?: string;
  readonly action: Action;
  readonly reason: Reason;
  readonly fields: readonly FieldChange[];
  readonly step: Step;
  /** Changes with the same number may run together; a wave starts when the one before has ended. 1-based, no gaps. */
  readonly wave: number;
  readonly operations: readonly Operation[];
  /** Ids of the changes whose failure blocks this one. All are in earlier waves. */
  readonly needs: readonly string[];
  readonly remember?: readonly LedgerEntry[];
  /** To be remembered before it is tried: what cannot be believed any more until it has been read back. */
  readonly doubts?: readonly LedgerEntry[];
  /** The change of the same run that this one repeats or makes good; such a change is found by reading back. */
  readonly repairs?: string;
};

/** Why a wanted change is not planned. */
export type HeldReason =
  | "identity-conflict"
  | "possible-twin"
  | "value-taken"
  | "ambiguous"
  | "protected"
  | "unreadable-in-target"
  | "reference-missing"
  | "reference-held"
  | "value-missing"
  | "value-hidden"
  | "still-manager"
  | "still-occupied"
  | "still-used"
  | "last-post"
  | "status-and-date-disagree"
  | "does-not-converge"
  | "tree-cycle"
  | "not-a-member"
  | "person-inactive"
  | "holder-unknown"
  | "not-supported";

/** What two codes agree in: their names (a department's below one parent), or most of their people. */
export type CodeEvidence = "name" | "people";

/** An object of the service that a new record of the source may be. */
export type Candidate = {
  /** Account or code in the service. */
  readonly key: string;
  readonly label: string;
  readonly active: boolean;
  readonly weight: number;
  /** The rules that agree, by their fields. */
  readonly evidence: readonly (readonly (EvidenceField | CodeEvidence)[])[];
  /** Where the two records differ: `before` is the service's value, `after` the source's; null: says nothing. */
  readonly fields: readonly FieldChange[];
};

/** How much of each side is matched by what, where a target is met for the first time and is not empty. */
export type AdoptionReport = readonly {
  readonly kind: Kind;
  readonly matched: Readonly<Partial<Record<"code" | "number" | "account" | "id" | "decision", number>>>;
  /** Held because a person must decide. */
  readonly proposed: number;
  readonly onlySource: number;
  readonly onlyTarget: number;
}[];

/** A change that is wanted and kept back; always shown. */
export type HeldChange = {
  readonly id: string;
  readonly kind: Kind;
  readonly key: string;
  readonly label: string;
  readonly department?: string;
  readonly action: Action;
  readonly fields: readonly FieldChange[];
  readonly reason: HeldReason;
  /** The objects the reason speaks of: codes, accounts, numbers. */
  readonly about: readonly string[];
  /** Whom or what in the service it may be, the likeliest first; a person decides (`musterd adopt`). */
  readonly candidates?: readonly Candidate[];
};

/** Something a person should know that needs no change. */
export type Notice = {
  readonly code:
    | "unmanaged"
    | "employee-without-post"
    | "department-without-manager"
    | "inactive-not-created"
    | "title-rank-to-review"
    | "decision-without-object"
    | "target-older-than-memory"
    | "changed-by-others";
  readonly kind: Kind;
  readonly key: string;
  readonly label: string;
};

/** A limit of the guard that the plan goes over. An unsafe plan is shown and not applied. */
export type Breach = {
  readonly code: "cap-exceeded" | "source-empty";
  readonly kind: Kind;
  readonly action?: Action;
  /** What was found and what is permitted, in objects. */
  readonly count: number;
  readonly limit: number;
  /** What the percentage is of: current objects. */
  readonly base: number;
};

/**
 * The permission to apply one plan, whoever gave it. It covers what is left of that plan until the plan is done, another
 * plan is applied, or it has expired.
 */
export type Approval = {
  /** ISO 8601 instant. */
  readonly givenAt: string;
  /** Digests of the approved changes and of each of their fields; no value in clear, because values may be personal. */
  readonly digests: ReadonlySet<string>;
  /** Kinds whose source was empty, and accepted as such. */
  readonly emptyKinds: readonly Kind[];
};

/** How many objects each side has of a kind. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;

export type Plan = {
  readonly version: 1;
  /** The calendar date at +08:00 the plan was made for. */
  readonly today: string;
  readonly changes: readonly Change[];
  readonly held: readonly HeldChange[];
  readonly notices: readonly Notice[];
  /** Present where nothing is remembered of the target and the target is not empty. */
  readonly adoption?: AdoptionReport;
  readonly rejected: readonly RejectedRow[];
  /** What the quality gate found in the source and let pass; absent where it found nothing. */
  readonly findings?: readonly Finding[];
  readonly breaches: readonly Breach[];
  /** What a person accepted when the plan was made (`--accept`); absent where it was nothing. */
  readonly accepted?: readonly string[];
  /** Present where the guard counted less because of an earlier approval: when it was given, how many changes it covers. */
  readonly approval?: { readonly givenAt: string; readonly covered: number };
  readonly sourceCounts: Counts;
  readonly targetCounts: Counts;
  /** Department code → name, for every department that a change or a held change mentions. */
  readonly departmentNames: Readonly<Record<string, string>>;
  /** SHA-256 over the changes and what they rest on; equal plans have equal fingerprints. 64 hex digits. */
  readonly fingerprint: string;
};
