/** Runs and outcomes: what happened to a plan. */
import type { Action, Kind } from "../plan/plan.ts";
import type { Release } from "../plan/release.ts";

export const runStatuses = [
  "planned",
  "blocked",
  "running",
  "succeeded",
  "partial",
  "failed",
  "cancelled",
  "interrupted",
] as const;

/**
 * planned: made, nothing written · blocked: refused by the guard · running · succeeded: every change was applied or already so
 * · partial: some changes failed or were not tried · failed: ended by an error · cancelled: ended on request · interrupted: its
 * process died, and a later process closed it.
 */
export type RunStatus = (typeof runStatuses)[number];

/** What became of one change of a run. */
export type Outcome = {
  readonly changeId: string;
  /**
   * applied: written, and reading back shows nothing else · rehired: a person to be created existed, hidden from the lists, and was
   * reactivated · already-so: found as wanted · unconfirmed: written, and not read back, because the run ended first or the object
   * could not be read · failed: refused, result unknown, or not shown when read back · not-tried: blocked, or the run ended first.
   */
  readonly result: "applied" | "rehired" | "already-so" | "unconfirmed" | "failed" | "not-tried";
  /** How often it was written; absent: once at most. */
  readonly tries?: number;
  /** Stable error code where the result is failed or not-tried. */
  readonly code?: string;
  /** Contains no personal data. */
  readonly message?: string;
};

/** The permission refresh (P1) of a run: not needed (no write), owed (still to be called), done. */
export type RefreshState = "not-needed" | "owed" | "done";

export const triggers = ["schedule", "request", "start-up", "command", "retry"] as const;
export type Trigger = (typeof triggers)[number];

/** What a run spends its time on: `waiting` is for a person who was asked. */
export const phases = ["reading-source", "reading-site", "planning", "waiting", "applying", "refresh"] as const;
export type Phase = (typeof phases)[number];

/** How long a run was in each phase, in milliseconds. Both sides are read at the same time. */
export type PhaseTimes = Readonly<Partial<Record<Phase, number>>>;

/** Numbers of entries: people, departments and other objects, whatever number of changes each of them takes. */
export type EntryCounts = Readonly<
  Record<"planned" | "held" | "applied" | "alreadySo" | "unconfirmed" | "failed" | "notTried", number>
>;

/** The error that ended a run; `place` and `hint` are absent in runs of older versions. Contains no personal data. */
export type RunError = {
  /** Stable; docs/errors.md explains it. */
  readonly code: string;
  readonly message: string;
  readonly place?: Readonly<Record<string, string | number>>;
  /** What a person can do about it. */
  readonly hint?: string;
};

/** A run as lists and reports show it. The numbers outside `entries` are those of single changes. Times are ISO 8601 in UTC. */
export type RunSummary = {
  readonly id: string;
  readonly status: RunStatus;
  readonly trigger: Trigger;
  /** Who asked for it (`actorText`): a command as `user@host`, a person, a token; absent if nobody did. */
  readonly askedBy?: string;
  /** The id of the run that this run undoes. */
  readonly undoes?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly fingerprint?: string;
  /** Absent while the run goes on. */
  readonly phasesMs?: PhaseTimes;
  readonly entries: EntryCounts;
  readonly planned: number;
  readonly held: number;
  /** Including rehired people. */
  readonly applied: number;
  readonly alreadySo: number;
  /** Written, but not read back. */
  readonly unconfirmed: number;
  readonly failed: number;
  readonly notTried: number;
  /** What the quality gate has held as a whole: nothing of these kinds was compared. Absent where it has held none. */
  readonly heldKinds?: readonly Kind[];
  readonly refresh: RefreshState;
  /** Present when the plan exceeded limits that a person accepted. */
  readonly release?: Release;
  readonly error?: RunError;
};

/** How far the reading of one file, directory or list has come; `total` is present if it is known beforehand. */
export type Reading = {
  /** Names what is read: a file, a feed, a list operation (`E1`), or `details` for all reads of single objects of the service. */
  readonly what: string;
  readonly unit: "rows" | "entries" | "records";
  readonly count: number;
  readonly total?: number;
};

/** Watches what is read; `end` is called when a reading has ended, in whatever way. */
export type ReadingWatch = { readonly update: (reading: Reading) => void; readonly end: () => void };

/** Progress of a running run in entries, for progress bars and logs; an entry is done when all its changes are. */
export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly wave: number;
  readonly waves: number;
  readonly kind?: Kind;
  readonly action?: Action;
};
