/** The audit trail: entries that are appended and never changed, each with the digest of the one before. */
import type { Actor } from "./actor.ts";

/** Everything that is recorded. Entries contain ids, numbers and digests; names and reasons are texts beside them. */
const auditEvents = [
  "run-requested",
  "run-begun",
  "planned",
  "released",
  "rejected",
  "rejection-withdrawn",
  "release-used",
  "form-initiated",
  "run-cancelled",
  "paused",
  "resumed",
  "run-ended",
  "runs-deleted",
  "adopted",
  "adoption-withdrawn",
  "forgot-target",
  "forgot-person",
  "key-replaced",
  "token-added",
  "token-revoked",
  "token-refused",
  "user-added",
  "user-revoked",
  "password-set",
  "signed-in",
  "sign-in-refused",
  "request-refused",
  "signed-out",
  "link-made",
  "decision-asked",
  "configuration-changed",
  "lease-taken-over",
  "store-restored",
] as const;

export type AuditEvent = (typeof auditEvents)[number];

/** What an entry says besides who and when. Contains no personal data. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The number and the digest of an entry; those of the last one stand for the whole trail. */
export type AuditHead = { readonly number: number; readonly digest: string };

export type AuditEntry = AuditHead & {
  /** ISO 8601 instant. */
  readonly at: string;
  readonly event: AuditEvent;
  /** A name that was forgotten is a pseudonym. */
  readonly by: Actor;
  readonly reason?: string;
  /** The name of what the entry is about. */
  readonly about?: string;
  /** The service, by its name in the store. */
  readonly target: string;
  readonly facts: AuditFacts;
  /** The version of musterd, and the machine. */
  readonly version: string;
  readonly host: string;
};

/** Why a trail is not the one that was written. `number`: the first entry that is not as it was. */
export type AuditProblem = {
  /**
   * changed: the entry differs from its digest · missing: it is not there · added: musterd did not write it · text: the name or
   * reason of the entry was changed or removed · rewritten: all digests fit, but another entry had this number before ·
   * restored: the whole store is older than the trail that was written
   */
  readonly code: "changed" | "missing" | "added" | "text" | "rewritten" | "restored";
  readonly number: number;
};

export type AuditVerification = {
  readonly head: AuditHead;
  readonly problem?: AuditProblem;
  /** Numbers of the entries that say that the store was put back from a backup. */
  readonly restoredAt: readonly number[];
};

/** A head as logs and commands show it: `NUMBER:DIGEST`. */
export const auditHeadText = ({ number, digest }: AuditHead): string => `${number}:${digest}`;
