/**
 * Which errors are temporary, so that repeating the run may help. The table covers every documented error code; a test fails
 * when one is missing. Unknown codes count as temporary, because an unnecessary run does no harm.
 */

/**
 * passes: the next run may succeed · stays: a person must change something first · follows: a consequence of another error of
 * the same run, and only that one counts.
 */
export type Cause = "passes" | "stays" | "follows";

const codes: Readonly<Record<Cause, string>> = {
  passes: `
    source-file-missing source-file-unreadable source-file-changing source-file-locked source-file-cut source-not-ready source-functions-timeout
    source-ldap-unreachable source-ldap-disconnected source-ldap-limit source-ldap-page-repeated source-ldap-range
    source-ldap-unstable source-ldap-failed
    target-misconfigured target-unavailable target-no-answer response-incomplete
    conflict gone changed-since-plan still-occupied not-applied
    breaker-open interrupted lease-lost refresh-unknown run-in-progress redis-unavailable store-unavailable internal`,
  // target-misconfigured passes: the maintenance page of a proxy looks like a wrong address.
  stays: `
    config-unreadable config-invalid
    source-undecodable source-encoding-ambiguous source-csv-invalid source-xlsx-invalid source-too-large
    source-format-foreign source-header-moved source-sheet-unknown source-column-unknown source-column-twice
    source-date-ambiguous
    source-ldap-tls source-ldap-bind source-ldap-denied source-ldap-base source-ldap-referral source-ldap-attribute
    source-ldap-changes-unsupported source-ldap-changes-unsuited source-ldap-changes-denied
    source-empty source-duplicate-key source-tree-cycle source-functions-unusable source-quality source-person-unknown
    cap-exceeded target-unauthorized response-unexpected
    target-refused already-exists value-missing value-hidden omitted-fields-cleared main-post-missing path-value-refused
    operation-unbound binding-invalid store-newer store-damaged
    cancelled plan-stale confirmation-needed release-incomplete release-used fingerprint-invalid plan-file-invalid plan-file-foreign run-unknown option-invalid report-unwritable
    daemon-unreachable daemon-refused control-unavailable no-token-configured sample-too-small
    service-file service-database service-files
    document-unreadable document-invalid document-unwritable section-twice sandbox-refused admin-key-missing
    service-unreachable password-missing initiation-pending upload-length callback-refused write-refused`,
  follows: "prerequisite-failed too-many-failures",
};

const causes: ReadonlyMap<string, Cause> = new Map(
  (Object.entries(codes) as [Cause, string][]).flatMap(([cause, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((code): [string, Cause] => [code, cause]),
  ),
);

/** All codes of the table. */
export const judgedCodes = (): readonly string[] => [...causes.keys()];

export const causeOf = (code: string): Cause => causes.get(code) ?? "passes";
