/**
 * What `oidc-provider` stores, as rows: sign-ins, sessions, codes, tokens, and what a user has granted to an application. A row is
 * found by the digest of its object's id. The id itself is not stored, because whoever knows the id of a token, code or session
 * can use it.
 */
import type { AdapterPayload } from "oidc-provider";
import { calendarDate } from "../../lib/clock.ts";
import { digestOf } from "../kernel/callers/keys.ts";
import type { Company as KernelCompany } from "../kernel/company/company.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { scopesIn } from "./scopes.ts";

/** Ids that no application can have: of tokens made in the sandbox, and of the page of a user's grants, to sign users in. */
export const sandboxApplication = "sandbox";
export const grantsApplication = "musterd-grants";

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

/**
 * The only key in the index `begun`: sign-ins in which nobody has given a password yet, and sessions in which nobody is signed in,
 * which the page of the sign-out makes.
 */
export const begunKey = "sign-in";

const accountsOf = ({ payload: { accountId, session, result } }: GrantRow): readonly string[] =>
  [...new Set([accountId, session?.accountId, result?.login?.accountId])].filter((one) => one !== undefined);

const indexes = {
  digest: (row: GrantRow) => [row.digest],
  grant: ({ payload }: GrantRow) => (payload.grantId === undefined ? [] : [payload.grantId]),
  /** The id by which other objects refer to a session. */
  uid: ({ digest, payload: { uid } }: GrantRow) => (uid !== undefined && digest.startsWith("Session/") ? [uid] : []),
  account: accountsOf,
  begun: (row: GrantRow) =>
    /^(Interaction|Session)\//.test(row.digest) && accountsOf(row).length === 0 ? [begunKey] : [],
};

export const createGrantTable = (report: ReportChange) => createTable("grant", indexes, report);

type Company = Pick<KernelCompany, "clock"> & { readonly grants: ReturnType<typeof createGrantTable> };

/** Since when an application may act for a person, and in what; undefined if it may not. */
export const grantedTo = ({ clock, grants }: Company, employeeId: number, appId: string) => {
  const payloads = grants
    .by("account", String(employeeId))
    .filter(({ digest, expiresAt }) => digest.startsWith("Grant/") && Date.parse(expiresAt) > clock.nowMs())
    .flatMap(({ payload }) => (payload.clientId === appId ? [payload] : []));
  if (payloads.length === 0) return undefined;
  const since = calendarDate(Math.min(...payloads.map(({ iat = 0 }) => iat * 1000)));
  return { since, scopes: scopesIn(payloads.map(({ openid }) => openid?.scope ?? "").join(" ")) };
};

type Ended = { readonly employeeId?: number; readonly appId?: string };

/** Ends the sign-ins of one person, of one application, of both together, or all of them, and what was granted in them. */
export const endSignIns = ({ grants }: Company, { employeeId, appId }: Ended): void => {
  const ofUser = employeeId === undefined ? grants.all() : grants.by("account", String(employeeId));
  for (const { id, payload } of ofUser) if (appId === undefined || payload.clientId === appId) grants.remove(id);
};
