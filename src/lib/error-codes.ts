/**
 * Every error code, grouped by whether its cause can pass without any action. docs/errors.md has the cause and hint of each
 * code; a test compares it with this list.
 */
export const errorCodes = {
  /**
   * The next reading may succeed. `target-misconfigured` is included, because a proxy's maintenance page looks like a wrong
   * address.
   */
  // biome-ignore format: one code a line would be a hundred lines
  passes: [
    "source-file-missing", "source-file-unreadable", "source-file-changing", "source-file-locked", "source-file-cut",
    "source-not-ready", "source-functions-timeout", "source-ldap-unreachable", "source-ldap-disconnected",
    "source-ldap-limit", "source-ldap-page-repeated", "source-ldap-range", "source-ldap-unstable",
    "source-ldap-failed", "source-ldap-protocol", "source-ldap-endless", "target-misconfigured", "target-unavailable", "target-no-answer", "response-incomplete",
    "conflict", "gone", "changed-since-plan", "still-occupied", "not-applied", "taken-along", "breaker-open",
    "interrupted", "clock-differs",
    "lease-lost", "refresh-unknown", "run-in-progress", "too-many-requests", "redis-unavailable", "store-unavailable", "comparison-unstable",
    "file-unusable", "internal",
  ],
  /** A person must change something first. */
  // biome-ignore format: one code a line would be a hundred lines
  stays: [
    "config-unreadable", "config-invalid", "source-undecodable", "source-encoding-ambiguous", "source-csv-invalid",
    "source-xlsx-invalid", "source-too-large", "source-format-foreign", "source-header-moved", "source-newest-unclear", "source-sheet-unknown",
    "source-column-unknown", "source-column-twice", "source-date-ambiguous", "source-ldap-tls", "source-ldap-bind",
    "source-ldap-denied", "source-ldap-base", "source-ldap-referral", "source-ldap-attribute",
    "source-ldap-changes-unsupported", "source-ldap-changes-unsuited", "source-ldap-changes-denied", "source-empty",
    "source-duplicate-key", "source-tree-cycle", "source-functions-unusable", "source-quality",
    "source-person-unknown", "cap-exceeded", "column-moved", "target-empty", "target-unauthorized", "response-unexpected", "target-refused",
    "already-exists", "answers-for-other", "refused-and-changed", "stored-otherwise", "undo-each-other", "value-missing", "value-hidden", "omitted-fields-cleared", "main-post-missing",
    "path-value-refused", "operation-unbound", "binding-invalid", "store-newer", "store-damaged", "state-untrusted", "cancelled",
    "plan-stale", "confirmation-needed", "release-incomplete", "release-used", "plan-rejected", "nothing-to-decide", "four-eyes", "role-missing", "key-used-otherwise", "fingerprint-invalid",
    "plan-file-invalid", "plan-file-foreign", "subject-unknown", "subject-ambiguous", "comparison-impossible",
    "run-unknown", "nothing-to-undo", "option-invalid", "decision-invalid", "report-unwritable", "output-unwritable",
    "channel-failed", "daemon-unreachable", "daemon-refused", "control-unavailable", "no-token-configured", "sample-too-small",
    "service-file", "service-database", "service-files", "service-port", "document-unreadable", "document-invalid",
    "document-unwritable", "section-twice", "sandbox-refused", "admin-key-missing", "service-unreachable",
    "password-missing", "password-weak", "key-weak", "secret-in-arguments", "initiation-pending", "upload-length", "callback-refused", "form-refused", "write-refused", "node-too-old",
    "canary-differs", "canary-only", "write-test-real", "write-test-left",
  ],
  /** Consequences of another code in the same run; that code decides whether the run is repeated. */
  // biome-ignore format: one code a line would be a hundred lines
  follows: [
    "prerequisite-failed", "too-many-failures",
  ],
} as const;

/** The stable code of an error; docs/errors.md has the cause and the hint of each. */
export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes][number];
