/** What a caller of the control interface may do. */

/**
 * viewer: read runs and their reports · operator: ask for runs, cancel and pause them · approver: release and reject plans, say
 * which records are the same · auditor: read the audit trail. Each of them may also do what a viewer may.
 */
export const roles = ["viewer", "operator", "approver", "auditor"] as const;

export type Role = (typeof roles)[number];
