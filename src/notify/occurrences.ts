/**
 * What is worth telling, as one table: docs/occurrences.md, the filters of channels and the tests derive from it. Its words are in
 * `words-en.ts` and `words-zh-tw.ts`.
 */
import type { ErrorCode } from "../lib/error-codes.ts";

/** From the least to the most severe. */
export const severities = ["info", "warning", "error"] as const;

export type Severity = (typeof severities)[number];

type Occurrence = {
  readonly severity: Severity;
  /** true: it lasts; its repetitions are joined, and its end is told. */
  readonly lasts: boolean;
  /**
   * For what comes of runs: how far the run got. A run ends the troubles of runs that got less far; a run that did everything
   * ends them all.
   */
  readonly stage?: 1 | 2 | 3;
};

export const occurrences = {
  "run-failed": { severity: "error", lasts: true, stage: 1 },
  "source-refused": { severity: "error", lasts: true, stage: 1 },
  "access-refused": { severity: "error", lasts: true, stage: 1 },
  "store-failed": { severity: "error", lasts: true, stage: 1 },
  "run-blocked": { severity: "error", lasts: true, stage: 2 },
  "plan-rejected": { severity: "warning", lasts: true, stage: 2 },
  "run-partial": { severity: "warning", lasts: true, stage: 3 },
  "run-cancelled": { severity: "info", lasts: false },
  "run-interrupted": { severity: "warning", lasts: false },
  "run-succeeded": { severity: "info", lasts: false },
  quarantine: { severity: "error", lasts: true },
  "kinds-held": { severity: "warning", lasts: true },
  "changes-held": { severity: "warning", lasts: true },
  "questions-open": { severity: "warning", lasts: true },
  "source-old": { severity: "warning", lasts: true },
  "refresh-owed": { severity: "warning", lasts: true },
  silence: { severity: "error", lasts: true },
  "daemon-off": { severity: "error", lasts: false },
  "daemon-failed": { severity: "error", lasts: false },
  "certificate-ends": { severity: "warning", lasts: true },
  "disk-nearly-full": { severity: "error", lasts: true },
  "channel-failing": { severity: "warning", lasts: true },
  "submission-failing": { severity: "warning", lasts: true },
  "tokens-refused": { severity: "warning", lasts: true },
  "digest-daily": { severity: "info", lasts: false },
  "digest-weekly": { severity: "info", lasts: false },
  test: { severity: "info", lasts: false },
} as const satisfies Readonly<Record<string, Occurrence>>;

export type OccurrenceCode = keyof typeof occurrences;

export const occurrenceOf = (code: string): Occurrence => occurrences[code as OccurrenceCode];

/** What is told of a run that ended by an error with this code. */
// biome-ignore format: one code a line would be a hundred lines
const codesOf = {
  "source-refused": [
    "source-file-missing", "source-file-unreadable", "source-file-changing", "source-file-locked", "source-file-cut",
    "source-not-ready", "source-functions-timeout", "source-ldap-unreachable", "source-ldap-disconnected",
    "source-ldap-limit", "source-ldap-page-repeated", "source-ldap-range", "source-ldap-unstable", "source-ldap-failed",
    "source-ldap-protocol", "source-ldap-endless", "source-undecodable", "source-encoding-ambiguous", "source-csv-invalid",
    "source-xlsx-invalid", "source-too-large", "source-format-foreign", "source-header-moved", "source-newest-unclear",
    "source-sheet-unknown", "source-column-unknown", "source-column-twice", "source-date-ambiguous", "source-ldap-base",
    "source-ldap-referral", "source-ldap-attribute", "source-ldap-changes-unsupported", "source-ldap-changes-unsuited",
    "source-empty", "source-duplicate-key", "source-tree-cycle", "source-functions-unusable", "source-quality",
    "source-person-unknown",
  ],
  "access-refused": [
    "target-unauthorized", "target-misconfigured", "source-ldap-tls", "source-ldap-bind", "source-ldap-denied",
    "source-ldap-changes-denied",
  ],
  "run-blocked": ["cap-exceeded", "target-empty", "clock-differs", "column-moved"],
  "plan-rejected": ["plan-rejected"],
  "store-failed": ["store-unavailable", "store-damaged", "store-newer", "state-untrusted"],
  "run-failed": [
    "target-unavailable", "target-no-answer", "response-incomplete", "response-unexpected", "target-refused", "conflict", "gone",
    "changed-since-plan", "still-occupied", "not-applied", "taken-along", "breaker-open", "lease-lost", "refresh-unknown",
    "run-in-progress", "redis-unavailable", "comparison-unstable", "file-unusable", "internal", "already-exists", "answers-for-other", "refused-and-changed", "stored-otherwise",
    "undo-each-other", "value-missing", "value-hidden", "omitted-fields-cleared", "main-post-missing", "path-value-refused",
    "operation-unbound", "write-refused", "prerequisite-failed", "too-many-failures",
  ],
  "run-cancelled": ["cancelled"],
  "run-interrupted": ["interrupted"],
  "daemon-failed": [
    "config-unreadable", "config-invalid", "control-unavailable", "binding-invalid", "node-too-old", "service-database",
    "service-file", "service-files",
  ],
} as const satisfies Partial<Record<OccurrenceCode, readonly ErrorCode[]>>;

/** Codes that only end a command, whose user reads them, or that only the reference service or a client sees. */
// biome-ignore format: one code a line would be a hundred lines
export const codesOfCommands = [
  "plan-stale", "confirmation-needed", "release-incomplete", "release-used", "nothing-to-decide", "four-eyes", "role-missing", "key-used-otherwise", "fingerprint-invalid", "plan-file-invalid",
  "plan-file-foreign", "subject-unknown", "subject-ambiguous", "comparison-impossible", "run-unknown", "nothing-to-undo",
  "option-invalid", "decision-invalid", "report-unwritable", "output-unwritable", "channel-failed", "daemon-unreachable", "daemon-refused",
  "no-token-configured", "sample-too-small", "service-port", "document-unreadable", "document-invalid",
  "document-unwritable", "section-twice", "sandbox-refused", "admin-key-missing", "service-unreachable", "password-missing", "password-weak",
  "too-many-requests", "key-weak", "secret-in-arguments", "initiation-pending", "upload-length", "callback-refused", "form-refused",
  "canary-differs", "canary-only", "write-test-real", "write-test-left",
] as const satisfies readonly ErrorCode[];

/** A test compares the two lists with all error codes. */
export const toldCodes: ReadonlyMap<string, OccurrenceCode> = new Map(
  (Object.entries(codesOf) as [OccurrenceCode, readonly ErrorCode[]][]).flatMap(([occurrence, codes]) =>
    codes.map((code): [string, OccurrenceCode] => [code, occurrence]),
  ),
);

/** A code that is in no list, for example one of another version, is a failed run. */
export const occurrenceOfError = (code: string): OccurrenceCode => toldCodes.get(code) ?? "run-failed";
