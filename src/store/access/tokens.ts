/** The tokens of programs that call the control interface. They belong to the installation, not to a target. */
import type { Access, NewAccess } from "../../model/access.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { accessColumns, accessOf } from "./access-columns.ts";
import { digestOf, newSecret } from "./secrets.ts";

export type Tokens = {
  /** Returns the secret, which cannot be read again; undefined if there is a token of this name. */
  readonly add: (token: NewAccess) => Promise<string | undefined>;
  /** By name, those that have expired too. */
  readonly list: () => Promise<readonly Access[]>;
  /** False if there is no such token. */
  readonly revoke: (name: string) => Promise<boolean>;
  /** The token whose secret this is, unless it has expired; notes that it was used. */
  readonly use: (secret: string) => Promise<Access | undefined>;
};

const usedEveryMs = 60_000;

export const createTokens = ({ database, clock, audit }: AuditedStore): Tokens => ({
  add: async (token) => {
    const { name, roles, expiresAt } = token;
    const secret = `musterd_${newSecret()}`;
    const row = { ...accessColumns(token, clock.nowMs()), digest: digestOf(secret) };
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

  list: async () => (await database.selectFrom("token").selectAll().orderBy("name").execute()).map(accessOf),

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
    return accessOf(row);
  },
});
