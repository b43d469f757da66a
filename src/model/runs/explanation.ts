/**
 * The explanation of one record: where its values come from, with what it was matched, what is planned for each of its fields, and
 * why nothing is planned for the others. It is plain data; personal values are masked.
 */
import type { AdoptedKind } from "../directory/identity.ts";
import type { Kind } from "../directory/kind.ts";
import type { RejectedRow } from "../directory/snapshot.ts";
import type { Breach, Candidate, Change, FieldValue, HeldChange, Notice, Plan } from "../plan/plan.ts";
import type { FieldPolicy } from "../plan/settings.ts";
import type { Outcome } from "./run.ts";

/** Names one record: by its key in the service, or by its key in the source if the service does not have it. */
export type Subject = { readonly kind: AdoptedKind; readonly key: string; readonly label: string };

/** Names a row of a report: the object, and the ids of the changes and held changes that the row is about. */
export type ReportRow = { readonly kind: Kind; readonly key: string; readonly changes: readonly string[] };

/** Explains a row of a report, whenever it is asked; undefined for a row that is not to be explained or is about no record. */
export type ExplainRow = (row: ReportRow) => Explanation | undefined;

/** Why nothing is planned for a field. For a record that is on one side only, all fields have the same reason. */
export const whyNothing = [
  "same",
  "not-stated",
  "not-readable",
  "hidden",
  "as-written",
  "ignored",
  "filled",
  "never-written",
  "generated",
  "active-when-created",
  "last-day-to-come",
  "hire-date-to-come",
  "status-right",
  "decides-status",
  "person-inactive",
  "post-not-held",
  "manager-approves",
  "from-above",
  "department-inactive",
  "sequence-right",
  "move-held",
  "absent-from-source",
  "in-question",
  "rejected",
  "quarantined",
  "out-of-scope",
  "kind-not-managed",
  "kind-held",
  "missing-counted",
  "inactive-not-created",
  "not-yet-created",
  "waits-unlisted",
  "left-out",
] as const;

/** Why nothing happens to a field. */
export type WhyNothing = (typeof whyNothing)[number];

/**
 * What becomes of one field. `field` is the field's name in the table of fields, `post:CODE` or `supervisor:CODE`. Either changes or
 * held changes concern the field, or there is exactly one reason why nothing does.
 */
export type FieldExplanation = {
  readonly field: string;
  /** Absent: the side does not state the field, or it could not be read. */
  readonly source?: FieldValue;
  readonly target?: FieldValue;
  /** Absent for a field that can have no policy. */
  readonly policy?: FieldPolicy;
  readonly changes: readonly string[];
  /** Ids of the held changes that would write it. */
  readonly held: readonly string[];
  readonly why?: WhyNothing;
  readonly writtenBy?: WrittenBy;
};

/**
 * The last run that wrote a field. `stands`: is its value still there? Absent if that cannot be compared: the value is personal, or a
 * position among siblings.
 */
export type WrittenBy = { readonly runId: string; readonly at: string; readonly stands?: boolean };

/** One rule of matching: the key that it looks for, and whom it finds in the service. */
export type MatchStep = {
  readonly by: "id" | "number" | "decision" | "account" | "code" | "rename";
  /** Absent: the source states no such key, or nobody has decided. */
  readonly key?: string;
  readonly found: readonly string[];
};

/** How the record of the source and that of the service found each other, or why they did not. */
export type ExplainedMatch = {
  /** conflict: the rules contradict each other · only-service: no record of the source belongs to it */
  readonly state: "matched" | "new" | "conflict" | "only-service" | "only-source";
  /** The rule that decided; absent unless matched. */
  readonly by?: MatchStep["by"];
  readonly steps: readonly MatchStep[];
  /** Records of the service that may be the same object. */
  readonly candidates: readonly Candidate[];
};

/** Why a record is in or out of reach, with the pattern of the configuration or the place in the source. */
export type Standing =
  | { readonly code: "protected"; readonly pattern: string }
  | { readonly code: "protected-by-source" }
  | { readonly code: "rejected"; readonly row: RejectedRow }
  | { readonly code: Exclude<WhyNothing, "rejected"> };

/** A change of the plan with what it needs, by name. */
export type ExplainedChange = Pick<
  Change,
  "id" | "kind" | "key" | "label" | "action" | "reason" | "fields" | "step" | "wave"
> & {
  readonly needs: readonly Pick<Change, "id" | "kind" | "key" | "action" | "label">[];
};

/** A change of an earlier run to the record, masked, with its outcome. */
export type PastChange = {
  readonly runId: string;
  /** When the run began, ISO 8601. */
  readonly at: string;
  readonly change: Omit<Change, "remember" | "doubts" | "replaces">;
  readonly outcome: Outcome;
};

/** One cell or attribute, and what the mapping makes of it. */
export type TracedField = {
  readonly field: string;
  /** Column or attribute → cell, masked where it is personal. */
  readonly cells: Readonly<Record<string, string | readonly string[]>>;
  /** The settings of the mapping other than the column, such as `{"blank":"clear"}`; absent if there are none. */
  readonly rule?: string;
  /** Absent: the cell states nothing, or could not be read. */
  readonly value?: FieldValue;
};

/** A record of the source as it was read: where it stands, what its cells became, and why it was rejected. */
export type TracedRecord = {
  /** The path of the part's settings, such as `source.employees`. */
  readonly setting: string;
  /** The file, or the distinguished name of the entry. */
  readonly file: string;
  readonly line?: number;
  readonly outOfScope: boolean;
  readonly fields: readonly TracedField[];
  readonly rejected: readonly RejectedRow[];
};

/** Where the values of one record come from. `dropped`: what was left out after the rows had been mapped. */
export type SourceTrace = { readonly records: readonly TracedRecord[]; readonly dropped: readonly RejectedRow[] };

/** What a plan does about one object, field by field, and why: `musterd explain --json`. */
export type Explanation = SourceTrace & {
  readonly version: 1;
  readonly subject: Subject & { readonly number?: string; readonly active?: boolean };
  readonly today: string;
  readonly fingerprint: string;
  /** planned: at least one change · held: none, and at least one is held · nothing: neither */
  readonly result: "planned" | "held" | "nothing";
  readonly match: ExplainedMatch;
  readonly standing: readonly Standing[];
  readonly fields: readonly FieldExplanation[];
  readonly changes: readonly ExplainedChange[];
  readonly held: readonly HeldChange[];
  /** Changes to other records that name this one, such as a new manager. */
  readonly elsewhere: readonly ExplainedChange[];
  readonly notices: readonly Notice[];
  /** The limits that the plan exceeds with changes like those of this record. */
  readonly breaches: readonly Breach[];
  /** Newest first. */
  readonly past: readonly PastChange[];
  /** Code or account → name, for every object that the explanation mentions. */
  readonly names: Plan["names"];
};
