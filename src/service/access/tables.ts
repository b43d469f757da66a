/** Rows of the access data: keys of other systems, applications, passwords and tokens. */

import type { Permission } from "../../contract/operations/operation-spec.ts";
import type { SectionApp, SectionKey } from "../../contract/sections/access.ts";
import type { Designated } from "../kernel/callers/caller.ts";
import type { ReplaceableKey } from "../kernel/company/replaceable-keys.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import type { Company as OrganisationCompany } from "../organisation/tables.ts";
import { createGrantTable } from "./grants.ts";

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

/** A bearer token of a user that was made in the sandbox. The tokens of applications are grants. */
export type TokenRow = Row & {
  /** SHA-256 of the token, in hex. */
  readonly digest: string;
  readonly employeeId: number;
  /** Always `sandbox`; earlier versions also stored the tokens of applications here. */
  readonly application: string;
  readonly permissions: readonly Permission[];
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

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

/** Keys for signing ID tokens and cookies. */
export type SigningKeysRow = ReplaceableKey & {
  /** Private key as a JWK. */
  readonly jwk: object;
  readonly cookieKey: string;
};

export const createAccessTables = (report: ReportChange) => ({
  tokens: createTable("token", { digest: ({ application, digest }: TokenRow) => [`${application}/${digest}`] }, report),
  keys: createTable("key", { name: (row: KeyRow) => [row.name], digest: (row) => [row.digest] }, report),
  apps: createTable("app", { name: (row: AppRow) => [row.name], appId: (row) => [row.appId] }, report),
  passwords: createTable("password", { employee: (row: PasswordRow) => [row.employeeId] }, report),
  grants: createGrantTable(report),
  signingKeys: createTable<SigningKeysRow, never>("signing-keys", {}, report),
});

export type Company = OrganisationCompany & ReturnType<typeof createAccessTables>;
