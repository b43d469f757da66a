/** What runs have changed about one record. Values are masked as in stored plans. */
import type { AdoptedKind } from "../directory/identity.ts";
import type { Change } from "../plan/plan.ts";
import type { Outcome, RunStatus, Trigger } from "./run.ts";

export type RecordedChange = {
  readonly run: string;
  /** When the run began, ISO 8601. */
  readonly at: string;
  readonly status: RunStatus;
  readonly trigger: Trigger;
  readonly askedBy?: string;
  /** Who released the plan, if it exceeded limits. */
  readonly releasedBy?: string;
  /** The run that this run undoes. */
  readonly undoes?: string;
  /** The runs that have undone this run and changed the record. */
  readonly undoneBy?: readonly string[];
  readonly change: Pick<Change, "kind" | "key" | "action" | "reason" | "fields">;
  readonly result: Outcome["result"];
  readonly code?: string;
};

/** `key`: the last one that the record has had. Newest change first. */
export type RecordHistory = {
  readonly kind: AdoptedKind;
  readonly key: string;
  readonly label: string;
  readonly changes: readonly RecordedChange[];
};
