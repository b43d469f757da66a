/**
 * What `oidc-provider` stores, as rows: sign-ins, sessions, codes, tokens, and what a user has granted to an application. A row is
 * found by the digest of its object's id. The id itself is not stored, because whoever knows the id of a token, code or session
 * can use it.
 */
import type { AdapterPayload } from "oidc-provider";
import { digestOf } from "../kernel/keys.ts";
import { createTable, type ReportChange, type Row } from "../kernel/table.ts";

/** The id under which the page of a user's grants asks for a sign-in. */
export const grantsApplication = "musterd-grants";

/** An object of `oidc-provider`. */
export type GrantRow = Row & {
  /** The name of the kind in `oidc-provider`, and the SHA-256 of the object's id: `RefreshToken/9f86…`. */
  readonly digest: string;
  /** The data of `oidc-provider`, without anything usable as a credential. For a grant, `openid` is what it permits. */
  readonly payload: AdapterPayload & { readonly openid?: { readonly scope?: string } };
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

/** The key of an object in the index `digest`. */
export const grantKey = (kind: string, id: string): string => `${kind}/${digestOf(id)}`;

/** The only key in the index `begun`: sign-ins in which nobody has given a password yet. */
export const begunKey = "sign-in";

const accountsOf = ({ payload: { accountId, session, result } }: GrantRow): readonly string[] =>
  [...new Set([accountId, session?.accountId, result?.login?.accountId])].filter((one) => one !== undefined);

const indexes = {
  digest: (row: GrantRow) => [row.digest],
  grant: ({ payload }: GrantRow) => (payload.grantId === undefined ? [] : [payload.grantId]),
  /** The id by which other objects refer to a session. */
  uid: ({ digest, payload: { uid } }: GrantRow) => (uid !== undefined && digest.startsWith("Session/") ? [uid] : []),
  account: accountsOf,
  begun: (row: GrantRow) => (row.digest.startsWith("Interaction/") && accountsOf(row).length === 0 ? [begunKey] : []),
};

export const createGrantTable = (report: ReportChange) => createTable("grant", indexes, report);

type Grants = ReturnType<typeof createGrantTable>;

/** What is to be ended: of one person, of one application, of both together, or of all. */
type Ended = { readonly employeeId?: number; readonly appId?: string };

/** Ends sign-ins, and what was granted in them. Tokens that were made in the sandbox stay. */
export const endSignIns = (grants: Grants, { employeeId, appId }: Ended): void => {
  const ofUser = employeeId === undefined ? grants.all() : grants.by("account", String(employeeId));
  for (const { id, payload } of ofUser) if (appId === undefined || payload.clientId === appId) grants.remove(id);
};
