/** What is kept about who may call: keys of other systems, applications, grants and passwords of users. */
import type { Permission } from "../../contract/operation-spec.ts";
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";
import type { Designated } from "./caller.ts";

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
  /** Name of the application. */
  readonly application: string;
  readonly permissions: readonly Permission[];
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

export const createAccessTables = (report: ReportChange) => ({
  tokens: createTable<TokenRow, "digest">("token", { digest: (row) => [row.digest] }, report),
  keys: createTable<KeyRow, "name" | "digest">(
    "key",
    { name: (row) => [row.name], digest: (row) => [row.digest] },
    report,
  ),
});
