/** What a check finds, and the texts of all checks in one language. */
import type { MusterdError } from "../lib/errors.ts";
import type { Directory } from "../model/directory/directory.ts";
import type { Kind } from "../model/directory/kind.ts";
import type { CheckWords } from "../site/reads/check-bindings.ts";

/** A line of `musterd check`. A warning is about what works today and may not work tomorrow. */
export type Check =
  | { readonly part: string; readonly found: string }
  | { readonly part: string; readonly warning: string }
  | { readonly part: string; readonly error: MusterdError }
  | { readonly part: "runs"; readonly remaining: Remaining };

/** What is left of earlier runs; `trouble`: something failed, `waiting`: somebody must act. Contains no personal data. */
export type Remaining = { readonly level: "trouble" | "waiting" } & (
  | { readonly error: MusterdError }
  | {
      readonly code: string;
      readonly message: string;
      /** What to do, with the command. */
      readonly next: string;
    }
);

/** Number of records by kind; kinds that are not managed are absent. */
type DirectoryCounts = { readonly [kind in keyof Directory]?: number };

/** Who holds a lease or lock. `where` is `lease` or `redis`; times are instants in ISO format. */
export type Held = {
  readonly where: "lease" | "redis";
  readonly host: string;
  readonly pid: number;
  readonly since?: string | undefined;
  readonly until: string;
};

/** What is left, and what to do about it. */
type Told = readonly [message: string, next: string];

/** Troubles that no run has left, and that the daemon notices. */
export const noticedCodes = ["silence", "disk-nearly-full", "certificate-ends"] as const;

type NoticedCode = (typeof noticedCodes)[number];

/** Texts of what is left of earlier runs. Times are instants in ISO format. */
export type RemainingWords = {
  readonly changesFailed: (
    entries: Readonly<Record<"failed" | "notTried" | "unconfirmed", number>>,
    codes: readonly string[],
    run: string,
  ) => Told;
  /** `undone`: the id of the run that the run was to undo. */
  readonly interrupted: (refreshOwed: boolean, undone: string | undefined) => Told;
  readonly refreshOwed: Told;
  readonly quarantine: (times: number, since: string, nextTry: string) => Told;
  readonly questions: (count: number) => Told;
  readonly kindsHeld: (kinds: readonly Kind[]) => Told;
  readonly paused: (until: string) => Told;
  /** What the daemon has noticed since a time; `name`: the certificate. */
  readonly noticed: Readonly<Record<NoticedCode, (since: string, name: string) => Told>>;
  readonly nothing: string;
};

/** Texts of a check in one language. */
export type PartWords = CheckWords & {
  readonly remaining: RemainingWords;
  readonly sourceFound: (counts: DirectoryCounts, rejectedRows: number, droppedFields: number) => string;
  /** Kinds that the quality rules hold, so that a run would leave them alone. */
  readonly sourceHolds: (kinds: readonly Kind[]) => string;
  /** No department states a level, which the service requires of every new one (D2). */
  readonly noLevels: string;
  /** Not only the owner can use a part of the state folder. */
  readonly wideAccess: (file: string, mode: string) => string;
  readonly undamaged: (files: readonly string[]) => string;
  /** Another process has the database for itself. */
  readonly notExamined: (file: string) => string;
  /** `policy`: how the Redis chooses the keys that it removes when its memory is full. */
  readonly evicts: (redis: string, policy: string) => string;
  readonly noRun: string;
  /** `next`: the process has ended or does not renew it any more; what the next run does. */
  readonly held: (held: Held, next: "takes-over" | "waits" | undefined) => string;
  /** A lock whose holder no musterd has written. `leftSeconds` may be infinite. */
  readonly strangeLock: (leftSeconds: number) => string;
  readonly free: (mebibytes: number, folder: string) => string;
  readonly littleSpace: (mebibytes: number, folder: string, neededMebibytes: number) => string;
  readonly certificate: (name: string, day: string, daysLeft: number) => string;
  readonly noCertificates: string;
  readonly clock: (seconds: number) => string;
  /** `seconds` is negative if this machine is behind the service. */
  readonly wrongClock: (seconds: number) => string;
  readonly noDate: string;
};
