/** Runs and outcomes: what became of a plan. */
import type { Action, Kind } from "./plan.ts";
import type { Release } from "./release.ts";

/**
 * planned: made, nothing written · blocked: the guard refused it · running · succeeded: every change applied or already
 * so · partial: some changes failed or were not tried · failed: stopped by an error · cancelled: stopped on request ·
 * interrupted: its process died; a later process closed it.
 */
export type RunStatus =
  | "planned"
  | "blocked"
  | "running"
  | "succeeded"
  | "partial"
  | "failed"
  | "cancelled"
  | "interrupted";

export type Outcome = {
  readonly changeId: string;
  /**
   * applied: written · rehired: somebody to be created was found out of sight of the lists, and brought back · already-so:
   * found as wanted · failed: refused or unknown · not-tried: blocked or stopped.
   */
  readonly result: "applied" | "rehired" | "already-so" | "failed" | "not-tried";
  /** Stable error code where the result is failed or not-tried. */
  readonly code?: string;
  /** Free of personal data. */
  readonly message?: string;
};

/** The permission refresh of a run: not needed (no write), owed (must still be called), done. */
export type RefreshState = "not-needed" | "owed" | "done";

/** What a run was started by. */
export type Trigger = "schedule" | "request" | "start-up" | "command" | "retry";

/** A run as lists and reports show it. Times are ISO 8601 in UTC. */
export type RunSummary = {
  readonly id: string;
  readonly status: RunStatus;
  readonly trigger: Trigger;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly fingerprint?: string;
  readonly planned: number;
  readonly held: number;
  /** Rehired people included. */
  readonly applied: number;
  readonly alreadySo: number;
  readonly failed: number;
  readonly notTried: number;
  readonly refresh: RefreshState;
  /** Present where the plan was over limits that a person accepted. */
  readonly release?: Release;
  /** Stable code and message of what ended the run, where it failed. */
  readonly error?: { readonly code: string; readonly message: string };
};

/** How far the reading of one file, directory or list has come; `total` where it is known beforehand. */
export type Reading = {
  /** A file, a feed, an operation that lists (`E1`), or `details`: what the service is asked one object at a time. */
  readonly what: string;
  readonly unit: "rows" | "entries" | "records";
  readonly count: number;
  readonly total?: number;
};

/** Watches what is read; `end` is called when a reading has ended, in whatever way. */
export type ReadingWatch = { readonly update: (reading: Reading) => void; readonly end: () => void };

/** Progress of a running run, for bars and logs. */
export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly wave: number;
  readonly waves: number;
  readonly kind?: Kind;
  readonly action?: Action;
};
