/** Rows of the access data: keys of other systems, applications, grants and user passwords. */
import type { AdapterPayload } from "oidc-provider";
import type { SectionApp, SectionKey } from "../../contract/access-section.ts";
import type { Permission } from "../../contract/operation-spec.ts";
import type { Designated } from "../kernel/caller.ts";
import type { ReplaceableKey } from "../kernel/replaceable-keys.ts";
import { createTable, type ReportChange, type Row } from "../kernel/table.ts";
import type { Company as OrganisationCompany } from "../organisation/tables.ts";

/** A key made by `musterd service keys`; the secret itself is not stored. */
export type KeyRow = Row &
  Readonly<Pick<SectionKey, "name" | "permissions">> & {
    /** SHA-256 of the secret, in hex. */
    readonly digest: string;
    readonly designated: Designated;
    /** ISO 8601 in UTC; null: the key never expires. */
    readonly expiresAt: string | null;
    /** Addresses and CIDR ranges from which the key may be used; null: any address. */
    readonly addresses: string[] | null;
  };

/** A bearer token with which an application acts on behalf of a user. */
export type TokenRow = Row & {
  /** SHA-256 of the token, in hex. */
  readonly digest: string;
  readonly employeeId: number;
  /** Id of the application (`App-Id`), or `sandbox` for a token that was made in the sandbox. */
  readonly application: string;
  readonly permissions: readonly Permission[];
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

/** Used instead of an application's id, for tokens made in the sandbox. */
export const sandboxApplication = "sandbox";
/** The id under which the page of a user's grants asks for a sign-in. */
export const grantsApplication = "musterd-grants";

/** An application that may ask users to let it act on their behalf. */
export type AppRow = Row &
  Readonly<Pick<SectionApp, "name" | "redirectUris" | "postLogoutRedirectUris" | "permissions">> & {
    /** The header `App-Id`, and `client_id` in OAuth. */
    readonly appId: string;
    /** SHA-256 of the secret, in hex; null for a public application, which has none. */
    readonly digest: string | null;
  };

export type PasswordRow = Row & {
  readonly employeeId: number;
  /** `scrypt:N:r:p:salt:hash`. */
  readonly hash: string;
};

/** An object of `oidc-provider`, such as a sign-in, a session, a code, a grant or a token. */
export type GrantRow = Row & {
  /** The name of the kind in `oidc-provider`, and the SHA-256 of the object's id: `RefreshToken/9f86…`. */
  readonly digest: string;
  /** The data of `oidc-provider`, without anything usable as a credential. For a grant, `openid` is what it permits. */
  readonly payload: AdapterPayload & { readonly openid?: { readonly scope?: string } };
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

/** Keys for signing ID tokens and cookies. */
export type SigningKeysRow = ReplaceableKey & {
  /** Private key as a JWK. */
  readonly jwk: object;
  readonly cookieKey: string;
};

/** The only key in the index `begun`: sign-ins in which nobody has given a password yet. */
export const begunKey = "sign-in";

const accountsOf = ({ payload: { accountId, session, result } }: GrantRow): readonly string[] =>
  [...new Set([accountId, session?.accountId, result?.login?.accountId])].filter((one) => one !== undefined);

export const createAccessTables = (report: ReportChange) => ({
  tokens: createTable("token", { digest: (row: TokenRow) => [row.digest] }, report),
  keys: createTable("key", { name: (row: KeyRow) => [row.name], digest: (row) => [row.digest] }, report),
  apps: createTable("app", { name: (row: AppRow) => [row.name], appId: (row) => [row.appId] }, report),
  passwords: createTable("password", { employee: (row: PasswordRow) => [row.employeeId] }, report),
  grants: createTable(
    "grant",
    {
      digest: (row: GrantRow) => [row.digest],
      grant: ({ payload }) => (payload.grantId === undefined ? [] : [payload.grantId]),
      /** The id by which other objects refer to a session. */
      uid: ({ digest, payload: { uid } }) => (uid !== undefined && digest.startsWith("Session/") ? [uid] : []),
      account: accountsOf,
      begun: (row) => (row.digest.startsWith("Interaction/") && accountsOf(row).length === 0 ? [begunKey] : []),
    },
    report,
  ),
  signingKeys: createTable<SigningKeysRow, never>("signing-keys", {}, report),
});

export type Company = OrganisationCompany & ReturnType<typeof createAccessTables>;
