/**
 * The tokens of programs that call the control interface. Only their SHA-256 is stored; that is enough, because a token has 256
 * random bits. They belong to the installation, not to a target.
 */
import { hash, randomBytes } from "node:crypto";
import { type Clock, isoInstant } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import type { Role } from "../model/role.ts";
import type { Audit } from "./audit.ts";
import type { Tables } from "./schema.ts";

/** Times are ISO 8601 instants. `usedAt` is exact to a minute. */
export type Token = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly addedAt: string;
  readonly expiresAt?: string;
  readonly usedAt?: string;
};

export type Tokens = {
  /** Returns the secret, which cannot be read again; undefined if there is a token of this name. */
  readonly add: (token: Pick<Token, "name" | "roles" | "expiresAt">) => Promise<string | undefined>;
  /** By name, those that have expired too. */
  readonly list: () => Promise<readonly Token[]>;
  /** False if there is no such token. */
  readonly revoke: (name: string) => Promise<boolean>;
  /** The token whose secret this is, unless it has expired; notes that it was used. */
  readonly use: (secret: string) => Promise<Token | undefined>;
};

const secretBytes = 32;
const usedEveryMs = 60_000;

const digestOf = (secret: string): string => hash("sha256", secret, "hex");

export const createTokens = (database: Database<Tables>, audit: Audit, clock: Clock): Tokens => ({
  add: async ({ name, roles, expiresAt }) => {
    const secret = `musterd_${randomBytes(secretBytes).toString("base64url")}`;
    const row = {
      name,
      digest: digestOf(secret),
      roles: JSON.stringify(roles),
      added_at: clock.nowMs(),
      expires_at: expiresAt === undefined ? null : Date.parse(expiresAt),
      used_at: null,
    };
    return audit.transaction(async (transaction, append) => {
      const added = await transaction
        .insertInto("token")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) return undefined;
      await append({ event: "token-added", about: name, facts: { roles, expires: expiresAt } });
      return secret;
    });
  },

  list: async () => (await database.selectFrom("token").selectAll().orderBy("name").execute()).map(tokenOf),

  revoke: (name) =>
    audit.transaction(async (transaction, append) => {
      const { numDeletedRows } = await transaction.deleteFrom("token").where("name", "=", name).executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await append({ event: "token-revoked", about: name });
      return true;
    }),

  use: async (secret) => {
    const digest = digestOf(secret);
    const row = await database.selectFrom("token").selectAll().where("digest", "=", digest).executeTakeFirst();
    const now = clock.nowMs();
    if (!row || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    if (row.used_at === null || now - row.used_at >= usedEveryMs)
      await database.updateTable("token").set({ used_at: now }).where("digest", "=", digest).execute();
    return tokenOf(row);
  },
});

const tokenOf = ({ name, roles, added_at, expires_at, used_at }: Tables["token"]): Token => ({
  name,
  roles: JSON.parse(roles) as Role[],
  addedAt: isoInstant(added_at),
  ...(expires_at !== null && { expiresAt: isoInstant(expires_at) }),
  ...(used_at !== null && { usedAt: isoInstant(used_at) }),
});
