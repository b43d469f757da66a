/** What is kept about who may call: keys of other systems, applications, grants and passwords of users. */
import type { Permission } from "../../contract/operation-spec.ts";
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

/** What the permissions marked "designated only" apply to: form codes, library codes, survey categories. */
export type Designated = {
  readonly forms: readonly string[] | "all";
  readonly libraries: readonly string[] | "all";
  readonly surveyCategories: readonly string[] | "all";
};

/** A key that `musterd service keys` made; the secret itself is nowhere. */
export type KeyRow = Row & {
  readonly name: string;
  /** SHA-256 of the secret, in hex. */
  readonly digest: string;
  readonly permissions: readonly Permission[];
  readonly designated: Designated;
  /** ISO 8601 in UTC; null: never. */
  readonly expiresAt: string | null;
  /** Addresses and CIDR ranges it may be used from; null: from anywhere. */
  readonly addresses: readonly string[] | null;
};

/** A bearer token with which an application acts on behalf of a user. */
export type TokenRow = Row & {
  /** SHA-256 of the token, in hex. */
  readonly digest: string;
  readonly employeeId: number;
  /** Id of the application (`App-Id`), or `sandbox`. */
  readonly application: string;
  readonly permissions: readonly Permission[];
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

/** An application that may ask users to let it act for them. */
export type AppRow = Row & {
  readonly name: string;
  /** `App-Id`, and `client_id` of OAuth. */
  readonly appId: string;
  readonly redirectUris: readonly string[];
  readonly permissions: readonly Permission[];
  /** SHA-256 of the secret, in hex; null: a public application without one. */
  readonly digest: string | null;
};

export type PasswordRow = Row & {
  readonly employeeId: number;
  /** `scrypt:N:r:p:salt:hash`. */
  readonly hash: string;
};

/** Something of OAuth on its way: a sign-in, a session, a code, a grant, a refresh token. */
export type GrantRow = Row & {
  /** The library's name for its kind, and the SHA-256 of its id: `RefreshToken/9f86…`. */
  readonly digest: string;
  /** Of what belongs to a grant: the grant's id. */
  readonly grantId: string | null;
  /** Of a session: by what others refer to it. */
  readonly uid: string | null;
  /** What the library wants back, without anything that would serve as a credential. */
  readonly payload: GrantPayload;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

/** A JSON object of the OAuth library; named is what rules read of it. */
type GrantPayload = Readonly<Record<string, unknown>> & {
  readonly accountId?: string | undefined;
  readonly session?: { readonly accountId?: string | undefined } | undefined;
  readonly result?: { readonly login?: { readonly accountId: string } | undefined } | undefined;
};

/** With what ID tokens and cookies are signed; at most one such row exists. */
export type SigningKeysRow = Row & {
  /** Private key as JWK. */
  readonly jwk: object;
  readonly cookieKey: string;
};

export const createAccessTables = (report: ReportChange) => ({
  tokens: createTable<TokenRow, "digest">("token", { digest: (row) => [row.digest] }, report),
  keys: createTable<KeyRow, "name" | "digest">(
    "key",
    { name: (row) => [row.name], digest: (row) => [row.digest] },
    report,
  ),
  apps: createTable<AppRow, "name" | "appId">(
    "app",
    { name: (row) => [row.name], appId: (row) => [row.appId] },
    report,
  ),
  passwords: createTable<PasswordRow, "employee">("password", { employee: (row) => [row.employeeId] }, report),
  grants: createTable<GrantRow, "digest" | "grant" | "uid">(
    "grant",
    {
      digest: (row) => [row.digest],
      grant: (row) => (row.grantId === null ? [] : [row.grantId]),
      uid: (row) => (row.uid === null ? [] : [row.uid]),
    },
    report,
  ),
  signingKeys: createTable<SigningKeysRow, never>("signing-keys", {}, report),
});
