/** What is told to people who do not sit in front of musterd: troubles that begin and end, and single events. No personal data. */
import type { Action, Kind } from "../directory/kind.ts";
import type { Breach } from "../plan/plan.ts";
import type { EntryCounts, RunError, RunStatus, RunSummary, Trigger } from "./run.ts";

/** began, ended: of a trouble that lasts · again: it lasts, and there is something new about it · once: an event. */
export type Phase = "began" | "again" | "ended" | "once";

/** What a message says, as data; times are instants in ISO format. Which parts are there depends on the occurrence. */
export type Details = {
  readonly run?: {
    readonly id: string;
    readonly status: RunStatus;
    readonly trigger: Trigger;
    readonly endedAt: string;
  };
  readonly entries?: EntryCounts;
  /** Changes of the plan, the worst first. */
  readonly changes?: readonly { readonly kind: Kind; readonly action: Action; readonly count: number }[];
  readonly breaches?: readonly Breach[];
  /** Kinds that the quality gate has held as a whole. */
  readonly kinds?: readonly Kind[];
  readonly reason?: RunError;
  readonly codes?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  /** What it is about: a file, a certificate, a channel. */
  readonly name?: string;
  readonly count?: number;
  readonly limit?: number;
  readonly lastGood?: string | undefined;
  readonly nextTry?: string;
  /** Of a digest: the troubles that last, and the number of runs by their ends. */
  readonly open?: readonly { readonly code: string; readonly name: string; readonly since: string }[];
  readonly runs?: Readonly<Partial<Record<RunStatus, number>>>;
  /** Of a digest: the last entry of the audit trail, `NUMBER:DIGEST`. */
  readonly audit?: string;
  /** Digests of what has been told, to notice what is new. */
  readonly marks?: readonly string[];
};

/** Something to tell; `about` distinguishes troubles with the same code. */
export type Occurred = { readonly code: string; readonly about: string; readonly details: Details };

/** A trouble that has been told and lasts; `thread`: the id of the message that began it. */
export type Trouble = Occurred & { readonly thread: string; readonly sinceMs: number };

/**
 * A run that has ended. `codes`: of its failed changes; `isWhole`: neither an undo nor restricted; `releaseEnded`: when a release of its plan
 * had ended before, without a run that applied the plan.
 */
export type EndedRun = {
  readonly run: RunSummary;
  readonly isWhole: boolean;
  readonly codes: readonly string[];
  readonly breaches: readonly Breach[];
  readonly changes: readonly ChangeCount[];
  readonly releaseEnded?: string;
};

export type ChangeCount = {
  readonly kind: Kind;
  readonly action: Action;
  /** The result of the changes; `planned` if none is recorded. */
  readonly outcome: string;
  readonly count: number;
};

/** A message to one channel. `rest`: the recipients that are left, if some have got it. */
export type Message = {
  readonly seq: number;
  readonly id: string;
  readonly channel: string;
  readonly code: string;
  readonly phase: Phase;
  readonly thread: string;
  readonly details: Details;
  readonly createdMs: number;
  readonly tries: number;
  readonly rest?: readonly string[];
};

/** What a feed gave for a kind of record in the last reading of the source. */
export type ReadFeed = {
  readonly feed: string;
  readonly kind: Kind;
  readonly rows: number;
  /** When its newest file was written; absent for a directory, whose entries are as old as the reading. */
  readonly modifiedMs?: number | undefined;
};
